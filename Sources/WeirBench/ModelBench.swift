// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirModels

/// Updates of models that many listeners show: of one model that ten of them hold, of one row in a long list, and of models
/// deep inside of others.
///
/// An operation is one update from the moment at which it is handed in until all who hold the model have it. The naive twin
/// asks every listener there is.
enum ModelBench {
  static let all: [Benchmark] =
    listeners.map { update($0) } + [growth] + lists.map { row(in: $0) }
    + lists.map { write(in: $0) } + [
      tree("deep-5", depth: 5, width: 1), tree("wide-1k", depth: 1, width: 1000),
    ]

  private static let listeners = [1, 100, 10_000, 100_000]
  private static let lists = [1000, 100_000]

  private static func word(_ count: Int) -> String {
    count < 1000 ? "\(count)" : "\(count / 1000)k"
  }

  // MARK: Listeners

  private static func update(_ count: Int) -> Benchmark {
    Benchmark(
      name: "models/update/\(word(count))",
      note: "\(min(count, 10)) of \(count) listeners hold the model",
      subject: { timer in
        let load = updating(timer.scaled(count))
        let updates = timer.scaled(20_000)
        timer.start()
        load(updates)
        timer.stop(after: updates)
      },
      twin: { timer in
        var listeners = Listeners(timer.scaled(count)).rows
        let updates = max(1, timer.scaled(2_000_000 / count))
        timer.start()
        for step in 0..<updates {
          let new = Leaf(id: Listeners.hot, number: step)
          for index in listeners.indices where listeners[index].modelID == new.modelID {
            if !listeners[index].isEqual(to: new) { listeners[index] = new }
          }
        }
        timer.stop(after: updates)
        consume(UInt64(listeners[0].number & 0xFFFF))
      })
  }

  private static var growth: Benchmark {
    Benchmark(
      name: "models/growth/update", unit: "exponent", goal: 0.15,
      subject: { timer in
        let sizes = listeners.dropFirst().map { max(64, timer.scaled($0)) }
        timer.record(GrowthBench.timeExponent(sizes, steps: 5_000, { updating($0) }, timer))
      })
  }

  /// Returns what updates a model so many times that ten of so many listeners hold.
  private static func updating(_ count: Int) -> (Int) -> Void {
    let box = EngineBox()
    for row in Listeners(count).rows { box.engine.show([row], in: box.engine.open()) }
    var number = 0
    return { updates in
      for _ in 0..<updates {
        number += 1
        box.deliver([Leaf(id: Listeners.hot, number: number)])
      }
    }
  }

  /// So many listeners, ten of which hold one model.
  private struct Listeners {
    static let hot = ModelID("hot")
    let rows: [Leaf]

    init(_ count: Int) {
      let step = max(1, count / 10)
      rows = (0..<count).map { number in
        let isHot = number % step == 0 && number / step < 10
        return Leaf(id: isHot ? Self.hot : ModelID("model \(number)"), number: 0)
      }
    }
  }

  // MARK: Lists and trees

  private static func row(in count: Int) -> Benchmark {
    Benchmark(
      name: "models/row-of-list/\(word(count))",
      subject: { timer in
        let count = timer.scaled(count)
        let box = EngineBox()
        box.engine.show(
          (0..<count).map { Leaf(id: ModelID("model \($0)"), number: 0) }, in: box.engine.open())
        let updates = max(1, timer.scaled(2_000_000 / count))
        timer.start()
        for step in 1...updates {
          box.deliver([Leaf(id: ModelID("model \(step * 7919 % count)"), number: step)])
        }
        timer.stop(after: updates)
      },
      twin: { timer in
        let count = timer.scaled(count)
        var rows = (0..<count).map { Leaf(id: ModelID("model \($0)"), number: 0) }
        let updates = max(1, timer.scaled(2_000_000 / count))
        timer.start()
        for step in 1...updates {
          let new = Leaf(id: ModelID("model \(step * 7919 % count)"), number: step)
          rows = rows.map { $0.modelID == new.modelID ? new : $0 }
        }
        timer.stop(after: updates)
        consume(UInt64(rows.count))
      })
  }

