// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

import WeirSources

@Suite struct SharedListApplyingTests {
  @Test(arguments: [1, 5, 40, 400], 0..<6 as Range<UInt64>)
  func `few changes and many lead to the same list as the diff they came from`(
    count: Int, seed: UInt64
  ) {
    var stream = RandomStream(seed: seed, "applying")
    let old = (0..<600).map { Item(id: $0) }
    var new = old
    for number in 0..<count {
      switch stream.index(below: 4) {
      case 0: new.remove(at: stream.index(below: new.count))
      case 1: new.insert(Item(id: 1000 + number), at: stream.index(below: new.count + 1))
      case 2: new[stream.index(below: new.count)].look += 1
      default:
        let row = new.remove(at: stream.index(below: new.count))
        new.insert(row, at: stream.index(below: new.count + 1))
      }
    }
    var list = SharedList(old)
    let changes = diff(from: old, to: new)
    let named = Set(
      changes.inserts.map(\.row) + changes.moves.map(\.to.row) + changes.updates.map(\.new.row))
    list.apply(changes) { index in
      #expect(named.contains(Int32(index)))
      return new[index]
    }
    #expect(list.rows == new)
  }

  @Test func `an empty list fills up and empties again`() {
    let rows = (0..<500).map { Item(id: $0) }
    var list = SharedList<Item>()
    list.apply(diff(from: [], to: rows)) { rows[$0] }
    #expect(list.rows == rows)
    list.apply(diff(from: rows, to: [])) { rows[$0] }
    #expect(list.rows.isEmpty)
  }
}
