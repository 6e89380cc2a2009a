// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirObjects
import WeirTree

/// Objects of an app: edits of a field, saves of one, a transaction of many writes, and a collection of which a row changes.
///
/// The naive twins keep what is written in a dictionary, and know of no states, codings, conflicts and checks.
enum ObjectBench {
  static let all: [Benchmark] = [
    edit, save, transaction(1000), transaction(100_000), change(1000), change(100_000), growth,
  ]

  /// An object with ten fields, of which one is edited.
  private static let edit = Benchmark(
    name: "objects/edit", note: "one of ten fields of one of a thousand objects",
    subject: { timer in
      var (store, handles) = opened(timer.scaled(1000))
      let edits = timer.scaled(200_000)
      timer.start()
      for step in 0..<edits {
        store[handles[step % handles.count]][Ten.counts[0]] = step
      }
      timer.stop(after: edits)
      consume(UInt64(store.kept.objects))
    },
    twin: { timer in
      var fields = Array(repeating: [String: Int](), count: timer.scaled(1000))
      let edits = timer.scaled(200_000)
      timer.start()
      for step in 0..<edits { fields[step % fields.count]["count 0"] = step }
      timer.stop(after: edits)
      consume(UInt64(fields.count))
    })

  /// An edit, a transaction with it, and the answer.
  private static let save = Benchmark(
    name: "objects/save", note: "an edit, its transaction, and the answer",
    subject: { timer in
      var (store, handles) = opened(timer.scaled(1000))
      var wishes: [ObjectWish] = []
      let saves = timer.scaled(50_000)
      timer.start()
      for step in 0..<saves {
        let handle = handles[step % handles.count]
        store[handle][Ten.counts[0]] = step
        let transaction = store.begin()
        do throws(TransactionFault) {
          try store.save(handle, .edits, in: transaction)
          try store.commit(transaction, into: &wishes)
        } catch {
          invariantBroken("\(error)")
        }
        answer(&wishes, of: &store)
      }
      timer.stop(after: saves)
      consume(UInt64(store.kept.objects))
    })

  /// A transaction of so many writes, a write.
  private static func transaction(_ count: Int) -> Benchmark {
    Benchmark(
      name: "objects/transaction/\(count / 1000)k", note: "a write of \(count) in one transaction",
      subject: { timer in
        let paths = paths(timer.scaled(count))
        let rounds = max(1, timer.scaled(200_000 / count))
        var store = ObjectStore()
        var wishes: [ObjectWish] = []
        timer.start()
        for round in 0..<rounds {
          let transaction = store.begin()
          do throws(TransactionFault) {
            for path in paths { try store.set(.integer(Int64(round)), at: path, in: transaction) }
            try store.commit(transaction, into: &wishes)
          } catch {
            invariantBroken("\(error)")
          }
          answer(&wishes, of: &store)
        }
        timer.stop(after: rounds * paths.count)
        consume(UInt64(store.kept.objects))
      },
      twin: { timer in
        let paths = paths(timer.scaled(count))
        let rounds = max(1, timer.scaled(200_000 / count))
        var total = 0
        timer.start()
        for round in 0..<rounds {
          var writes: [Path: Node] = [:]
          for path in paths { writes[path] = .integer(Int64(round)) }
          total += writes.count
        }
        timer.stop(after: rounds * paths.count)
        consume(UInt64(total))
      })
  }

  /// One change of a collection of so many rows, as its live view takes it in and says what changed.
  private static func change(_ size: Int) -> Benchmark {
    Benchmark(
      name: "objects/collection/\(size / 1000)k", note: "a row of \(size) changes, comes or goes",
      subject: { timer in
        let change = changing(max(8, timer.scaled(size)))
        let changes = timer.scaled(50_000)
        timer.start()
        change(changes)
        timer.stop(after: changes)
      },
      twin: { timer in
        let size = max(8, timer.scaled(size))
        var rows = (0..<size).map { LiveViewRows.Row(key: Key(LiveViewRows.name($0)), item: .zero) }
        let changes = max(1, timer.scaled(2_000_000 / size))
        timer.start()
        for step in 0..<changes {
          var now = rows
          now[step % size] = LiveViewRows.Row(
            key: rows[step % size].key, item: Counted(number: step))
          consume(UInt64(diff(from: rows, to: now).updates.count))
          rows = now
        }
        timer.stop(after: changes)
      })
  }

