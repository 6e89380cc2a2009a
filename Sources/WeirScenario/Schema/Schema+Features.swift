// SPDX-License-Identifier: GPL-3.0-or-later
extension Schema {
  /// The mappings that say what a world is, and not what is expected of it or how a value is written.
  private static let worldly: [SectionName] = [
    .scenario, .server, .network, .clients, .batch, .resources, .counter, .workload, .arrivals,
    .fault,
  ]

  /// The parts of the format that a scenario can use: its keys and the words behind them, but for those that every scenario
  /// has and those that only name something.
  ///
  ///     clients.order: child      server.replicas      workload.does: post      faults.fault: kill
  static func features(of table: [Section]) -> [String] {
    var features: [String] = []
    for name in worldly {
      let section = table.section(name)
      for key in section.keys {
        let path = section.path.isEmpty ? key.name : "\(section.path).\(key.name)"
        features += Self.features(of: key, at: path, table)
      }
    }
    return features
  }

  private static func features(
    of key: Key, at path: String, _ table: [Section]
  ) -> [String] {
    switch key.kind {
    // It changes nothing.
    case .word(["client"]): return []
    case .word(let words):
      let usual = if case .fallback(let word) = key.need { word } else { "" }
      return words.filter { $0 != usual }.map { "\(path): \($0)" }
    case .actions(let names): return names.map { "\(path): \($0)" }
    // The first is what everybody has who says nothing.
    case .stack(let names): return names.dropFirst().map { "\(path): \($0)" }
    case .order: return ["value", "priority", "child"].map { "\(path): \($0)" }
    case .sections: return ["by", "conditions"].map { "\(path): \($0)" }
    case .version, .file, .name, .seed, .reference, .tree, .section(.server), .section(.network),
      .named, .list(.resources), .list(.clients), .list(.workload), .faults,
      .section(.expect), .section(.gate), .section(.arrivals):
      return []
    case .text where key.name != "auth": return []
    default: return key.need == .required ? [] : [path]
    }
  }

  /// The features of a value that was written; none if it says what would hold anyway.
  private func features(of value: Provenance.Value) -> [String] {
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
      let names = [whole, "\(whole): \(value.words)"]
      if let feature = features.first(where: names.contains) { return [feature] }
      length -= 1
    }
    return []
  }

  /// The parts of the format that a scenario uses, in the order of the format; a swarm uses every fault that it
  /// may draw.
  package func features(of scenario: Scenario) -> [String] {
    var used: Set<String> = []
    for value in scenario.provenance.values where value.mark != nil {
      used.formUnion(features(of: value))
    }
    for kind in scenario.swarm?.kinds ?? [] { used.insert("faults.fault: \(kind.rawValue)") }
    return features.filter(used.contains)
  }
}
