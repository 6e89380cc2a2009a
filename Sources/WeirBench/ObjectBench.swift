// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirObjects
import WeirTree

/// Objects of an app: edits of a field, saves of one, and a transaction of many writes.
///
/// The naive twins keep what is written in a dictionary, and know of no states, codings, conflicts and checks.
enum ObjectBench {
  static let all: [Benchmark] = [edit, save, transaction(1000), transaction(100_000)]

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