  private static var growth: Benchmark {
    Benchmark(
      name: "objects/growth/collection", unit: "exponent", goal: 0.2,
      note: "a change of a row of 1,000 to 100,000",
      subject: { timer in
        let sizes = [1000, 10_000, 100_000].map { max(64, timer.scaled($0)) }
        timer.record(GrowthBench.timeExponent(sizes, steps: 20_000, { changing($0) }, timer))
      })
  }

  /// Returns what changes rows of a collection of a size.
  private static func changing(_ size: Int) -> (Int) -> Void {
    let rows = LiveViewRows(size)
    return { rows.change($0) }
  }

  private static func paths(_ count: Int) -> [Path] {
    (0..<count).map { Path("rooms/\($0 % 10)/rows/\($0)/count") }
  }

  private static func answer(_ wishes: inout [ObjectWish], of store: inout ObjectStore) {
    let asked = wishes
    wishes.removeAll(keepingCapacity: true)
    for wish in asked {
      if case .write(let tag, _, _) = wish { store.settle(tag, .committed, into: &wishes) }
    }
    wishes.removeAll(keepingCapacity: true)
  }

  private static func opened(_ count: Int) -> (store: ObjectStore, handles: [ObjectHandle<Ten>]) {
    var store = ObjectStore()
    let handles = (0..<count).map { store.open(Ten.self, at: Path("things/\($0)")) }
    return (store, handles)
  }

  /// Opens so many objects, loaded or not, for a process whose memory is looked at.
  static func wait(_ count: Int, areLoaded: Bool) {
    var (store, handles) = opened(count)
    if areLoaded {
      let keys = (0..<10).map { Key("count \($0)") }
      for (number, handle) in handles.enumerated() {
        store[handle].hear(Node(keys.map { ($0, .integer(Int64(number))) }))
      }
    }
    consume(UInt64(store.kept.objects))
  }
}

/// A kind of objects with ten fields.
private enum Ten: ObjectKind {
  static let counts = (0..<10).map { Field<Ten, Int>("count \($0)", .integer()) }
  static let fields = Fields<Ten> { for count in counts { count } }
}

/// A row of a collection that is a number.
private struct Counted: CollectionItem {
  static let zero = Counted(number: 0)
  var number: Int

  init(number: Int) { self.number = number }

  init(stored node: Node) throws(CodingFault) {
    number = try Coding<Int>.integer().value(in: node)
  }
}

/// A live view of many rows, and a backend that changes one of them at a time.
private final class LiveViewRows {
  typealias Row = CollectionRow<Counted>
  private var view = LiveView<Counted>(at: Path("rows"), .oldestFirst)
  private var wishes: [CollectionWish] = []
  private var chance = RandomStream(seed: 1, "rows")
  private let size: Int

  init(_ size: Int) {
    self.size = size
    view.observe(into: &wishes)
    for number in 0..<size { hear(.added, number, .integer(0)) }
    view.hear(.value, from: 1, into: &wishes)
    wishes.removeAll()
  }

  static func name(_ number: Int) -> String { "row \(1_000_000 + number)" }

  private func hear(_ kind: DataEvent.Kind, _ number: Int, _ node: Node) {
    view.hear(DataEvent(kind, Key(Self.name(number)), node), from: 1, into: &wishes)
  }

  /// Changes a row, takes one away or brings it back, so many times, and looks at what came of it.
  func change(_ steps: Int) {
    for step in 0..<steps {
      let number = chance.index(below: size)
      if step % 8 < 6 {
        hear(.changed, number, .integer(Int64(step)))
      } else {
        // What went at one step comes back at the next.
        hear(step % 8 == 6 ? .removed : .added, size / 2, step % 8 == 6 ? .null : .integer(1))
      }
      view.hear(.value, from: 1, into: &wishes)
      consume(UInt64(view.rows[view.rows.count / 2].item.number & 0xFF))
      wishes.removeAll(keepingCapacity: true)
    }
  }
}
