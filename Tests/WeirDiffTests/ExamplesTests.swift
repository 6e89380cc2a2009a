// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

// Every line of code in the doc comments of the room stands in this file and is run.

struct Message: ListRow {
  var id: Int
  var text: String
  var rowID: Int { id }
  func showsTheSame(as other: Message) -> Bool { text == other.text }
}

extension Message: Identifiable, Equatable {}

struct Day: ListSection {
  var date: Int
  var rows: [Message]
  var sectionID: Int { date }
  func headerShowsTheSame(as other: Day) -> Bool { true }
}

struct Rated: ListRow {
  var id: Int
  var score: Double
  var rowID: Int { id }
  func showsTheSame(as other: Rated) -> Bool { score == other.score }
}

struct Reminder: Identifiable, Equatable {
  var id: Int
  var title: String
}

struct Song: Equatable {
  var key: String
  var title: String
}

private struct Newest: WindowRule {
  func admits(_ id: String, rank: Int, content: String) -> Bool { true }
  func looksTheSame(_ a: String, _ b: String) -> Bool { a == b }
}

@Suite struct ExamplesTests {
  @Test func `every line of code in the doc comments stands in this file`() throws {
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let code = try DocumentedCode(in: "Sources/WeirDiff", of: package)
    #expect(code.lines.count > 80)
    for line in try code.missing(in: #filePath) { Issue.record("no test runs: \(line)") }
  }

  @Test func `of the change set`() {
    let changes =
      ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)])
    #expect(changes.description == "deletes [1], inserts [2], moves [2 → 0]")
    #expect(
      ChangeSet(deletes: [1], moves: [.init(from: 2, to: 0)]).description
        == "deletes [1], moves [2 → 0]")
    #expect(
      ChangeSet(inserts: [0], sections: SectionChanges(deletes: [1])).description
        == "sections: deletes [1]; inserts [0]")
    #expect(
      ChangeSet().description
        == "nothing")
    #expect(
      SectionChanges(deletes: [1], moves: [.init(from: 2, to: 0)]).description
        == "deletes [1], moves [2 → 0]")
    #expect(
      diff(values: ["a", "b", "c", "d", "e"], to: ["d", "e", "c", "a", "b"])
        .description == "moves [3 → 0, 4 → 1, 2 → 2]")
    #expect(
      Place(section: 1, row: 4)
        .description == "4 of section 1")
    let place: Place = 4  // row 4 of a flat list, which is section 0
    #expect(place.description == "4")
    let update = ChangeSet.Update(old: 2, new: Place(section: 1, row: 0))
    #expect("\(update)" == "2 → 0 of section 1")
    #expect("\(ChangeSet.Move(from: 2, to: 0))" == "2 → 0")
    #expect("\(SectionChanges.Move(from: 2, to: 0))" == "2 → 0")
    #expect("\(SectionChanges.Update(old: 2, new: 0))" == "2 → 0")
  }

  @Test func `of rows and values`() {
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    do {
      let old = [Message(id: 1, text: "hello"), Message(id: 2, text: "anybody?")]
      let new = [Message(id: 2, text: "anybody there?"), Message(id: 3, text: "yes")]
      diff(from: old, to: new, into: &changes, workspace: &workspace)
      #expect("\(changes)" == "deletes [0], inserts [1], updates [1 → 0]")
      #expect(
        diff(from: old, to: new)
          == changes)
    }
    #expect(
      diff(from: [Rated(id: 1, score: .nan)], to: [Rated(id: 1, score: .nan)])
        .isEmpty)
    diff(values: [1, 2, 3], to: [3, 1, 4], into: &changes, workspace: &workspace)
    #expect("\(changes)" == "deletes [1], inserts [2], moves [2 → 0]")
    #expect(
      diff(values: [1, 2, 3], to: [3, 1, 4])
        == changes)
    #expect(
      diff(values: ["a", "b", "c"], to: ["c", "a", "d"])
        == changes)
    diff(values: ["caf\u{E9}"], to: ["cafe\u{301}"], into: &changes, workspace: &workspace)
    #expect(changes.isEmpty)
    let (old, new) = (["caf\u{E9}"], ["cafe\u{301}"])
    #expect(
      diff(values: old, to: new)
        .isEmpty)
    #expect(
      diff(values: old.map { Array($0.utf8) }, to: new.map { Array($0.utf8) })
        .description == "deletes [0], inserts [0]")
  }

  @Test func `of elements with an id`() {
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    let (milk, oats) = (Reminder(id: 1, title: "buy milk"), Reminder(id: 1, title: "buy oats"))
    #expect(
      diff(from: [milk], to: [oats])
        .description == "updates [0 → 0]")
    diff(from: [Reminder(id: 1, title: "a")], to: [], into: &changes, workspace: &workspace)
    #expect("\(changes)" == "deletes [0]")
    #expect(
      diff(from: [Message(id: 1, text: "hello")], to: [])
        .description == "deletes [0]")
    diff(from: [Message(id: 1, text: "a")], to: [], into: &changes, workspace: &workspace)
    #expect("\(changes)" == "deletes [0]")
    let old = [Song(key: "a", title: "Help!"), Song(key: "b", title: "Yesterday")]
    let new = [Song(key: "b", title: "Yesterday"), Song(key: "a", title: "Help")]
    #expect(
      diff(from: old, to: new, id: \.key)
        .description == "moves [1 → 0], updates [0 → 1]")
  }

  @Test func `of sections and plans`() throws {
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    let (hello, bye) = (Message(id: 1, text: "hello"), Message(id: 2, text: "bye"))
    do {
      let old = [Day(date: 1, rows: [hello, bye]), Day(date: 2, rows: [])]
      let new = [Day(date: 2, rows: [hello]), Day(date: 3, rows: [])]
      diff(sections: old, to: new, into: &changes, workspace: &workspace)
    }
    #expect("\(changes)" == "sections: deletes [0], inserts [1]; moves [0 → 0]")
    #expect(
      diff(sections: [Day(date: 1, rows: [])], to: [])
        .description == "sections: deletes [0]")
    let (old, new) = ([[hello, bye], []], [[hello], []])
    let plan = Plan(changes, from: old, to: new, style: .staged, reloadOver: 100)
    var shown = old
    for stage in plan.stages {
      shown = stage.changes.applying(toSections: shown, contents: stage.rows)  // as the view does
    }
    #expect(shown == new)
    let problems = #expect(throws: Problems.self) {
      _ =
        try checkedDiff(from: [hello, bye], to: [bye, bye])
    }
    #expect(problems?.all.first?.message == "rows 0 and 1 of the new list are the same row")
    let away = ChangeSet.Move(from: 0, to: Place(section: 1, row: 0))
    #expect(
      ChangeSet(moves: [away]).isOneBatch
        == true)
    #expect(
      ChangeSet(moves: [away], sections: SectionChanges(inserts: [1])).isOneBatch
        == false)
    #expect(
      ChangeSet(deletes: [0], sections: SectionChanges(moves: [.init(from: 0, to: 1)])).asOneBatch
        .description == "sections: deletes [0], inserts [1]")
    #expect(
      ChangeSet(moves: [.init(from: 2, to: 0)]).asDeletesAndInserts
        .description == "deletes [2], inserts [0]")
  }

  @Test func `of the algebra`() {
    do {
      let changes = ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)])
      #expect(
        changes.applying(to: ["a", "b", "c"], contents: ["c", "a", "d"])
          == ["c", "a", "d"])
    }
    do {
      let changes = ChangeSet(sections: SectionChanges(moves: [.init(from: 1, to: 0)]))
      #expect(
        changes.applying(toSections: [["a"], ["b", "c"]], contents: [["b", "c"], ["a"]])
          == [["b", "c"], ["a"]])
    }
    do {
      let first = ChangeSet(inserts: [0])
      #expect(
        first.followed(by: ChangeSet(deletes: [0]), oldCount: 3)
          .isEmpty)
    }
    do {
      let first = ChangeSet(sections: SectionChanges(inserts: [0]))
      let next = ChangeSet(sections: SectionChanges(deletes: [0]))
      #expect(
        first.followed(by: next, old: [3], middle: [1, 3], new: [3])
          .isEmpty)
    }
    #expect(
      ChangeSet(deletes: [1], moves: [.init(from: 2, to: 0)]).inverse
        .description == "inserts [1], moves [0 → 2]")
    #expect(
      ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)]).script
        .batches == [[.delete(2), .delete(1)], [.insert(0)], [.insert(2)]])
    #expect(
      ChangeSet(deletes: [3]).checkShape(oldCount: 3, newCount: 2)
        == "delete of row 3 in a list of 3")
    #expect(
      ChangeSet(deletes: [1, 1]).isWellFormed
        == false)
    #expect(
      ChangeSet(updates: [.init(old: 1, new: 0)]).isWellFormed
        == false)
    #expect(
      ChangeSet(deletes: [0], updates: [.init(old: 1, new: 0)]).isWellFormed
        == true)
  }

  @Test func `of lineages and replaced updates`() {
    do {
      let lineage = diff(values: ["a", "b", "c"], to: ["c", "a", "d"]).lineage(oldCount: 3)
      #expect(
        lineage.origin(of: 0)
          == 2)
      #expect(
        lineage.target(of: 1)
          == nil)
    }
    #expect(
      ChangeSet(inserts: [0]).lineage(oldCount: 3).origin(of: 2)
        == 1)
    #expect(
      ChangeSet(inserts: [0]).lineage(oldCount: 3).target(of: 2)
        == 3)
    #expect(
      ChangeSet(deletes: [0]).lineage(oldCount: 3).target(of: 2)
        == 1)
    do {
      let first = ChangeSet(sections: SectionChanges(deletes: [0]))
      let lineage = first.lineage(old: [1, 2], new: [2])
      #expect(
        lineage.origin(of: Place(section: 0, row: 1))
          == Place(section: 1, row: 1))
      #expect(
        lineage.target(of: Place(section: 0, row: 0))
          == nil)
      #expect(
        lineage.origin(ofSection: 0)
          == 1)
      #expect(
        lineage.target(ofSection: 1)
          == 0)
    }
    do {
      let lineage = ChangeSet(deletes: [0]).lineage(old: [1, 2], new: [0, 2])
      #expect(
        lineage.target(of: Place(section: 0, row: 0))
          == nil)
    }
    do {
      let changes = ChangeSet(moves: [.init(from: 2, to: 0)], updates: [.init(old: 1, new: 2)])
      #expect(
        changes.replacingUpdates(oldCount: 3)
          .description == "deletes [1], inserts [2], moves [2 → 0]")
    }
    do {
      let first = Place(section: 1, row: 0)
      let changes = ChangeSet(updates: [.init(old: first, new: first)])
      #expect(
        changes.replacingUpdates(old: [1, 2], new: [1, 2])
          .description == "deletes [0 of section 1], inserts [0 of section 1]")
    }
  }

  @Test func `of lists that know their changes`() {
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    do {
      let rows = (0..<70_001).map { Message(id: $0, text: "") }
      let changed = Message(id: 70_000, text: "edited")
      var list = SharedList(rows)
      let shown = list
      list.replace(at: 70_000, with: changed)
      #expect(
        list.changes(since: shown)
          .description == "updates [70000 → 70000]")
    }
    do {
      let (rule, text) = (Newest(), "hello")
      var window = OrderedWindow(rule, limit: 50)
      for number in 0..<60 {
        window.set(
          "\(number)", rank: number < 3 ? number : 10 + number, content: "", into: &changes)
      }
      window.set("k", rank: 7, content: text, into: &changes)
      #expect("\(changes)" == "deletes [49], inserts [3]")
      window.remove("k", into: &changes)
      #expect("\(changes)" == "deletes [3], inserts [49]")
    }
    let (shown, wanted) = ([Message(id: 1, text: "a")], [Message(id: 1, text: "b")])
    do {
      var workspace = DiffWorkspace()
      diff(from: shown, to: wanted, into: &changes, workspace: &workspace)
      #expect("\(changes)" == "updates [0 → 0]")
    }
    diff(from: wanted, to: shown, into: &changes, workspace: &workspace)
    #expect("\(changes)" == "updates [0 → 0]")
  }
}
