// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// Hears calls, holds them against their grammar, and keeps a table by them.
private final class Listener: StreamDelegate {
  var calls: [String] = []
  var table: [[Row]]
  /// The rows that the stream shows now.
  var current: [[Row]]
  private var isChanging = false
  var isLoaded = false

  init(_ rows: [[Row]] = [[]]) {
    table = rows
    current = rows
  }

  func streamWillChange() {
    #expect(!isChanging)
    isChanging = true
    calls.append("will")
  }

  func streamItemsDeleted(at places: [Place]) {
    #expect(isChanging && places == places.sorted() && Set(places).count == places.count)
    #expect(calls.last == "will" || calls.last?.hasPrefix("sections gone") == true)
    // Sections went first, so that places in the old list must be found by who stood there.
    for place in places.reversed() { table[Int(place.section)].remove(at: Int(place.row)) }
    calls.append("deleted \(places)")
  }

  func streamItemsAdded(at places: [Place]) {
    #expect(isChanging && places == places.sorted() && Set(places).count == places.count)
    for place in places {
      let row = current[Int(place.section)][Int(place.row)]
      table[Int(place.section)].insert(row, at: Int(place.row))
    }
    calls.append("added \(places)")
  }

  func streamItemsChanged(at places: [Place]) {
    #expect(!isChanging && places == places.sorted())
    for place in places {
      #expect(
        table[Int(place.section)][Int(place.row)] != current[Int(place.section)][Int(place.row)])
      table[Int(place.section)][Int(place.row)] = current[Int(place.section)][Int(place.row)]
    }
    calls.append("changed \(places)")
  }

  func streamDidChange() {
    #expect(isChanging && calls.last != "will")
    isChanging = false
    calls.append("did")
  }

  func streamDidFinishInitialLoad(_ refusal: Message.Refusal?) {
    #expect(!isChanging && !isLoaded)
    isLoaded = true
    calls.append("loaded \(refusal.map { "\($0)" } ?? "")")
  }

  func streamDidLose(_ refusal: Message.Refusal) { calls.append("lost \(refusal)") }

  func streamSectionsDeleted(_ sections: [Int]) { calls.append("sections gone \(sections)") }

  func streamSectionsAdded(_ sections: [Int]) { calls.append("sections come \(sections)") }
}

@Suite struct DelegateAdapterTests {
  @Test func `calls come in the order of the grammar, and a move is a delete and an add`() {
    let listener = Listener()
    let adapter = DelegateAdapter(telling: listener)
    let rows = (0..<4).map { Row(key: Key("\($0)"), stamp: 1) }
    listener.table = [Array(rows[0..<3])]
    listener.current = [[rows[3], rows[2], Row(key: rows[1].key, stamp: 2)]]
    var update = StackUpdate()
    update.changes = ChangeSet(
      deletes: [0], inserts: [0], moves: [.init(from: 2, to: 1)], updates: [.init(old: 1, new: 2)])
    update.news = [.loaded(nil), .paged(call: 1, new: 1, hasMore: false)]
    adapter.tell(update)
    #expect(
      listener.calls == ["will", "deleted [0, 2]", "added [0, 1]", "did", "changed [2]", "loaded "])
    #expect(listener.table == listener.current)
  }

  @Test func `changes alone come without will and did, and nothing comes of nothing`() {
    let listener = Listener([[Row(key: Key("a"), stamp: 1)]])
    let adapter = DelegateAdapter(telling: listener)
    listener.current = [[Row(key: Key("a"), stamp: 2)]]
    var update = StackUpdate()
    adapter.tell(update)
    update.changes = ChangeSet(updates: [.init(old: 0, new: 0)])
    adapter.tell(update)
    #expect(listener.calls == ["changed [0]"])
  }

  @Test func `a moved row that looks different is not changed as well`() {
    let (a, b) = (Row(key: Key("a"), stamp: 1), Row(key: Key("b"), stamp: 1))
    let listener = Listener([[a, b]])
    listener.current = [[b, Row(key: a.key, stamp: 2)]]
    var update = StackUpdate()
    update.changes = ChangeSet(
      moves: [.init(from: 0, to: 1)], updates: [.init(old: 0, new: 1)])
    DelegateAdapter(telling: listener).tell(update)
    #expect(listener.calls == ["will", "deleted [0]", "added [1]", "did"])
    #expect(listener.table == listener.current)
  }

  @Test func `sections that come and go are told, and their rows are not`() {
    let listener = Listener()
    var update = StackUpdate()
    update.changes = ChangeSet(sections: SectionChanges(deletes: [1], inserts: [0]))
    DelegateAdapter(telling: listener).tell(update)
    #expect(listener.calls == ["will", "sections gone [1]", "sections come [0]", "did"])
  }

  @Test func `the adapter holds its delegate, unless it is asked not to`() {
    let held = DelegateAdapter(telling: Listener())
    #expect(held.delegate != nil)
    let loose = DelegateAdapter(telling: Listener(), held: .weakly)
    #expect(loose.delegate == nil)
    loose.tell(.loaded(nil))
  }

  @Test func `a delegate that comes late is told that the list has loaded, or never will`() {
    var desk = ListDesk(server: FakeServer([(Key("a"), .integer(1))]))
    let (early, late, later) = (Listener(), Listener(), Listener())
    var adapter = DelegateAdapter(telling: early)
    adapter.attach(late, to: desk.list)
    #expect(late.calls == ["loaded "] && adapter.delegate === late)
    desk = ListDesk(isOpen: false)
    adapter.attach(later, to: desk.list)
    #expect(later.calls.isEmpty)
    desk.open()
    let refused = Listener()
    desk = ListDesk(isOpen: false)
    desk.delay = 10
    desk.open()
    desk.refuse(0)
    adapter.attach(refused, to: desk.list)
    #expect(refused.calls == ["loaded forbidden"])
  }

  @Test func `a loss is told`() {
    let listener = Listener()
    DelegateAdapter(telling: listener).tell(.lost(.forbidden))
    #expect(listener.calls == ["lost forbidden"])
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a table that obeys the calls shows what the list shows`(seed: UInt64) {
    var history = RandomHistory(seed: 500 + seed)
    history.run(steps: 40)
    let listener = Listener()
    let adapter = DelegateAdapter(telling: listener)
    for publication in history.desk.published {
      listener.current = [publication.rows]
      if publication.update.isFirst { listener.isLoaded = false }
      adapter.tell(publication.update)
      #expect(listener.table == listener.current)
    }
    let lives = history.desk.published.count { $0.update.isFirst }
    #expect(listener.calls.count { $0 == "loaded " } == lives && lives > 0)
    #expect(!history.desk.published.isEmpty)
  }
}
