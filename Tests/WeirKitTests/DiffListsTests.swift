// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirKit

// Everything that the article "Diff your own lists" shows stands here, line by line, and is run.

struct Message: ListRow {
  var id: Int
  var text: String
  var rowID: Int { id }
  func showsTheSame(as other: Message) -> Bool { text == other.text }
}

extension Message: Equatable {}

struct Day: ListSection {
  var date: Int
  var rows: [Message]
  var sectionID: Int { date }
  func headerShowsTheSame(as other: Day) -> Bool { true }
}

struct Newest: WindowRule {
  func admits(_ id: String, rank: Int, content: String) -> Bool { !content.isEmpty }
  func looksTheSame(_ a: String, _ b: String) -> Bool { a == b }
}

@Suite struct DiffListsTests {
  let hello = Message(id: 1, text: "hello")
  let bye = Message(id: 2, text: "bye")
  let again = Message(id: 3, text: "again")

  @Test func `every line of code in the article stands in this file`() throws {
    let here = try lines(of: #filePath)
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let article = try lines(of: "/\(folder)/Sources/WeirKit/WeirKit.docc/DiffLists.md")
    let code = article.filter { $0.hasPrefix("    ") }.map { trimmed($0) }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    #expect(code.count > 30)
    let known = Set(here.map { trimmed($0) })
    for line in code { #expect(known.contains(line), "no test runs: \(line)") }
  }

  @Test func `equal values need nothing but the two arrays`() {
    let changes = diff(values: ["a", "b", "c"], to: ["c", "a", "d"])
    #expect(changes == ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)]))
  }

  @Test func `three lines find what an app has to tell its view`() {
    let old = [Message(id: 1, text: "hello"), Message(id: 2, text: "anybody?")]
    let new = [Message(id: 2, text: "anybody there?"), Message(id: 3, text: "yes")]
    let changes = diff(from: old, to: new)
    #expect(changes == ChangeSet(deletes: [0], inserts: [1], updates: [.init(old: 1, new: 0)]))
    #expect(
      changes.applying(to: old, contents: new)  // new
        == new)
    #expect(
      changes.inverse  // the way back: deletes [1], inserts [0], updates [0 → 1]
        == ChangeSet(deletes: [1], inserts: [0], updates: [.init(old: 0, new: 1)]))
  }

  @Test func `with memory of one's own the same is found`() {
    let (old, new) = ([hello, bye], [bye, again])
    var changes = ChangeSet()
    var workspace = DiffWorkspace()
    diff(from: old, to: new, into: &changes, workspace: &workspace)
    #expect(changes == diff(from: old, to: new))
    let growths = workspace.growths
    diff(from: old, to: new, into: &changes, workspace: &workspace)
    #expect(workspace.growths == growths)
  }

  @Test func `a row that leaves a day that goes is a move, and a plan makes batches of it`() {
    let old = [Day(date: 1, rows: [hello, bye]), Day(date: 2, rows: [again])]
    let new = [Day(date: 2, rows: [hello, again])]
    let changes = diff(sections: old, to: new)
    #expect(
      changes
        == ChangeSet(
          moves: [.init(from: 0, to: 0)], sections: SectionChanges(deletes: [0])))
    #expect(!changes.isOneBatch)
    let plan = Plan(changes, from: old.map(\.rows), to: new.map(\.rows), style: .staged)
    var view = StrictListView(sections: old.map(\.rows))
    for stage in plan.stages {
      let fault = view.perform(BatchUpdates(stage.changes), to: stage.rows)
      #expect(fault == nil, "\(fault?.description ?? "")")
    }
    #expect(view.sections == new.map(\.rows))
    #expect(!plan.isReload && plan.stages.count == 2)
    #expect(
      Plan(
        changes, from: old.map(\.rows), to: new.map(\.rows), style: .staged, reloadOver: 1
      ).isReload)
  }

  @Test func `rows that share an id are found as a mistake`() {
    let problems = #expect(throws: Problems.self) {
      let changes = try checkedDiff(from: [hello, bye], to: [hello, hello])
      _ = changes
    }
    #expect(problems?.all.first?.message == "rows 0 and 1 of the new list are the same row")
  }

  @Test func `a shared list finds one changed row`() {
    let messages = (0..<80_000).map { Message(id: $0, text: "") }
    var list = SharedList(messages)
    let shown = list
    list.replace(at: 70_000, with: Message(id: 70_000, text: "edited"))
    let changes = list.changes(since: shown)
    #expect(changes == ChangeSet(updates: [.init(old: 70_000, new: 70_000)]))
    #expect(shown[70_000].text == "")
  }

  @Test func `a window says what each event does`() {
    var said: [ChangeSet] = []
    var window = OrderedWindow(Newest(), .last, limit: 2)
    var changes = ChangeSet()
    window.set("k1", rank: 1, content: "hello", into: &changes)  // inserts [0]
    said.append(changes)
    window.set("k2", rank: 2, content: "again", into: &changes)  // inserts [1]
    said.append(changes)
    window.set("k3", rank: 3, content: "bye", into: &changes)  // deletes [0], inserts [1]
    said.append(changes)
    window.remove("k2", into: &changes)  // deletes [0], inserts [0]: "hello" is back
    said.append(changes)
    #expect(
      said == [
        ChangeSet(inserts: [0]), ChangeSet(inserts: [1]), ChangeSet(deletes: [0], inserts: [1]),
        ChangeSet(deletes: [0], inserts: [0]),
      ])
    #expect((0..<window.count).map { window.row(at: $0).content } == ["hello", "bye"])
  }

  @Test func `what came and went is not in the two changes together`() {
    let first = diff(values: ["a", "b"], to: ["x", "a", "b"])
    let second = diff(values: ["x", "a", "b"], to: ["a", "b", "y"])
    let both = first.followed(by: second, oldCount: 2)
    #expect(both == ChangeSet(inserts: [2]))
  }

  @Test func `a batch made by hand is judged`() {
    var view = StrictListView(rows: [hello, bye])
    let fault = view.apply(ChangeSet(deletes: [2]), to: [hello])
    #expect(fault?.rule == .deleteOutOfBounds)
  }

  /// The lines of a file.
  private func lines(of path: String) throws -> [Substring] {
    switch FileLoader.files.read(path) {
    case .success(let bytes):
      return String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
    case .failure(let failure): throw Problems([failure.problem(path: path)])
    }
  }

  /// A line without the spaces around it.
  private func trimmed(_ line: Substring) -> Substring {
    let start = line.drop { $0 == " " }
    return start.dropLast(start.reversed().prefix { $0 == " " }.count)
  }
}
