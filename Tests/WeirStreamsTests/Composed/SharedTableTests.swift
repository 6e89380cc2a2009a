// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirLists
import WeirStreams
import WeirTree

/// A table that shows messages above drafts, each from a stream of its own.
private struct SharedTable {
  var streams: [AnyStream]
  var adapters = [TableAdapter(section: 0), TableAdapter(section: 1)]
  var view = StrictListView<Row>(sections: [[], []])

  mutating func act(
    _ number: Int, _ body: (inout AnyStream, inout [StackWish]) -> Void
  ) {
    var wishes: [StackWish] = []
    body(&streams[number], &wishes)
    for wish in wishes {
      switch wish {
      case .publish: publish(number)
      case .tell(.loaded): adapters[number].finishInitialLoad()
      default: break
      }
    }
  }

  private mutating func publish(_ number: Int) {
    var update = StackUpdate()
    streams[number].publish(into: &update)
    var rows: [[Row]] = []
    streams[number].rows(into: &rows)
    let fault = adapters[number].show(
      update.changes, reloads: update.reloads, rows: rows, in: &view)
    #expect(fault == nil)
    for case .loaded in update.news { adapters[number].finishInitialLoad() }
  }

  var keys: [String] { view.sections.map { $0.map(\.key.description).joined() } }
}

@Suite struct SharedTableTests {
  @Test func `two streams share a table, and each is animated from its own load on`() {
    let messages = ListStream(QueryBuilder(Path("messages")).descending(), batching: .none)
    var table = SharedTable(streams: [.list(messages), .transient(TransientStream())])
    for number in 0..<2 { table.act(number) { $0.open(at: .zero, into: &$1) } }
    table.act(1) { drafts, wishes in
      drafts.withTransient { $0.add(entries("xy"), at: .zero, into: &wishes) }
    }
    #expect(table.keys == ["", "xy"])
    for event in [DataEvent(.added, Key("a"), .null), DataEvent(.added, Key("b"), .null), .value] {
      table.act(0) { $0.receive(event, from: 0, at: .zero, into: &$1) }
    }
    #expect(table.keys == ["ba", "xy"])
    // The first publication of each is plain, and all that follow are animated.
    #expect(table.adapters.map(\.counters.plainBatches) == [1, 1])
    #expect(table.adapters.map(\.counters.animatedBatches) == [0, 1])
    // Sent: the draft goes as the message comes.
    table.act(1) { drafts, wishes in
      drafts.withTransient { $0.remove([Key("x")], at: .zero, into: &wishes) }
    }
    for event in [DataEvent(.added, Key("x"), .null), .value] {
      table.act(0) { $0.receive(event, from: 0, at: .zero, into: &$1) }
    }
    #expect(table.keys == ["xba", "y"])
    #expect(table.adapters.map(\.counters.animatedBatches) == [1, 2])
    #expect(table.view.counters.degraded == 0 && table.view.counters.faults == 0)
  }

  @Test func `a list that is refused ends the initial load all the same`() {
    let list = ListStream(QueryBuilder(Path("secret")), batching: .none)
    var table = SharedTable(streams: [.list(list)])
    table.act(0) { $0.open(at: .zero, into: &$1) }
    table.act(0) { $0.lose(0, .forbidden, at: .zero, into: &$1) }
    #expect(!table.adapters[0].isInitialLoad)
  }
}
