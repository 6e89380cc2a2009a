// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

import WeirLists

@Suite struct ViewportTests {
  private func view(_ text: String, _ viewport: Viewport) -> StrictListView<Letter> {
    var view = StrictListView(sections: sections(text))
    view.viewport = viewport
    return view
  }

  @Test func `rows before the visible ones push them, rows behind do not`() {
    var view = view("abcdefgh", Viewport(first: 3, count: 2))
    #expect(view.perform(BatchUpdates(inserts: [0, 1]), to: sections("xyabcdefgh")) == nil)
    #expect(view.lastShift?.insertedBefore == 2)
    #expect(view.lastShift?.drift == 2)
    #expect(view.lastShift?.slide == 2)
    #expect(view.lastShift?.direction == .down)
    #expect(view.lastShift?.isJump == true)
    #expect(view.viewport?.first == 3)
    #expect(view.apply(ChangeSet(inserts: [10]), to: letters("xyabcdefghz")) == nil)
    #expect(view.lastShift == ViewportShift())
    #expect(view.counters.jumps == 1)
    #expect(view.counters.jumpedRows == 2)
  }

  @Test func `in a flipped list the same rows slide the other way`() {
    var view = view("abcdefgh", Viewport(first: 3, count: 2, isFlipped: true))
    #expect(view.perform(BatchUpdates(inserts: [0]), to: sections("xabcdefgh")) == nil)
    #expect(view.lastShift?.direction == .up)
    #expect(view.lastShift?.isJump == true)
    #expect(view.perform(BatchUpdates(deletes: [0]), to: sections("abcdefgh")) == nil)
    #expect(view.lastShift?.direction == .down)
    #expect(view.lastShift?.deletedBefore == 1)
    #expect(view.counters.jumpedRows == 2)
  }

  /// The chat of the flipped list: new messages are row 0, older pages come at the end.
  @Test func `who is at row 0 sees new rows come, and older pages push nobody`() {
    var view = view("edcb", Viewport(count: 3, isFlipped: true))
    #expect(view.perform(BatchUpdates(inserts: [0]), to: sections("fedcb")) == nil)
    #expect(view.lastShift?.slide == 1)
    #expect(view.lastShift?.isJump == false)
    #expect(view.perform(BatchUpdates(inserts: [5]), to: sections("fedcba")) == nil)
    #expect(view.lastShift?.slide == 0)
    #expect(view.counters.jumps == 0)
  }

  @Test func `an app that corrects its offset keeps the rows where they are`() {
    var view = view("abcdefgh", Viewport(first: 3, count: 2, keeps: .rows))
    #expect(
      view.perform(BatchUpdates(deletes: [1], inserts: [0, 1]), to: sections("xyacdefgh")) == nil)
    #expect(view.viewport?.first == 4)
    #expect(view.lastShift?.drift == 1)
    #expect(view.lastShift?.slide == 0)
    #expect(view.counters.jumps == 0)
  }

  @Test func `the first visible row that is left is followed, through sections and moves`() {
    var view = view("abc|def", Viewport(first: 3, count: 3))
    // With its section, d moves to the front.
    #expect(
      view.perform(
        BatchUpdates(sectionMoves: [moveSection(1, 0)]), to: sections("def|abc")) == nil)
    #expect(view.lastShift?.drift == -3)
    #expect(view.perform(BatchUpdates(deletes: [at(1, 0)]), to: sections("def|bc")) == nil)
    // The rows behind a visible one that went close up, which is no jump.
    #expect(view.lastShift?.drift == -1)
    #expect(view.lastShift?.isJump == false)
    #expect(view.viewport?.first == 2)
  }

  @Test func `a visible row that the app moves is not what the place is measured by`() {
    var view = view("abcdef", Viewport(first: 2, count: 3))
    #expect(view.perform(BatchUpdates(moves: [move(2, 0)]), to: sections("cabdef")) == nil)
    #expect(view.lastShift?.drift == 0)
    #expect(view.lastShift?.isJump == false)
  }

  @Test func `when all that was visible is gone, the place is lost`() {
    var view = view("abcdef", Viewport(first: 2, count: 2))
    #expect(view.perform(BatchUpdates(deletes: [2, 3]), to: sections("abef")) == nil)
    #expect(view.lastShift?.hasLostPlace == true)
    #expect(view.counters.jumps == 1)
    view.reloadData(letters("a"))
    #expect(view.viewport?.first == 0)
    #expect(view.lastShift == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the drift is that of the row found again by its name`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "viewport")
    for _ in 0..<100 {
      let batch = RandomBatch(&stream)
      guard batch.isLegal else { continue }
      let old = batch.old.flatMap(\.self)
      let first = stream.index(below: old.count + 1)
      var view = StrictListView(sections: batch.old)
      view.viewport = Viewport(first: first, count: 4)
      #expect(view.perform(batch.updates, to: batch.new) == nil)
      let new = batch.new.flatMap(\.self)
      let moved = Set(
        batch.updates.moves.map { batch.old[Int($0.from.section)][Int($0.from.row)].id })
      let visible = old.indices[first...].prefix(4).filter { place in
        new.contains { $0.id == old[place].id }
      }
      let left = visible.first { !moved.contains(old[$0].id) } ?? visible.first
      if let left, let place = new.firstIndex(where: { $0.id == old[left].id }) {
        #expect(view.lastShift?.drift == place - left)
      } else {
        #expect(view.lastShift?.drift == 0)
        #expect(view.lastShift?.hasLostPlace == (first < old.count))
      }
    }
  }
}
