// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirObjects
import WeirTree

@Suite struct FieldStateTests {
  private func heard(_ node: Node) -> FieldState {
    var state = FieldState()
    state.hear(node)
    return state
  }

  @Test func `at first nothing is known`() {
    #expect(FieldState().phase == .unknown)
    #expect(FieldState().shown.isNull)
  }

  @Test func `what is heard is shown, and what is edited is shown over it`() {
    var state = heard(.text("a"))
    #expect(state.phase == .remote)
    state.write(.text("b"))
    #expect(state.phase == .edited)
    #expect(state.shown == .text("b"))
    #expect(state.known == .text("a"))
  }

  @Test func `to write what is shown is an edit, too`() {
    var state = heard(.text("a"))
    state.write(.text("a"))
    #expect(state.hasEdit)
    #expect(!state.isConflict)
  }

  @Test func `P1: news do not take an edit away, and are a conflict`() {
    var state = heard(.text("a"))
    state.write(.text("b"))
    state.hear(.text("c"))
    #expect(state.phase == .conflict)
    #expect(state.shown == .text("b"))
    #expect(state.known == .text("c"))
  }

  @Test func `what was known is heard again, and is no conflict`() {
    var state = heard(.text("a"))
    state.write(.text("b"))
    state.hear(.text("a"))
    #expect(state.phase == .edited)
  }

  @Test func `a conflict ends by itself when what the edit was made over is back`() {
    var state = heard(.text("a"))
    state.write(.text("b"))
    state.hear(.text("c"))
    state.hear(.text("a"))
    #expect(state.phase == .edited)
  }

  @Test func `somebody else writes just what was edited, and nothing is left to save`() {
    var state = heard(.text("a"))
    state.write(.text("b"))
    state.hear(.text("b"))
    #expect(state.phase == .remote)
  }

  @Test func `a conflict ends as somebody decides`() {
    var mine = heard(.text("a"))
    mine.write(.text("b"))
    mine.hear(.text("c"))
    var theirs = mine
    mine.decide(.mine)
    #expect(mine.phase == .edited)
    #expect(mine.shown == .text("b"))
    theirs.decide(.theirs)
    #expect(theirs.phase == .remote)
    #expect(theirs.shown == .text("c"))
  }

  @Test func `to type on hides no conflict, and to type what they have ends it`() {
    var state = heard(.text("a"))
    state.write(.text("b"))
    state.hear(.text("c"))
    state.write(.text("d"))
    #expect(state.phase == .conflict)
    state.write(.text("c"))
    #expect(state.phase == .edited)
  }

  @Test func `an edit before anything is known is a conflict only with something`() {
    var state = FieldState()
    state.write(.text("b"))
    #expect(state.phase == .edited)
    state.hear(.null)
    #expect(state.phase == .edited)
    state.hear(.text("a"))
    #expect(state.phase == .conflict)
  }

  @Test func `a value that is taken away is nothing, until that is reverted`() {
    var state = heard(.text("a"))
    state.write(.null)
    #expect(state.phase == .edited)
    #expect(state.shown.isNull)
    state.revert()
    #expect(state == heard(.text("a")))
  }

  @Test func `what cannot be read leaves the last that could, and an edit`() {
    var state = heard(.text("a"))
    state.hear(CodingFault("7", instead: "a text"))
    #expect(state.phase == .broken)
    #expect(state.shown == .text("a"))
    state.write(.text("b"))
    #expect(state.phase == .edited)
    state.hear(.text("c"))
    #expect(state.fault == nil)
    #expect(state.phase == .conflict)
  }

  @Test func `P5: states of which the same is known are equal, whatever it is`() {
    #expect(FieldState() == FieldState() && FieldState() != heard(.null))
    let fault = CodingFault("7", instead: "a text")
    var (one, other) = (heard(.text("a")), heard(.text("a")))
    one.hear(fault)
    #expect(one != other)
    other.hear(fault)
    #expect(one == other)
    other.write(.text("a"))
    #expect(one != other)
  }
}
