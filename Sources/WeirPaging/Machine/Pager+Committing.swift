// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirDiff

// The changes of the list: rows, pages and total at once.
extension Pager {
  /// Takes in a new page at one end, and lets go of pages at the other if there are too many.
  mutating func add(
    _ request: PageRequest, _ answer: PageAnswer<Row>, at now: Instant,
    into wishes: inout [PagerWish]
  ) {
    let before = items.count
    let isAppend = request.direction == .append
    let serial =
      isAppend ? (marks.last?.serial ?? -1) + 1 : (marks.first?.serial ?? 1) - 1
    var changes = ChangeSet()
    let rows = fresh(rows(of: answer, request), serial: serial, &changes)
    take(answer.total)
    if isAppend {
      changes.inserts = places(before..<(before + rows.count))
      items.append(rows)
      marks.append(PageMark(serial: serial, request, answer))
    } else {
      takeFromDropped(request)
      changes.inserts = places(0..<rows.count)
      for index in changes.updates.indices { changes.updates[index].new.row += Int32(rows.count) }
      items.prepend(rows)
      marks.insert(PageMark(serial: serial, request, answer), at: 0)
    }
    if let most = rules.maxPages {
      while marks.count > most, dropPage(atFront: isAppend, &changes, into: &wishes) {}
    }
    commit(changes, from: before, at: now, into: &wishes)
    if isAppend, !rows.isEmpty { times.grew(at: now) }
    noteEnd(at: now)
  }

  /// Puts a later answer to a request into the place of an earlier one.
  mutating func replacePage(
    _ serial: Int, _ request: PageRequest, _ answer: PageAnswer<Row>, at now: Instant,
    into wishes: inout [PagerWish]
  ) {
    let before = items.count
    let part = serial - marks[0].serial
    let old = items.parts[part].rows
    if rules.duplicates != .off { for row in old { serials[row.rowID] = nil } }
    var changes = ChangeSet()
    let rows = fresh(rows(of: answer, request), serial: serial, &changes)
    take(answer.total)
    let first = items.index(ofPart: part)
    var inner = ChangeSet()
    diff(from: old, to: rows, into: &inner, workspace: &workspace)
    // Rows elsewhere that show something else were found as if this page had not changed.
    let shift = Int32(rows.count - old.count)
    for index in changes.updates.indices
    where Int(changes.updates[index].old.row) >= first + old.count {
      changes.updates[index].new.row += shift
    }
    inner.move(old: Int32(first), new: Int32(first))
    inner.updates = (inner.updates + changes.updates).sorted { $0.old < $1.old }
    items.replace(part: part, with: rows)
    marks[part] = PageMark(serial: serial, request, answer)
    let grew = request.direction == .append && rows.count > old.count
    commit(inner, from: before, at: now, into: &wishes)
    if grew { times.grew(at: now) }
    noteEnd(at: now)
  }

  /// Puts pages into the place of the whole list.
  mutating func replaceAll(
    with pages: [(request: PageRequest, answer: PageAnswer<Row>)], before: [PageMark],
    at now: Instant, into wishes: inout [PagerWish]
  ) {
    let old = items.array
    items = PagedRows()
    marks = []
    serials = [:]
    dropped = before
    for (serial, page) in pages.enumerated() {
      var changes = ChangeSet()
      items.append(fresh(page.answer.items, serial: serial, &changes))
      marks.append(PageMark(serial: serial, page.request, page.answer))
      take(page.answer.total)
    }
    loads[.append].rest()
    loads[.prepend].rest()
    isLoaded = true
    isOutdated = false
    var changes = ChangeSet()
    diff(from: old, to: items.array, into: &changes, workspace: &workspace)
    commit(changes, from: old.count, at: now, into: &wishes)
    noteEnd(at: now)
  }

  /// Returns the rows of an answer that belong to its page.
  private func rows(of answer: PageAnswer<Row>, _ request: PageRequest) -> [Row] {
    guard request.direction == .prepend, rules.duplicates == .off, case .offset = request.key
    else { return answer.items }
    // The rest of a page that is too long is here already, and nobody would see that.
    return Array(answer.items.prefix(request.size))
  }

  private mutating func take(_ total: Int?) {
    if let total { self.total = max(0, total) }
  }

  /// Returns the rows of a page that are to be shown there, after the rules for rows that come twice.
  ///
  /// Rows that are elsewhere already and show something else now go into the updates of `changes`, in both lists at
  /// the index that they have.
  private mutating func fresh(
    _ rows: [Row], serial: Int, _ changes: inout ChangeSet
  ) -> [Row] {
    if rules.duplicates == .off { return rows }
    var fresh: [Row] = []
    fresh.reserveCapacity(rows.count)
    for row in rows {
      guard let home = serials[row.rowID] else {
        serials[row.rowID] = serial
        fresh.append(row)
        continue
      }
      report.duplicates += 1
      guard rules.duplicates == .replaceInPlace else { continue }
      if home == serial {
        if let twin = fresh.firstIndex(where: { Row.isSameRow($0, row) }) { fresh[twin] = row }
      } else {
        replace(row, inPage: home, &changes)
      }
    }
    changes.updates.sort { $0.old < $1.old }
    return fresh
  }

  private mutating func replace(_ row: Row, inPage serial: Int, _ changes: inout ChangeSet) {
    let part = serial - marks[0].serial
    guard let offset = items.parts[part].rows.firstIndex(where: { Row.isSameRow($0, row) }) else {
      invariantBroken("a row is not in the page that is noted for it")
    }
    let isChanged = !row.showsTheSame(as: items.parts[part].rows[offset])
    items.replace(row, part: part, offset: offset)
    let place = Place(Int32(items.index(ofPart: part) + offset))
    if isChanged, !changes.updates.contains(where: { $0.old == place }) {
      changes.updates.append(.init(old: place, new: place))
    }
  }

  /// Forgets the pages that were kept in mind for a way back that is not needed any more.
  private mutating func takeFromDropped(_ request: PageRequest) {
    if dropped.last?.key == request.key { dropped.removeLast() } else { dropped = [] }
  }

  /// Lets go of the page that is farthest from the one that came, unless it is near what is visible; returns `true` if it
  /// is gone.
  private mutating func dropPage(
    atFront: Bool, _ changes: inout ChangeSet, into wishes: inout [PagerWish]
  ) -> Bool {
    let part = atFront ? 0 : marks.count - 1
    let count = items.parts[part].rows.count
    // The indices that its rows had before the other page came.
    let start =
      atFront ? changes.deletes.count : items.index(ofPart: part) - changes.inserts.count
    if let visible {
      // A page so near would be asked for again at once, and push out the one that came.
      let rest = atFront ? visible.lowerBound - (start + count) : start - visible.upperBound
      if rest <= rules.prefetchDistance { return false }
    }
    // An end to which nobody could come back stays.
    if !atFront, key(after: marks[part - 1], total: nil) == nil { return false }
    let far: PageDirection = atFront ? .prepend : .append
    stop(far, into: &wishes)
    loads[far].rest()
    for row in items.parts[part].rows where rules.duplicates != .off { serials[row.rowID] = nil }
    report.droppedPages += 1
    if atFront {
      if marks[0].offset == nil { dropped.append(marks[0]) }
      changes.drop(first: count)
      items.removeFirst(1)
      marks.removeFirst()
    } else {
      changes.drop(last: places(start..<(start + count)))
      items.removeLast(1)
      marks.removeLast()
    }
    return true
  }

  private func places(_ rows: Range<Int>) -> [Place] { rows.map { Place(Int32($0)) } }
}
