// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

import WeirLists

@Suite struct TableAdapterTests {
  /// A view that shows sections, an adapter, and whether the stream has loaded.
  private func attached(
    _ text: String, section: Int? = nil, in table: String? = nil, isLoaded: Bool = true
  ) -> (TableAdapter, StrictListView<Letter>) {
    var view = StrictListView(sections: sections(table ?? text))
    var adapter = TableAdapter(section: section)
    adapter.attach(to: &view, showing: sections(text))
    if isLoaded { adapter.finishInitialLoad() }
    return (adapter, view)
  }

  @Test func `a change set of a flat stream or of one in sections becomes one batch`() {
    var (adapter, view) = attached("abc")
    #expect(
      adapter.show(ChangeSet(deletes: [1], inserts: [2]), rows: sections("acd"), in: &view) == nil)
    #expect(view.rows == letters("acd"))
    (adapter, view) = attached("ab|c")
    let changes = ChangeSet(
      moves: [move(at(1, 0), at(0, 0))], sections: SectionChanges(inserts: [2]))
    #expect(adapter.show(changes, rows: sections("cab||x"), in: &view) == nil)
    #expect(view.sections == sections("cab||x"))
    #expect(adapter.counters.animatedBatches == 1 && view.counters.batches == 1)
  }

  @Test func `nothing is animated until the initial load is over`() {
    var (adapter, view) = attached("", isLoaded: false)
    #expect(adapter.show(ChangeSet(inserts: [0, 1]), rows: sections("ab"), in: &view) == nil)
    #expect(adapter.reload([0], rows: sections("a'b"), in: &view) == nil)
    #expect(adapter.counters.animatedBatches == 0 && adapter.counters.plainBatches == 2)
    adapter.finishInitialLoad()
    #expect(adapter.reload([0], rows: sections("a''b"), in: &view) == nil)
    #expect(adapter.counters.animatedBatches == 1)
  }

  @Test func `a flat stream in a section of a larger table leaves the other sections alone`() {
    var (adapter, view) = attached("b", section: 1, in: "a||c")
    #expect(view.sections == sections("a|b|c"))
    let changes = ChangeSet(
      deletes: [0], inserts: [1], moves: [], updates: [])
    #expect(
      adapter.show(ChangeSet(inserts: [0, 2]), rows: sections("xby"), in: &view) == nil)
    #expect(adapter.show(changes, rows: sections("bzy"), in: &view) == nil)
    #expect(
      adapter.show(
        ChangeSet(moves: [.init(from: 2, to: 0)], updates: [.init(old: 0, new: 1)]),
        rows: sections("yb'z"), in: &view) == nil)
    #expect(adapter.reload([2], rows: sections("yb'z'"), in: &view) == nil)
    #expect(view.sections == sections("a|yb'z'|c"))
  }

  @Test func `it never inserts or deletes sections of a table in which it has one`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var view = StrictListView(sections: sections("a|b"))
      var adapter = TableAdapter(section: 1)
      let changes = ChangeSet(sections: SectionChanges(deletes: [0]))
      _ = adapter.show(changes, rows: sections("b"), in: &view)
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("a change of sections in section 1 of a view") == true)
  }

  @Test func `attaching reloads once, and only if the view shows something else`() {
    var (adapter, view) = attached("ab", in: "ab")
    #expect(adapter.counters.dataReloads == 0)
    adapter.attach(to: &view, showing: sections("ab'"))
    #expect(view.rows == letters("ab'"))
    #expect(adapter.counters.dataReloads == 1 && view.counters.degraded == 1)
    var late = TableAdapter(section: 2)
    late.attach(to: &view, showing: sections("c"))
    #expect(view.sections == sections("ab'||c"))
  }

  @Test func `more changes than the limit are a reload, which is counted as degraded`() {
    var view = StrictListView(rows: letters("abc"))
    var adapter = TableAdapter(reloadOver: 2)
    #expect(adapter.show(ChangeSet(deletes: [0, 1]), rows: sections("c"), in: &view) == nil)
    #expect(view.counters.degraded == 0)
    #expect(
      adapter.show(ChangeSet(deletes: [0], inserts: [0, 1]), rows: sections("de"), in: &view)
        == nil)
    #expect(view.rows == letters("de"))
    #expect(view.counters.degraded == 1 && adapter.counters.dataReloads == 1)
    #expect(view.counters.batches == 1)
  }

  @Test func `what the view refuses comes back as the fault, and is counted as nothing else`() {
    var (adapter, view) = attached("ab")
    let fault = adapter.show(ChangeSet(deletes: [0]), rows: sections("ab"), in: &view)
    #expect(fault?.rule == .rowCount)
    #expect(adapter.counters.faults == 1 && adapter.counters.rowOperations == 0)
    #expect(adapter.reload([5], rows: sections("ab"), in: &view)?.rule == .deleteOutOfBounds)
  }

  @Test func `a row that is reloaded is not refreshed as well, and one that moves cannot be`() {
    var (adapter, view) = attached("ab")
    let update = ChangeSet(updates: [.init(old: 1, new: 1)])
    #expect(adapter.show(update, reloads: [1], rows: sections("ab'"), in: &view) == nil)
    #expect(adapter.counters.reloadedRows == 1 && adapter.counters.refreshedRows == 0)
    var (other, table) = attached("abcd")
    let places = [Place(0), Place(1), Place(2), Place(3)]
    let all = ChangeSet(updates: places.map { .init(old: $0, new: $0) })
    #expect(
      other.show(
        all, reloads: [places[3], places[0], places[2]], rows: sections("a'b'c'd'"), in: &table)
        == nil)
    #expect(other.counters.reloadedRows == 3 && other.counters.refreshedRows == 1)
    let move = ChangeSet(moves: [.init(from: 1, to: 0)])
    let fault = adapter.show(move, reloads: [1], rows: sections("b'a"), in: &view)
    #expect(fault != nil)
  }

  @Test func `a batch may be told call by call, and is counted when it ends`() {
    var (adapter, view) = attached("b", section: 1, in: "a|b")
    #expect(adapter.beginUpdates(in: &view) == nil)
    #expect(adapter.beginUpdates(in: &view) == nil)
    #expect(adapter.add(BatchUpdates(deletes: [0]), in: &view) == nil)
    #expect(adapter.endUpdates(rows: sections(""), in: &view) == nil)
    #expect(adapter.add(BatchUpdates(inserts: [0, 1]), in: &view) == nil)
    #expect(adapter.counters.rowOperations == 0)
    #expect(adapter.endUpdates(rows: sections("cd"), in: &view) == nil)
    #expect(view.sections == sections("a|cd"))
    #expect(adapter.counters.rowOperations == 3 && adapter.counters.animatedBatches == 1)
    #expect(adapter.add(BatchUpdates(inserts: [0]), in: &view)?.rule == .callOutOfPlace)
  }

  @Test func `in a flipped chat new rows at row 0 jump only when the person reads older ones`() {
    var (adapter, view) = attached("abcdefgh")
    view.viewport = Viewport(first: 0, count: 3, isFlipped: true)
    #expect(adapter.show(ChangeSet(inserts: [0]), rows: sections("xabcdefgh"), in: &view) == nil)
    #expect(adapter.counters.jumps == 0)
    view.viewport?.first = 4
    let seen = adapter.counters.insertedBeforeVisible
    #expect(adapter.show(ChangeSet(inserts: [0]), rows: sections("yxabcdefgh"), in: &view) == nil)
    #expect(adapter.counters.insertedBeforeVisible == seen + 1)
    #expect(adapter.counters.jumps == 1)
    // A page of older rows comes at the far end, where nobody is pushed.
    let page = ChangeSet(inserts: [10, 11])
    #expect(adapter.show(page, rows: sections("yxabcdefghij"), in: &view) == nil)
    #expect(adapter.counters.jumps == 1 && view.counters.jumps == 1)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `several adapters share a table, and each section is its stream's list`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "adapters")
    var lists = [[Letter]](repeating: [], count: 3)
    var view = StrictListView(sections: lists)
    var adapters = (0..<3).map { TableAdapter(section: $0) }
    var operations = 0
    for _ in 0..<60 {
      let number = chance.index(below: 3)
      var ids = Array(0..<8)
      chance.shuffle(&ids)
      let new = ids.prefix(chance.index(below: 8)).map {
        Letter(id: $0, look: chance.index(below: 2))
      }
      let changes = diff(from: lists[number], to: new)
      lists[number] = new
      #expect(adapters[number].show(changes, rows: [new], in: &view) == nil)
      #expect(view.sections == lists)
      operations += changes.deletes.count + changes.inserts.count + changes.moves.count
    }
    #expect(adapters.reduce(0) { $0 + $1.counters.rowOperations } == operations)
    #expect(adapters.reduce(0) { $0 + $1.counters.plainBatches } == 60)
    #expect(view.counters.batches == 60 && view.counters.faults == 0)
  }
}
