// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Schema {
  /// A key with its full dotted path.
  package struct Place: Hashable, Sendable {
    package var path: String
    var key: Key
  }

  /// Every key with its full dotted path, in the order of the table.
  package var places: [Place] {
    table.flatMap { section in
      section.keys.map { key in
        Place(path: section.path.isEmpty ? key.name : "\(section.path).\(key.name)", key: key)
      }
    }
  }

  /// Returns what a key means, in words for a terminal.
  ///
  ///     try schema.explain(key: "network.delay").get()
  ///
  /// A key may be given in full (`workload.arrivals.stages`), as it stands in a file
  /// (`clients.0.count`, `networks.mobile.loss`), or by its last words where only one key ends so.
  /// Metrics and checkers are keys under `expect`. Without a key, or for `keys`, it is a table of
  /// all of them.
  package func explain(key: String?) -> Result<String, Problem> {
    guard let key, key != "keys" else { return .success(allKeys) }
    if let place = places.first(where: { $0.path == key }) { return .success(words(for: place)) }
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let found = find(parts[...], in: section(.scenario)) {
      return .success(words(for: Place(path: key, key: found)))
    }
    if let found = find(parts[...], in: section(.expect)) {
      return .success(words(for: Place(path: "expect.\(key)", key: found)))
    }
    if let section = table.first(where: { !$0.path.isEmpty && $0.path == key }) {
      return .success("\(key)\n  \(section.about)\n" + inside(section))
    }
    let ends = places.filter { $0.path.hasSuffix("." + key) }
    if ends.count == 1 { return .success(words(for: ends[0])) }
    let last = ["clients.stack.", "stack."].first(where: key.hasPrefix).map {
      key.dropFirst($0.count)
    }
    if let stack = stack(String(last ?? key[...])) {
      return .success("clients.stack: \(stack.name)\n  \(stack.about)\n")
    }
    return .failure(ends.isEmpty ? unknown(key) : Self.ambiguous(key, ends))
  }

  /// Every key on a line: its path, what belongs there, what counts without it, what it means.
  private var allKeys: String {
    let places = places
    let wide = places.map(\.path.utf8.count).max() ?? 0
    var text = ""
    for section in table {
      text += section.path.isEmpty ? "" : "\n"
      text += "\(section.path.isEmpty ? "scenario" : section.path): \(section.about)\n"
      for place in places where section.keys.contains(place.key) && Self.inSection(place, section) {
        text += "  \(Self.padded(place.path, wide))  \(Self.padded(Self.short(place.key), 12))  "
        text += place.key.about + "\n"
      }
    }
    return text
  }

  private static func inSection(_ place: Place, _ section: Section) -> Bool {
    let prefix = section.path.isEmpty ? "" : section.path + "."
    return place.path == prefix + place.key.name
  }

  private static func short(_ key: Key) -> String {
    switch key.need {
    case .required: "required"
    case .optional: "-"
    case .fallback(let text): text
    }
  }

  /// A key's page.
  private func words(for place: Place) -> String {
    let key = place.key
    var text = "\(place.path)\n  \(key.about)\n\n"
    text += "  type     \(key.kind.words)\n"
    if let limits = key.kind.limits { text += "  limits   \(limits)\n" }
    if let unit = key.kind.unit { text += "  unit     \(unit)\n" }
    switch key.need {
    case .required: text += "  default  none: the key is required\n"
    case .optional: text += "  default  none\n"
    case .fallback(let words): text += "  default  \(words)\n"
    }
    if let metric = metric(key.name), key.kind == .section(.statistics) {
      text += "  metric   a \(metric.kind.rawValue)\n"
    }
    if place.path == "expect.\(key.name)",
      let promise = promises.first(where: { $0.name == key.name })
    {
      text += "  breaks   \(promise.usualCause)\n"
    }
    text += "  example  \(key.name): \(key.example)\n"
    if let name = key.kind.section { text += inside(section(name)) }
    if case .stack = key.kind { text += stackNames }
    return text
  }

  /// The stacks that are named by a word alone.
  private var stackNames: String {
    let plain = stacks.filter(\.keys.isEmpty)
    let wide = plain.map(\.name.utf8.count).max() ?? 0
    return "\n  names\n"
      + plain.map { "    \(Self.padded($0.name, wide))  \($0.about)\n" }.joined()
  }

  private func inside(_ section: Section) -> String {
    let wide = section.keys.map(\.name.utf8.count).max() ?? 0
    return "\n  keys inside\n"
      + section.keys.map { "    \(Self.padded($0.name, wide))  \($0.about)\n" }.joined()
  }

  /// The key that a path in a file leads to.
  private func find(_ parts: ArraySlice<String>, in section: Section) -> Key? {
    guard let name = parts.first, let key = section.key(name) else { return nil }
    var rest = parts.dropFirst()
    switch key.kind {
    case .named: rest = rest.dropFirst()
    case .list, .faults: if rest.first.flatMap({ Int($0) }) != nil { rest = rest.dropFirst() }
    default: break
    }
    if rest.isEmpty { return key }
    return key.kind.section.flatMap { find(rest, in: self.section($0)) }
  }

  private func unknown(_ key: String) -> Problem {
    var names: [String] = places.map(\.path)
    for place in places where !names.contains(place.key.name) { names.append(place.key.name) }
    let near = nearestName(to: key, among: names)
    return Problem(
      message: "unknown key '\(shortened(key))'",
      remedy: (near.map { "did you mean '\($0)'? " } ?? "") + "`weir explain keys` lists them all")
  }

  private static func ambiguous(_ key: String, _ ends: [Place]) -> Problem {
    Problem(
      message: "'\(shortened(key))' stands in several places",
      remedy: "write one of " + ends.map(\.path).joined(separator: ", "))
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}

extension Schema.Kind {
  /// The range of what is allowed, where there is one.
  var limits: String? {
    switch self {
    case .version: "\(Schema.versions.map { String($0) }.joined(separator: ", "))"
    case .count(let range, orUnlimited: _): "from \(range.lowerBound) to \(range.upperBound)"
    case .duration(positive: true), .distribution(positive: true):
      "longer than zero, at most \(Interval.longest.nanoseconds / 86_400_000_000_000)d"
    case .duration(positive: false):
      "at most \(Interval.longest.nanoseconds / 86_400_000_000_000)d"
    case .share: "from 0% to 100%"
    case .rate(positive: true): "above 0/s, at most 1000000000/s"
    case .rate(positive: false): "at most 1000000000/s"
    case .number(let above, let atMost): "above \(above), at most \(atMost)"
    case .name: "1 to 64 letters, digits, hyphens and underscores"
    case .lists: "at most \(Decoder.mostLists) lists"
    case .list: "at most \(Decoder.mostEntries) entries"
    default: nil
    }
  }
}
