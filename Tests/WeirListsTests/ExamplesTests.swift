// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirLists
import WeirTestSupport

// Every line of code in the doc comments of the room and in "Check batch updates" stands in this file and is run.

private struct Message: Equatable {
  var id: Int
  var text = ""
}

extension Message: ListRow {
  var rowID: Int { id }
  func showsTheSame(as other: Message) -> Bool { text == other.text }
}

@Suite struct ExamplesTests {
  private let a = Message(id: 1)
  private let b = Message(id: 2)
  private let c = Message(id: 3)
  private let d = Message(id: 4)
  private let hello = Message(id: 1, text: "hello")
  private let world = Message(id: 2, text: "world")

  @Test func `every line of code in the doc comments stands in this file`() throws {
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let code = try DocumentedCode(in: "Sources/WeirLists", of: package)
    #expect(code.lines.count > 25)
    for line in try code.missing(in: #filePath) { Issue.record("no test runs: \(line)") }
  }

  @Test func `every line of code in the article stands in this file`() throws {
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let article = "Sources/WeirKit/WeirKit.docc/ListView.md"
    let code = try DocumentedCode(inArticle: article, of: package)
    #expect(code.lines.count > 15)
    // The words of a fault stand there as well; they have a test of their own below.
    let words = ["LV-4 (crash):", "rows before:", "updates:"]
    for line in try code.missing(in: #filePath) where !words.contains(where: line.hasPrefix) {
      Issue.record("no test runs: \(line)")
    }
  }

  @Test func `deleting the first message is a legal batch`() {
    var view = StrictListView(rows: [hello, world])
    let fault = view.apply(ChangeSet(deletes: [0]), to: [world])
    #expect(fault == nil, "\(fault?.description ?? "")")
  }

  @Test func `a fault says what was wrong`() {
    let (two, one) = ([hello, world], [world])
    var view = StrictListView<Message>(rows: two)
    let words =
      view.apply(ChangeSet(deletes: [2]), to: one)?.description
    #expect(
      words == """
        LV-4 (crash): attempt to delete row 2 from section 0 which only contains 2 rows before the update
          rows before: [2], after: [1]
          updates: delete row (0 - 2)
        """)
    #expect(
      ListViewRule.deleteAndMove.description  // "LV-11"
        == "LV-11")
  }

  @Test func `the second of two equal batches is a fault`() {
    var view = StrictListView(rows: [a, b])
    let first =
      view.apply(ChangeSet(deletes: [0]), to: [b])  // nil: performed
    #expect(first == nil)
    let second =
      view.apply(ChangeSet(deletes: [0]), to: [b])  // LV-2: 1 row before, 1 after, 1 deleted
    #expect(second?.rule == .rowCount)
  }

  @Test func `sections move, and nothing is reloaded in them`() {
    do {
      var view = StrictListView(sections: [[a, b], [c, d]])
      let fault =
        view.perform(
          BatchUpdates(
            reloads: [Place(section: 1, row: 0)], sectionMoves: [.init(from: 1, to: 0)]),
          to: [[c, d], [a, b]])
      #expect(fault?.rule == .reloadInMovedSection)
    }
    let (a, b) = ([self.a], [self.b])
    var view = StrictListView(sections: [a, b])
    let fault =
      view.perform(BatchUpdates(sectionMoves: [.init(from: 1, to: 0)]), to: [b, a])
    #expect(fault == nil)
    var updates = BatchUpdates(deletes: [3], inserts: [0])
    updates.reloads.append(Place(section: 1, row: 4))
    #expect(updates.reloads.count == 1)
  }

  @Test func `a model that changes too early, and a view that reloads`() {
    do {
      var view = StrictListView(rows: [a, b], beforeCounts: .adversarial)
      let fault =
        view.perform(BatchUpdates(deletes: [0]), from: [[b]], to: [[b]])
      #expect(fault?.rule == .rowCount)
    }
    let rows = [a, b]
    var view = StrictListView(rows: rows, profile: .collectionViewPre164)
    #expect(view.apply(ChangeSet(), to: [a]) == nil)
    #expect(
      view.counters.degraded
        == 1)
  }

  @Test func `what the person sees`() {
    let hundred = (0..<100).map { Message(id: $0) }
    let hundredAndOne = [Message(id: -1)] + hundred
    var view = StrictListView(rows: hundred)
    view.viewport = Viewport(first: 20, count: 10)
    let fault =
      view.apply(ChangeSet(inserts: [0]), to: hundredAndOne)
    #expect(fault == nil)
    #expect(
      view.lastShift?.drift  // 1: every row that was visible lies one place further
        == 1)
    #expect(
      view.counters.jumps  // 1: and nobody asked for it
        == 1)
  }

  @Test func `adapters and snapshots`() {
    struct Publication { var changes = ChangeSet(inserts: [1]) }
    var view = StrictListView(sections: [[d], []])
    let (rows, newRows, update) = ([a], [a, b], Publication())
    var adapter = TableAdapter(section: 1)  // a flat stream, under somebody else's header
    adapter.attach(to: &view, showing: [rows])  // section 1 shows them, the others stay
    let fault =
      adapter.show(update.changes, rows: [newRows], in: &view)  // nil: performed, and not animated
    #expect(fault == nil)
    adapter.finishInitialLoad()  // from now on batches are animated
    #expect(view.sections == [[d], newRows])

    let messages = [a, b]
    var snapshot = ListSnapshot<String, Message>()
    snapshot.appendSections(["today"])
    snapshot.appendItems(messages, to: "today")
    let words =
      snapshot.reloadItems([77])?.reason
    #expect(
      words == "Attempted to reload item identifier that does not exist in the snapshot: 77")
    var next = snapshot
    next.appendItems([c], to: "today")
    var list = DiffableListView<String, Message>()
    var faults: [DiffableFault?] = []
    faults.append(
      list.apply(snapshot)  // nil: performed, and its animation has begun
    )
    faults.append(
      list.apply(next)  // nil: it waits
    )
    faults.append(
      list.finish()  // the animation is over, so the next one is performed
    )
    #expect(faults == [nil, nil, nil])
  }
}