  /// A list writes one of its own rows, and nobody else holds it.
  private static func write(in count: Int) -> Benchmark {
    Benchmark(
      name: "models/write-of-list/\(word(count))",
      subject: { timer in
        let count = timer.scaled(count)
        let box = EngineBox()
        let list = box.engine.open()
        var rows = (0..<count).map { Leaf(id: ModelID("model \($0)"), number: 0) }
        box.engine.set(rows, of: list)
        box.deliver([])
        let writes = max(1, timer.scaled(500_000 / count))
        timer.start()
        for step in 1...writes {
          let index = step * 7919 % count
          rows[index] = Leaf(id: rows[index].id, number: step)
          box.engine.set(rows, of: list)
          box.deliver([])
        }
        timer.stop(after: writes)
      },
      twin: { timer in
        let count = timer.scaled(count)
        var rows = (0..<count).map { Leaf(id: ModelID("model \($0)"), number: 0) }
        let writes = max(1, timer.scaled(2_000_000 / count))
        var changes = 0
        timer.start()
        for step in 1...writes {
          var new = rows
          let index = step * 7919 % count
          new[index] = Leaf(id: rows[index].id, number: step)
          for (old, new) in zip(rows, new) where old != new { changes += 1 }
          rows = new
        }
        timer.stop(after: writes)
        consume(UInt64(changes))
      })
  }

  /// Ten listeners hold a tree, and the last model inside of it changes.
  private static func tree(_ name: String, depth: Int, width: Int) -> Benchmark {
    Benchmark(
      name: "models/tree/\(name)", note: "10 listeners hold the tree",
      subject: { timer in
        let width = timer.scaled(width)
        let box = EngineBox()
        let tree = Branch(depth: depth, width: width, path: "t")
        for _ in 0..<10 { box.engine.show([tree], in: box.engine.open()) }
        let updates = timer.scaled(20_000 / max(1, width / 10))
        let last = ModelID("t" + String(repeating: ".\(width - 1)", count: depth))
        timer.start()
        for step in 1...updates { box.deliver([Leaf(id: last, number: step)]) }
        timer.stop(after: updates)
      })
  }
}

/// An engine that a closure can keep.
private final class EngineBox {
  var engine = ConsistencyEngine()
  private var notices: [EngineNotice] = []

  /// Hands in an update, and runs its steps.
  func deliver(_ models: [any Model]) {
    engine.update(models)
    while let event = engine.next { engine.run(event, into: &notices) }
    consume(UInt64(notices.count))
    notices.removeAll(keepingCapacity: true)
  }
}

/// A model without children.
private struct Leaf: SimpleModel, Equatable {
  let id: ModelID
  var number: Int
  var modelID: ModelID? { id }
}

/// A model with as many children on each floor, down to leaves.
private struct Branch: Model, Equatable {
  let id: ModelID
  private var branches: [Branch] = []
  private var leaves: [Leaf] = []
  var modelID: ModelID? { id }

  init(depth: Int, width: Int, path: String) {
    id = ModelID(path)
    if depth == 1 {
      leaves = (0..<width).map { Leaf(id: ModelID("\(path).\($0)"), number: 0) }
    } else {
      branches = (0..<width).map {
        Branch(depth: depth - 1, width: width, path: "\(path).\($0)")
      }
    }
  }

  func forEachChild(_ visit: (any Model) -> Void) {
    for branch in branches { visit(branch) }
    for leaf in leaves { visit(leaf) }
  }

  func mapChildren(_ transform: ChildTransform) -> Branch? {
    var copy = self
    copy.branches = transform(branches)
    copy.leaves = transform(leaves)
    return copy
  }
}
