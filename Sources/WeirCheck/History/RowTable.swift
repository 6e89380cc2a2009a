// SPDX-License-Identifier: GPL-3.0-or-later

/// Rows by their numbers, which rise and are never given twice; rows can be taken out, and their memory serves others.
///
/// - Complexity: O(1). Of a row that was taken out nothing is left once those with neighbouring numbers are out as well.
package struct RowTable: Sendable {
  private static let size = 256

  /// The slots of the rows with neighbouring numbers; -1 for those that are out.
  private struct Page: Sendable {
    var slots: [Int32] = []
    var left = 0
  }

  private var slots: [RowVersions.Row] = []
  private var free: [Int32] = []
  private var pages: [Page] = []
  /// The number of rows that were ever added.
  package private(set) var count = 0

  init() {}

  /// The number of rows that are there.
  package var room: Int { slots.count - free.count }

  /// `true` if there is a row of this number, and it was not taken out.
  func contains(_ number: Int32) -> Bool {
    guard number >= 0, Int(number) < count else { return false }
    let page = pages[Int(number) / Self.size]
    return page.left > 0 && page.slots[Int(number) % Self.size] >= 0
  }

  private func slot(of number: Int) -> Int {
    Int(pages[number / Self.size].slots[number % Self.size])
  }

  /// The row of a number, which must be there.
  subscript(number: Int) -> RowVersions.Row {
    // Lent, so that to ask for a part of it does not copy all of it; and in place, for a loan elsewhere takes memory of its own.
    @inline(__always) _read { yield slots[slot(of: number)] }
    @inline(__always) _modify { yield &slots[slot(of: number)] }
  }

  /// Adds a row, whose number is the count of those before it.
  mutating func append(_ row: RowVersions.Row) {
    if count % Self.size == 0 { pages.append(Page()) }
    if let slot = free.popLast() {
      slots[Int(slot)] = row
      pages[count / Self.size].slots.append(slot)
    } else {
      pages[count / Self.size].slots.append(Int32(slots.count))
      slots.append(row)
    }
    pages[count / Self.size].left += 1
    count += 1
  }

  /// Takes a row out, which must be there.
  mutating func remove(_ number: Int) {
    let slot = slot(of: number)
    slots[slot] = RowVersions.Row(list: 0, home: -1, key: slots[slot].key)
    free.append(Int32(slot))
    let page = number / Self.size
    pages[page].slots[number % Self.size] = -1
    pages[page].left -= 1
    // The last page may get more.
    if pages[page].left == 0, pages[page].slots.count == Self.size { pages[page].slots = [] }
  }

  /// The numbers of the rows that are there, from the smallest on.
  var numbers: some Sequence<Int> { (0..<count).lazy.filter { contains(Int32($0)) } }
}
