// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirLists
import WeirStreams
import WeirTree

/// A stream before a strict list view, with a hand on its clock: every publication must be a batch that the view
/// accepts, and must lead to the rows that the stream says it shows.
struct Stage<Source: StreamSource> {
  var stream: Source
  var now = Instant.zero
  var alarms: [Instant] = []
  var view: StrictListView<Row>
  /// The publications: their times, in milliseconds, and their changes.
  var published: [(at: Int64, changes: ChangeSet)] = []
  /// The news, with a publication or without.
  var news: [StackNews] = []
  /// The news since the stream last said that it has loaded, or never will.
  var newsOfLife: [StackNews] = []
  /// The listens that were asked for and not given up.
  var listens: [UInt32] = []
  /// The listens that are neither answered nor ended yet.
  var asked: [(tag: UInt32, path: Path, query: Query)] = []
  var ended: [UInt32] = []

  init(_ stream: Source) {
    self.stream = stream
    var rows: [[Row]] = []
    stream.rows(into: &rows)
    view = StrictListView(sections: rows)
  }

  /// The rows that the view shows in each section.
  var sections: [[Row]] { view.sections }
  /// The rows that the view shows in its only section.
  var rows: [Row] { view.rows }

  /// The keys that are shown, the sections parted by `|`.
  var keys: String {
    var rows: [[Row]] = []
    stream.rows(into: &rows)
    return rows.map { $0.map(\.key.description).joined() }.joined(separator: "|")
  }

  mutating func open() { act { $0.open(at: $1, into: &$2) } }

  /// Does something to the stream, and what it wishes.
  mutating func act(_ body: (inout Source, Instant, inout [StackWish]) -> Void) {
    var wishes: [StackWish] = []
    body(&stream, now, &wishes)
    take(wishes)
  }

  /// Lets time pass.
  mutating func advance(to millisecond: Int64) {
    let end = Instant.zero + .milliseconds(millisecond)
    while let next = alarms.min(), next <= end {
      alarms.removeAll { $0 == next }
      now = next
      act { $0.wake(at: $1, into: &$2) }
    }
    now = end
  }

  mutating func hear(_ tag: UInt32, _ events: [DataEvent]) {
    for event in events { act { $0.receive(event, from: tag, at: $1, into: &$2) } }
  }

  private mutating func take(_ wishes: [StackWish]) {
    for wish in wishes {
      switch wish {
      case .wake(let instant): alarms.append(instant)
      case .publish: publish()
      case .listen(let tag, let path, let query):
        listens.append(tag)
        asked.append((tag, path, query))
      case .unlisten(let tag):
        #expect(listens.contains(tag), "a listen that does not run was given up")
        listens.removeAll { $0 == tag }
        ended.append(tag)
      case .tell(let word): hear(word)
      default: Issue.record("a list asks for nothing beside its listens")
      }
    }
  }

  private mutating func hear(_ word: StackNews) {
    news.append(word)
    if case .loaded = word { newsOfLife = [] }
    newsOfLife.append(word)
  }

  private mutating func publish() {
    let before = view.sections
    let wasLoaded = stream.isLoaded
    var update = StackUpdate()
    stream.publish(into: &update)
    #expect(update.isFirst == !wasLoaded)
    #expect(stream.isLoaded)
    var rows: [[Row]] = []
    stream.rows(into: &rows)
    let fault = view.perform(BatchUpdates(update.changes), to: rows)
    #expect(fault == nil, "\(fault.map(\.description) ?? "")")
    #expect(update.changes.applying(toSections: before, contents: rows) == rows)
    checkLookups(rows)
    published.append((now.nanoseconds / 1_000_000, update.changes))
    for word in update.news { hear(word) }
  }

  private func checkLookups(_ rows: [[Row]]) {
    var isRight = stream.sectionCount == rows.count
    for (section, rows) in rows.enumerated() {
      isRight = isRight && stream.rowCount(in: section) == rows.count
      for (number, row) in rows.enumerated() {
        let place = Place(section: Int32(section), row: Int32(number))
        isRight = isRight && stream.place(of: row.key) == place && stream.row(at: place) == row
        isRight = isRight && stream.item(at: place).row == row
      }
    }
    #expect(isRight, "places, rows and items of \(keys) do not agree")
  }
}

/// A section of rows, so that lists of them can be compared by the diff.
struct Part: ListSection {
  var sectionID: SortValue
  var rows: [Row]
  func headerShowsTheSame(as other: Part) -> Bool { true }
}

/// Entries for a transient stream: a key for each letter, with a number that all of them have as `n`.
func entries(_ letters: String, n: Int64 = 0) -> [(key: Key, node: Node)] {
  letters.map { (Key("\($0)"), Node([(Key("n"), .integer(n))])) }
}
