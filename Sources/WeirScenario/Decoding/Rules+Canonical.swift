// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirRules
internal import WeirTree

extension Rules {
  /// The rules as JSON with sorted keys: one way to write each.
  var words: String { json(of: 0).shownWords }

  private func json(of number: Int) -> JSON {
    let place = places[number]
    var members: [(String, JSON)] = []
    if !place.indexes.isEmpty {
      let sorted = place.indexes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      members.append((".indexOn", .array(sorted.map { .text($0) })))
    }
    let conditions = [
      (".read", place.read), (".validate", place.validate), (".write", place.write),
    ]
    for (name, condition) in conditions {
      if let condition { members.append((name, .text(condition.words))) }
    }
    let children = place.children + (place.wildcard.map { [$0] } ?? [])
    let sorted = children.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return .object(members + sorted.map { ($0.name, json(of: $0.place)) })
  }
}
