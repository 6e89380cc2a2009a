// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirTree

extension CaseReader {
  private static let keys = [
    "orderBy", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst",
    "limitToLast",
  ]

  /// Reads a query in the words of the service's own clients; without an order it is by priority.
  mutating func query(_ json: JSON) -> Query {
    let found = members(of: json, "the query", known: Self.keys, required: [])
    var query = Query(.priority)
    if let order = found["orderBy"].flatMap({ index($0) }) { query.index = order }
    for (one, other) in [
      ("startAt", "startAfter"), ("endAt", "endBefore"), ("equalTo", "startAt"),
      ("equalTo", "startAfter"), ("equalTo", "endAt"), ("equalTo", "endBefore"),
      ("limitToFirst", "limitToLast"),
    ] where found[one] != nil && found[other] != nil {
      refuse(
        found[other]?.mark, "both '\(one)' and '\(other)'", "a query has one of them; remove one")
    }
    if let place = found["startAt"].flatMap({ place($0, in: query.index) }) {
      query.start = .init(place.value, key: place.key)
    }
    if let place = found["endAt"].flatMap({ place($0, in: query.index) }) {
      query.end = .init(place.value, key: place.key)
    }
    if let place = found["equalTo"].flatMap({ place($0, in: query.index) }) {
      query.start = .init(place.value, key: place.key)
      query.end = .init(place.value, key: place.key)
    }
    if let place = found["startAfter"].flatMap({ place($0, in: query.index) }) {
      query = query.startingAfter(place.value, key: place.key, dialect)
    }
    if let place = found["endBefore"].flatMap({ place($0, in: query.index) }) {
      query = query.endingBefore(place.value, key: place.key, dialect)
    }
    if let count = found["limitToFirst"].flatMap({ number($0, "the limit") }) {
      query.limit = .first(Int(count))
    }
    if let count = found["limitToLast"].flatMap({ number($0, "the limit") }) {
      query.limit = .last(Int(count))
    }
    return query
  }

  private mutating func index(_ json: JSON) -> Query.Index? {
    guard let word = text(json, "the order") else { return nil }
    let known: [(String, Query.Index)] = [
      ("$key", .key), ("$value", .value), ("$priority", .priority),
    ]
    if let found = known.first(where: { $0.0.utf8.elementsEqual(word.utf8) }) { return found.1 }
    if word.utf8.first == UInt8(ascii: "$") {
      unknown("order", word, at: json.mark, among: known.map(\.0))
      return nil
    }
    guard let path = path(json) else { return nil }
    if path.keys.isEmpty {
      refuse(json.mark, "an order by an empty path", "write $value to order by the children")
      return nil
    }
    return .child(path)
  }

  /// Reads an end of a range: a value, or a value and a key in brackets; in key order the key
  /// alone.
  private mutating func place(
    _ json: JSON, in index: Query.Index
  ) -> (value: SortValue, key: Key?)? {
    if index == .key {
      return key(json, "an end of a range in key order").map { (.none, $0) }
    }
    if case .array(let parts) = json.content {
      guard parts.count == 2 else {
        refuse(json.mark, "an end of a range of \(parts.count) parts", "write [value, \"key\"]")
        return nil
      }
      guard let value = value(parts[0], in: index), let key = key(parts[1], "the key of an end")
      else { return nil }
      return (value, key)
    }
    return value(json, in: index).map { ($0, nil) }
  }

  private mutating func value(_ json: JSON, in index: Query.Index) -> SortValue? {
    switch json.content {
    case .bool where index == .priority, .array, .object:
      refuse(
        json.mark, "an end of a range that no child can stand at",
        index == .priority
          ? "a priority is a number, a text or null" : "write null, true, false, a number or a text"
      )
      return nil
    default: return node(json).map { SortValue($0) }
    }
  }
}
