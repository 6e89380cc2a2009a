// SPDX-License-Identifier: Apache-2.0

/// Values by identity, in the order in which the identities came.
///
/// Few are searched one by one, many by a table. Most holders show one row, and most updates are of one model.
struct IDMap<Value: Sendable>: Sendable {
  /// The identities, each once.
  private(set) var ids: [ModelID] = []
  /// Their values.
  private(set) var values: [Value] = []
  /// The places of many identities, each where its hash says or as soon after it as there was room; -1: nothing.
  private var table: [Int32] = []

  /// The number of identities that are searched one by one.
  private static var few: Int { 8 }

  /// The number of identities.
  var count: Int { ids.count }
  /// `true` if there is none.
  var isEmpty: Bool { ids.isEmpty }

  /// Returns the place of an identity among all.
  func place(of id: ModelID) -> Int? {
    if table.isEmpty { return ids.firstIndex { $0 == id } }
    let place = table[slot(of: id)]
    return place < 0 ? nil : Int(place)
  }

  /// `true` if it has a value for an identity.
  func has(_ id: ModelID) -> Bool { place(of: id) != nil }

  /// The value of an identity.
  subscript(id: ModelID) -> Value? { place(of: id).map { values[$0] } }

  /// Takes everything out.
  mutating func removeAll() {
    if isEmpty { return }
    ids.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    table = []
  }

  /// Sets the value at a place.
  mutating func set(_ value: Value, at place: Int) { values[place] = value }

  /// Sets the value of an identity, whether it is there or not.
  mutating func set(_ value: Value, for id: ModelID) { values[add(id, value).place] = value }

  /// Adds an identity, unless it is there; returns its place.
  @discardableResult
  mutating func add(_ id: ModelID, _ value: @autoclosure () -> Value) -> (place: Int, isNew: Bool) {
    if let place = place(of: id) { return (place, false) }
    ids.append(id)
    values.append(value())
    if table.isEmpty ? count > Self.few : count * 2 > table.count {
      layTable()
    } else if !table.isEmpty {
      table[slot(of: id)] = Int32(count - 1)
    }
    return (count - 1, true)
  }

  private mutating func layTable() {
    table = Array(repeating: -1, count: max(Self.few * 4, table.count * 2))
    for (place, id) in ids.enumerated() { table[slot(of: id)] = Int32(place) }
  }

  /// Returns the slot of an identity in the table, or the one that it is to have.
  private func slot(of id: ModelID) -> Int {
    let mask = table.count - 1
    var slot = Int(truncatingIfNeeded: id.hash) & mask
    while table[slot] >= 0, ids[Int(table[slot])] != id { slot = (slot + 1) & mask }
    return slot
  }
}

extension IDMap where Value == ChangeTime {
  /// Raises the time of an identity to another one, if that is later.
  mutating func raise(_ id: ModelID, to time: ChangeTime) {
    let (place, isNew) = add(id, time)
    if !isNew, time > values[place] { values[place] = time }
  }
}
