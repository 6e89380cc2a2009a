// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirDiff

// The changes that the app makes itself.
extension Pager {
  /// Takes a row out; returns `false` if there is none with this id.
  ///
  /// With `isOnServer` the server has done or will do the same. The rows behind it come one earlier there, so that the
  /// next page is asked for one row earlier, too, and no row is skipped.
  ///
  /// - Complexity: O(*p*) for *p* pages; O(*n*) if rows may come twice.
  @discardableResult
  public mutating func remove(
    _ id: Row.RowID, isOnServer: Bool, at now: Instant, into wishes: inout [PagerWish]
  ) -> Bool {
    guard let (part, offset) = home(of: id) else { return false }
    let before = items.count
    let place = Place(Int32(items.index(ofPart: part) + offset))
    items.remove(part: part, offset: offset)
    serials[id] = nil
    if isOnServer { moveServer(from: part, by: -1) }
    commit(ChangeSet(deletes: [place]), from: before, at: now, into: &wishes)
    askAgainIfMoved(at: now, into: &wishes)
    return true
  }

  /// Puts a row in at an index; returns `false` if it is there already, or nothing is loaded yet.
  ///
  /// With `isOnServer` the server has done or will do the same, so that the next page is asked for one row later and
  /// the row does not come twice.
  ///
  /// - Complexity: O(*p*) for *p* pages.
  @discardableResult
  public mutating func insert(
    _ row: Row, at index: Int, isOnServer: Bool, at now: Instant, into wishes: inout [PagerWish]
  ) -> Bool {
    guard !marks.isEmpty, rules.duplicates == .off || serials[row.rowID] == nil else {
      return false
    }
    invariant(index >= 0 && index <= items.count, "no index \(index) in a list of \(items.count)")
    let before = items.count
    let (part, offset) =
      index < before
      ? items.location(of: index)
      : (items.parts.count - 1, items.parts[items.parts.count - 1].rows.count)
    items.insert(row, part: part, offset: offset)
    if rules.duplicates != .off { serials[row.rowID] = marks[part].serial }
    if isOnServer { moveServer(from: part, by: 1) }
    commit(ChangeSet(inserts: [Place(Int32(index))]), from: before, at: now, into: &wishes)
    askAgainIfMoved(at: now, into: &wishes)
    return true
  }

  /// Lets a row show something else; returns `false` if there is none with its id.
  @discardableResult
  public mutating func update(
    _ row: Row, at now: Instant, into wishes: inout [PagerWish]
  ) -> Bool {
    guard let (part, offset) = home(of: row.rowID) else { return false }
    if row.showsTheSame(as: items.parts[part].rows[offset]) { return true }
    items.replace(row, part: part, offset: offset)
    let place = Place(Int32(items.index(ofPart: part) + offset))
    let changes = ChangeSet(updates: [.init(old: place, new: place)])
    commit(changes, from: items.count, at: now, into: &wishes)
    return true
  }

  /// Returns where the first row with an id is.
  private func home(of id: Row.RowID) -> (part: Int, offset: Int)? {
    var parts = items.parts.indices
    if rules.duplicates != .off {
      guard let serial = serials[id] else { return nil }
      let part = serial - marks[0].serial
      parts = part..<(part + 1)
    }
    for part in parts {
      if let offset = items.parts[part].rows.firstIndex(where: { $0.rowID == id }) {
        return (part, offset)
      }
    }
    return nil
  }

  /// Takes note of rows that came on the server before all that are loaded.
  mutating func grewBefore(by rows: Int, at now: Instant, into wishes: inout [PagerWish]) {
    if rows == 0 { return }
    for page in marks.indices { marks[page].move(by: rows) }
    total = total.map { $0 + rows }
    wishes.append(.publish)
    askAgainIfMoved(at: now, into: &wishes)
  }

  /// Takes note that the server's list is longer or shorter by some rows within a page.
  private mutating func moveServer(from part: Int, by rows: Int) {
    marks[part].covered = max(0, marks[part].covered + rows)
    for later in marks.indices.dropFirst(part + 1) { marks[later].move(by: rows) }
    total = total.map { max(0, $0 + rows) }
  }

  /// Asks again for the next page if the one under way does not continue the list any more.
  private mutating func askAgainIfMoved(at now: Instant, into wishes: inout [PagerWish]) {
    if let open = loads[.append].open, loads[.append].provisional == nil, open.key != nextKey {
      stop(.append, into: &wishes)
      wantsNextFrom = items.endPosition
    }
    moveOn(at: now, into: &wishes)
  }
}
