// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// Lists that take over what others show who published the same.
@Suite struct ListPrecedentTests {
  /// Two lists of one builder that mostly hear the same, each in batches of its own.
  private func play(seed: UInt64, _ notebook: PublicationNotebook) -> [ListDesk] {
    var chance = RandomStream(seed: seed, "precedents")
    let kind = chance.index(below: 4)
    var builder = QueryBuilder(Path("list")).ordered(by: kind == 0 ? .value : .key)
    if kind > 1 { builder = builder.limited(to: 4 * kind) }
    if chance.below(2) == 0 { builder = builder.descending() }
    let children = (0..<20).map { (Key("row-\(100 + $0)"), Node.integer(Int64($0))) }
    var desks = (0..<2).map { _ in
      ListDesk(builder, wait: 10, atMost: 10, server: FakeServer(children))
    }
    for place in desks.indices {
      desks[place].notebook = notebook
      desks[place].settle()
    }
    for step in 1...120 {
      let key = "row-\(95 + chance.below(8))"
      let node = chance.below(3) == 0 ? Node.null : .integer(Int64(chance.below(4)))
      // What one of them alone hears is soon written over.
      let alone = step % 40 < 8 && chance.below(8) == 0 ? chance.index(below: 2) : nil
      let rests = chance.below(4) != 0
      for place in desks.indices where alone == nil || alone == place {
        desks[place].set(key, node)
        if chance.below(40) == 0 { desks[place].loadPage(UInt32(step), 3) }
        if chance.below(40) == 0 {
          desks[place].perform(.showAtMost(chance.below(2) == 0 ? nil : chance.index(below: 9)))
        }
        if rests != (chance.below(12) == 0) { desks[place].settle() }
        desks[place].list.checkInvariants()
      }
    }
    for place in desks.indices { desks[place].settle() }
    return desks
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a list that takes rows over agrees with a naive one`(seed: UInt64) {
    let notebook = PublicationNotebook()
    for desk in play(seed: seed, notebook) {
      desk.list.checkInvariants()
      #expect(desk.twin.rows == desk.rows)
    }
    #expect(notebook.hints > 0)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a list does not take over what is not as it heard it`(seed: UInt64) {
    var lies = 0
    let notebook = PublicationNotebook { rows, changes in
      var rows = rows
      let touched = changes.inserts + changes.updates.map(\.new)
      guard let place = touched.last.map({ Int($0.row) }) else {
        rows.append(Row(key: Key("row-000"), stamp: 1))
        lies += 1
        return rows
      }
      lies += 1
      switch lies % 3 {
      case 0: rows[place].stamp += 1
      case 1: rows.remove(at: place)
      default:
        let isUpdate = !changes.inserts.contains(Place(Int32(place)))
        rows[place] =
          isUpdate
          ? Row(key: rows[place].key, stamp: 0) : Row(key: Key("row-000"), stamp: rows[place].stamp)
      }
      return rows
    }
    for desk in play(seed: seed, notebook) { #expect(desk.twin.rows == desk.rows) }
    #expect(lies > 0)
  }

  @Test func `a list that takes rows over keeps none of its own`() {
    let notebook = PublicationNotebook()
    let children = (0..<100).map { (Key("row-\(10_000 + $0)"), Node.integer(Int64($0))) }
    var desks = (0..<2).map { _ in
      ListDesk(
        QueryBuilder(Path("list")).limited(to: 60), server: FakeServer(children))
    }
    for place in desks.indices {
      desks[place].notebook = notebook
      desks[place].settle()
      desks[place].set("row-1", .integer(1))
      desks[place].settle()
    }
    #expect(notebook.hints == 1)
    var rows: [[[Row]]] = [[], []]
    for place in desks.indices { desks[place].list.rows(into: &rows[place]) }
    #expect(rows[0] == rows[1])
    #expect(isOneMemory(rows[0][0], rows[1][0]))
    #expect(!isOneMemory(rows[0][0], Array(rows[0][0].shuffled())))
  }

  /// `true` if two arrays lie in the same place.
  private func isOneMemory(_ a: [Row], _ b: [Row]) -> Bool {
    unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in unsafe a.baseAddress == b.baseAddress }
    }
  }
}
