extension Schema {
  /// The mappings that say what a world is, and not what is expected of it or how a value is written.
  private static let worldly: [SectionName] = [
    .scenario, .server, .network, .clients, .batch, .resources, .counter, .workload, .arrivals,
    .fault,
  ]

  /// What a scenario can use of the format: its keys and the words behind them, but for those that every scenario
  /// has and those that only name something.
  ///
  ///     clients.order: child      server.replicas      workload.does: post      faults.fault: kill
  public static let features: [String] = {
    var features: [String] = []
    for name in worldly {
      let section = section(name)
      for key in section.keys {
        let path = section.path.isEmpty ? key.name : "\(section.path).\(key.name)"
        features += Self.features(of: key, at: path)
      }
    }
    return features
  }()

  private static func features(of key: Key, at path: String) -> [String] {
    switch key.kind {
    // It changes nothing.
    case .word(["client"]): return []
    case .word(let words):
      let usual = if case .fallback(let word) = key.need { word } else { "" }
      return words.filter { $0 != usual }.map { "\(path): \($0)" }
    case .actions:
      return section(.actions).keys.map { "\(path): \($0.name)" }
    case .order: return ["value", "priority", "child"].map { "\(path): \($0)" }
    case .sections: return ["by", "conditions"].map { "\(path): \($0)" }
    case .version, .file, .name, .seed, .reference, .tree, .section(.server), .section(.network),
      .named, .list(.resources), .list(.clients), .list(.workload), .faults, .stack,
      .section(.expect), .section(.gate), .section(.arrivals):
      return []
    case .text where key.name != "auth": return []
    default: return key.need == .required ? [] : [path]
    }
  }

  /// The features of a value that was written; none if it says what would hold anyway.
  static func features(of value: Provenance.Value) -> [String] {
    var parts: [Substring] = []
    for part in value.path.split(separator: ".", omittingEmptySubsequences: false)
    where part.utf8.contains(where: { !(48...57).contains($0) }) {
      parts.append(part)
    }
    if parts.first == "networks", parts.count > 2 {
      parts.replaceSubrange(0...1, with: ["network"])
    }
    let path = parts.joined(separator: ".")
    if path == "workload.does" {
      return value.words.split(separator: ",").compactMap { share in
        share.split(separator: ":").first.map {
          "workload.does: " + $0.drop { $0 == " " }
        }
      }
    }
    if path == "clients.order.child" { return ["clients.order: child"] }
    if path.hasPrefix("clients.sections") {
      return [
        path == "clients.sections.by" ? "clients.sections: by" : "clients.sections: conditions"
      ]
    }
    // A value below a key counts for the key.
    var length = parts.count
    while length > 0 {
      let whole = parts[..<length].joined(separator: ".")
      if let feature = known[whole] { return [feature] }
      if let feature = known["\(whole): \(value.words)"] { return [feature] }
      length -= 1
    }
    return []
  }

  // Only looked up in.
  private static let known: [String: String] = Dictionary(
    uniqueKeysWithValues: features.map { ($0, $0) })
}

extension Scenario {
  /// What the scenario uses of the format, in the order of the format; a swarm uses every fault that it may draw.
  public var features: [String] {
    var used: Set<String> = []
    for value in provenance.values where value.mark != nil {
      used.formUnion(Schema.features(of: value))
    }
    for kind in swarm?.kinds ?? [] { used.insert("faults.fault: \(kind.rawValue)") }
    return Schema.features.filter(used.contains)
  }
}

/// Which features of the format stand together in some scenario, and which in none.
///
///     var pairs = FeaturePairs()
///     for scenario in scenarios { pairs.add(scenario) }
///     pairs.words    // 97 of 104 features, 2,310 of 5,356 pairs in 88 scenarios
///     pairs.missing  // those that never met
public struct FeaturePairs: Sendable {
  private let features = Schema.features
  /// By feature: in how many scenarios it stands.
  private var counts: [Int]
  /// By two features, the first of which comes first: in how many scenarios both stand.
  private var together: [Int]
  private var scenarios = 0

  /// Pairs of no scenario yet.
  public init() {
    counts = Array(repeating: 0, count: Schema.features.count)
    together = Array(repeating: 0, count: Schema.features.count * Schema.features.count)
  }

  /// Counts a scenario.
  public mutating func add(_ scenario: Scenario) {
    scenarios += 1
    let used = Set(scenario.features)
    let numbers = features.indices.filter { used.contains(features[$0]) }
    for (place, number) in numbers.enumerated() {
      counts[number] += 1
      for other in numbers[(place + 1)...] { together[number * features.count + other] += 1 }
    }
  }

  private func count(_ one: Int, _ other: Int) -> Int {
    together[min(one, other) * features.count + max(one, other)]
  }

  /// How many features and pairs of them there are, and how many were met.
  public var totals: (features: Int, met: Int, pairs: Int, metPairs: Int) {
    let all = features.count
    return (
      all, counts.count { $0 > 0 }, all * (all - 1) / 2, together.count { $0 > 0 }
    )
  }

  /// The totals in a sentence.
  public var words: String {
    let totals = totals
    let share = totals.pairs == 0 ? 0 : totals.metPairs * 100 / totals.pairs
    return
      "\(scenarios) scenarios use \(totals.met) of \(totals.features) features of the format; \(totals.metPairs) of \(totals.pairs) pairs of them stand together in one (\(share) %)"
  }

  /// Each feature with the number of scenarios in which it stands, and of the others that it meets.
  public var table: [[String]] {
    [["feature", "scenarios", "meets"]]
      + features.indices.map { number in
        let met = features.indices.count { $0 != number && count(number, $0) > 0 }
        return [features[number], "\(counts[number])", "\(met)"]
      }
  }

  /// The pairs that stand together in no scenario.
  public var missing: [(String, String)] {
    var missing: [(String, String)] = []
    for one in features.indices {
      for other in features.indices where other > one && count(one, other) == 0 {
        missing.append((features[one], features[other]))
      }
    }
    return missing
  }
}
