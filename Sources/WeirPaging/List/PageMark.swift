// SPDX-License-Identifier: Apache-2.0

/// The facts that a pager keeps of a page beside its rows.
struct PageMark: Sendable {
  /// The number of the page, one more than that of the page before it.
  var serial: Int
  var key: PageKey
  var size: Int
  var isBackward: Bool
  /// The number of rows of the server that the page covers, also those that are not shown because they were there.
  var covered: Int
  var next: PageLink
  var previous: PageLink
  var itemsBefore: Int?
  var itemsAfter: Int?
  /// `true` if the server sent no row and did not say that this is the end: to ask again would lead nowhere.
  var isBarren: Bool

  init<Row>(serial: Int, _ request: PageRequest, _ answer: PageAnswer<Row>) {
    self.serial = serial
    key = request.key
    size = request.size
    isBackward = request.isBackward
    covered = answer.items.count
    // A page before others ends where they begin, whatever the server has lost there.
    if request.direction == .prepend, case .offset = request.key { covered = request.size }
    next = answer.next
    previous = answer.previous
    itemsBefore = answer.itemsBefore
    itemsAfter = answer.itemsAfter
    isBarren = answer.items.isEmpty && request.direction != .prepend
  }

  /// The number of rows before the page, if its key tells.
  var offset: Int? {
    if case .offset(let offset) = key { return offset }
    return nil
  }

  /// The number of rows up to the end of the page, if its key tells and it is a number.
  var end: Int? {
    guard let offset else { return nil }
    let (end, isTooLarge) = offset.addingReportingOverflow(covered)
    return isTooLarge ? nil : end
  }

  /// Moves the page by rows that came or went before it.
  mutating func move(by rows: Int) {
    if let offset { key = .offset(max(0, offset + rows)) }
  }
}
