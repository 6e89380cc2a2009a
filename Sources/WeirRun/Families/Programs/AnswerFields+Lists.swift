// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTree

// Queries, and how a list changes.
extension AnswerFields {
  /// A query in the words in which a screen says its own.
  func query(_ name: String) throws(Problem) -> Query? {
    guard let json = self[name] else { return nil }
    let fields = try AnswerFields(json, such: "{\"by\": \"key\", \"last\": 21}")
    try fields.allow(["by", "child", "first", "last", "from", "to"])
    let index = try fields.index(json)
    let limit: Query.Limit
    switch (fields.has("first"), fields.has("last")) {
    case (true, true):
      throw Self.problem(json, "'first' beside 'last'", "keep one of the two")
    case (true, false): limit = .first(try fields.count("first"))
    case (false, true): limit = .last(try fields.count("last"))
    case (false, false): limit = .none
    }
    return Query(
      index, from: try fields.bound("from", index), to: try fields.bound("to", index), limit: limit)
  }

  private func count(_ name: String) throws(Problem) -> Int {
    Int(try integer(name, in: 1...Int64(Int32.max)))
  }

  private func index(_ json: JSON) throws(Problem) -> Query.Index {
    let word = has("by") ? try text("by") : "key"
    if word != "child", has("child") {
      throw Self.problem(json, "'child' without \"by\": \"child\"", "write both, or neither")
    }
    switch word {
    case "key": return .key
    case "value": return .value
    case "priority": return .priority
    case "child":
      guard let path = try path("child"), !path.keys.isEmpty else {
        throw Self.problem(json, "\"by\": \"child\" without 'child'", "say by which one")
      }
      return .child(path)
    default:
      throw Self.problem(
        self["by"] ?? json, "lists are not ordered by this",
        "one of: key, value, priority, child")
    }
  }

  private func bound(_ name: String, _ index: Query.Index) throws(Problem) -> Query.Bound? {
    guard let json = self[name] else { return nil }
    let fields = try AnswerFields(json, such: "{\"key\": \"a\"}, or {\"value\": 9}")
    try fields.allow(["value", "key", "exclusive"])
    let key = try fields["key"].map { (json) throws(Problem) in try Self.key(json) }
    let isExclusive = fields.has("exclusive") ? try fields.flag("exclusive") : false
    if index == .key {
      guard let key, !fields.has("value") else {
        throw Self.problem(json, "an end in the order of keys is a key", "write {\"key\": …} alone")
      }
      return Query.Bound(key, isExclusive: isExclusive)
    }
    guard let value = fields["value"] else {
      throw Self.problem(json, "an end without a value", "write {\"value\": …}")
    }
    return Query.Bound(
      SortValue(try Self.node(value)), key: key, isExclusive: isExclusive)
  }

  /// The change of a list, in the places of the old list and the new one.
  func changes(_ name: String) throws(Problem) -> ChangeSet? {
    guard let json = self[name] else { return nil }
    let fields = try AnswerFields(json, such: "{\"insert\": [0]}")
    try fields.allow(["delete", "insert", "move", "update"])
    var changes = ChangeSet()
    changes.deletes = try fields.places("delete")
    changes.inserts = try fields.places("insert")
    changes.moves = try fields.pairs("move").map { ChangeSet.Move(from: $0, to: $1) }
    changes.updates = try fields.pairs("update").map { ChangeSet.Update(old: $0, new: $1) }
    return changes
  }

  private func places(_ name: String) throws(Problem) -> [Place] {
    guard let json = self[name] else { return [] }
    var places: [Place] = []
    for item in try Self.items(json, "'\(name)'") { places.append(try Self.place(item)) }
    return places
  }

  private func pairs(_ name: String) throws(Problem) -> [(Place, Place)] {
    guard let json = self[name] else { return [] }
    var pairs: [(Place, Place)] = []
    for item in try Self.items(json, "'\(name)'") {
      let places = try Self.items(item, "a pair of '\(name)'")
      guard places.count == 2 else {
        throw Self.problem(
          item, "expected two places, found \(places.count)", "write [OLD, NEW]")
      }
      pairs.append((try Self.place(places[0]), try Self.place(places[1])))
    }
    return pairs
  }

  private static func place(_ json: JSON) throws(Problem) -> Place {
    guard case .integer(let number) = json.content, let row = Int32(exactly: number), row >= 0
    else {
      throw problem(json, "this is no place in a list", "write a whole number, from 0")
    }
    return Place(row)
  }
}
