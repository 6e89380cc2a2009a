// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirModels

/// A random history of one store, with what must be true of it after each step.
struct StoreHistory {
  private var bench: StoreBench
  private var chance: RandomStream
  private var lists: [CollectionProvider<Node>] = []
  private var models: [ModelProvider<Node>] = []
  private var batches: [BatchListener] = []
  /// The rows of each list as one knows them that listens to its changes alone.
  private var shown: [Int: [Node]] = [:]
  private var shownModels: [Int: Node?] = [:]
  private var lastUpdated: [Int: ChangeTime] = [:]
  private var openRequests: Set<Int> = []
  private var lastValue = 0
  /// The number of wishes that were held against what is true.
  private(set) var wishCount = 0
  /// `true` if lists write while they are paused; then what they write again may be older than what others have.
  private let writesPaused: Bool
  private static let keys: [ListKey] = ["a", "feed", "other"]
  private static let names = ["a", "b", "c", "d", "e", "f"]

  init(seed: UInt64) {
    chance = RandomStream(seed: seed, "store")
    writesPaused = seed % 4 == 1
    var rules = StoreRules()
    rules.minimalChanges = seed % 3 == 0
    rules.rewritesLists = seed % 2 == 0
    rules.cacheOrder = seed % 5 == 4 ? .serial : .perKey
    bench = StoreBench(rules)
  }

  /// Makes a step; returns the first thing that is wrong in words.
  mutating func step() -> String? {
    let before = lists.map { (id: $0.id, paused: bench.store.isPaused($0.id)) }
    var own: Int?
    switch chance.below(40) {
    case 0..<2: open()
    case 2: close()
    case 3..<12: own = change()
    case 12..<15: own = setModel()
    case 15..<18: bench.store.update([node()], context: lastValue, into: &bench.wishes)
    case 18..<20: bench.store.delete([node()], context: lastValue, into: &bench.wishes)
    case 20..<22: own = fetch()
    case 22..<24: pauseOrResume()
    case 24: editClosed()
    case 25: batch()
    case 26..<31: answer()
    case 31:
      bench.take()
      while bench.store.next != nil || !bench.jobs.isEmpty {
        if bench.jobs.isEmpty { run() } else { answer() }
        if let wrong = wrong(own: nil, before) { return wrong }
      }
      return wrong(own: nil, before) ?? disagreement()
    default: run()
    }
    return wrong(own: own, before)
  }

  private mutating func run() {
    if let event = bench.store.next { bench.store.run(event, into: &bench.wishes) }
  }

  private mutating func answer() {
    let wishes = bench.wishes
    for case .cache(let job) in wishes { bench.jobs.append(job) }
    bench.wishes.removeAll {
      if case .cache = $0 { true } else { false }
    }
    if bench.jobs.isEmpty { return }
    let wish = bench.jobs.remove(at: chance.index(below: bench.jobs.count))
    let result =
      chance.below(12) == 0 && !wish.job.words.hasPrefix("write")
      ? CacheResult.failed(CacheError("no")) : bench.result(of: wish.job)
    bench.store.receive(CacheAnswer(tag: wish.tag, result: result), into: &bench.wishes)
  }

  private mutating func open() {
    if lists.count < 5 { lists.append(bench.store.openCollection(of: Node.self)) }
    if models.count < 3 { models.append(bench.store.openModel(of: Node.self)) }
  }

  private mutating func close() {
    if chance.below(2) == 0, !models.isEmpty {
      let model = models.remove(at: chance.index(below: models.count))
      bench.store.close(model.id, into: &bench.wishes)
    } else if !lists.isEmpty {
      let list = lists.remove(at: chance.index(below: lists.count))
      bench.store.close(list.id, into: &bench.wishes)
    } else if let batch = batches.popLast() {
      bench.store.close(batch, into: &bench.wishes)
    }
  }

  private mutating func list() -> CollectionProvider<Node>? {
    lists.isEmpty ? nil : lists[chance.index(below: lists.count)]
  }

  /// Changes a list, and returns its number.
  private mutating func change() -> Int? {
    guard let list = list(), writesPaused || !bench.store.isPaused(list.id) else { return nil }
    let count = bench.store.rows(of: list).count
    switch chance.below(7) {
    case 0:
      let key = chance.below(5) == 0 ? nil : Self.keys[chance.index(below: 3)]
      let rows = (0..<chance.index(below: 4)).map { _ in node() }
      bench.store.set(rows, of: list, key: key, context: lastValue, into: &bench.wishes)
    case 1: bench.store.append([node()], to: list, context: lastValue, into: &bench.wishes)
    case 2:
      bench.store.insert(
        [node(), node()], at: chance.index(below: count + 1), of: list, context: lastValue,
        into: &bench.wishes)
    case 3 where count > 0:
      bench.store.remove(at: chance.index(below: count), of: list, into: &bench.wishes)
    case 4:
      bench.store.attach(list, to: Self.keys[chance.index(below: 3)], into: &bench.wishes)
    default:
      if count == 0 { return nil }
      let index = chance.index(below: count)
      var row = bench.store.rows(of: list)[index]
      lastValue += 1
      if row.children.isEmpty || chance.below(2) == 0 {
        row.value = lastValue
      } else {
        row.children[0].value = lastValue
      }
      bench.store.update(row, at: index, of: list, context: lastValue, into: &bench.wishes)
    }
    return list.id.number
  }

  private mutating func setModel() -> Int? {
    guard let model = models.randomModel(&chance) else { return nil }
    switch chance.below(4) {
    case 0: bench.store.set(nil, of: model, into: &bench.wishes)
    case 1: bench.store.wait(for: node().modelID, with: model, into: &bench.wishes)
    default: bench.store.set(node(), of: model, context: lastValue, into: &bench.wishes)
    }
    return model.id.number
  }

  /// Fetches, and returns the number of the provider, which may have what it wants at once.
  private mutating func fetch() -> Int? {
    if chance.below(2) == 0 {
      guard let model = models.randomModel(&chance) else { return nil }
      let request = bench.store.fetch(
        node().modelID, for: model, waits: chance.below(2) == 0, into: &bench.wishes)
      openRequests.insert(request.number)
      return model.id.number
    }
    guard let list = list() else { return nil }
    let request = bench.store.fetch(
      Self.keys[chance.index(below: 3)], for: list, into: &bench.wishes)
    openRequests.insert(request.number)
    return list.id.number
  }

  private mutating func editClosed() {
    let key = Self.keys[chance.index(below: 3)]
    let request = bench.store.insertIntoList(
      [node()], key: key, at: { $0.count / 2 }, context: lastValue, into: &bench.wishes)
    openRequests.insert(request.number)
  }

  private mutating func pauseOrResume() {
    guard let list = list() else { return }
    if bench.store.isPaused(list.id) {
      bench.store.resume(list.id, into: &bench.wishes)
    } else {
      bench.store.pause(list.id)
    }
    guard let batch = batches.last, chance.below(2) == 0 else { return }
    if bench.store.isPaused(batch) {
      bench.store.resume(batch, into: &bench.wishes)
    } else {
      bench.store.pause(batch)
    }
  }

  private mutating func batch() {
    if let batch = batches.popLast() { return bench.store.close(batch, into: &bench.wishes) }
    let ids = lists.prefix(2).map(\.id)
    if ids.count == 2 { batches.append(bench.store.openBatch(ids)) }
  }

  private mutating func node() -> Node {
    lastValue += 1
    let place = chance.index(below: Self.names.count)
    var node = Node(chance.below(9) == 0 ? nil : Self.names[place], lastValue)
    if place + 1 < Self.names.count, chance.below(2) == 0 {
      let inner = place + 1 + chance.index(below: Self.names.count - place - 1)
      node.needsAll = chance.below(4) == 0
      node.children = [Node(Self.names[inner], lastValue)]
    }
    return node
  }

  /// Holds what was told against what the providers show.
  private mutating func wrong(
    own: Int?, _ before: [(id: ProviderID, paused: Bool)]
  ) -> String? {
    var told: Set<Int> = []
    var ended: Set<Int> = []
    wishCount += bench.wishes.count
    for wish in bench.wishes {
      switch wish {
      case .listChanged(let id, let change, _):
        if id.number == own { return "list \(id.number) is told of its own write" }
        if !told.insert(id.number).inserted { return "list \(id.number) is told twice" }
        guard let list = lists.first(where: { $0.id == id }) else { return "a closed list is told" }
        let rows = bench.store.rows(of: list)
        let old = shown[id.number] ?? []
        if change.isEmpty { return "list \(id.number) is told of nothing" }
        if let breach = change.changes.checkShape(oldCount: old.count, newCount: rows.count) {
          return "list \(id.number): \(breach): from \(old) to \(rows)"
        }
        if change.changes.applying(to: old, contents: rows) != rows {
          return "\(change.changes) does not lead from \(old) to \(rows)"
        }
        if let wrong = wrongSteps(change, old, rows) { return wrong }
        shown[id.number] = rows
      case .modelChanged(let id, _):
        if id.number == own { return "model \(id.number) is told of its own write" }
        if !told.insert(id.number).inserted { return "model \(id.number) is told twice" }
        guard let model = models.first(where: { $0.id == id }) else {
          return "a closed one is told"
        }
        if shownModels[id.number] == .some(bench.store.model(of: model)) {
          return "model \(id.number) is told of nothing"
        }
        shownModels[id.number] = .some(bench.store.model(of: model))
      case .batchChanged(_, let ids, _):
        if ids.isEmpty || !ids.allSatisfy({ told.contains($0.number) }) {
          return "a batch is told before its providers"
        }
      case .ended(let request, _): ended.insert(request.number)
      case .fault(let fault):
        if fault != .hasData, fault != .cannotDelete { return "\(fault)" }
      default: break
      }
    }
    bench.take()
    return wrongSilence(own, ended) ?? wrongTimes()
  }

  /// Steps lead to the new list one after the other, and are of one kind unless the least change is told.
  private func wrongSteps(_ change: ListChange, _ old: [Node], _ new: [Node]) -> String? {
    guard let steps = change.steps else { return nil }
    var rows = old.map { Optional($0) }
    var kinds: Set<Bool> = []
    for step in steps {
      switch step {
      case .delete(let index): rows.remove(at: index)
      case .update(let index): rows[index] = nil
      case .insert(let index): rows.insert(nil, at: index)
      }
      if case .insert = step { kinds.insert(true) } else { kinds.insert(false) }
    }
    if rows.count != new.count { return "\(steps) leads to \(rows.count) rows, not \(new.count)" }
    for (row, wanted) in zip(rows, new) where row != nil && row != wanted {
      return "\(steps) leave \(row ?? wanted) where \(wanted) is"
    }
    if kinds.count > 1, !bench.store.rules.minimalChanges { return "\(steps) mixes kinds" }
    return nil
  }

  /// Nobody shows something else without a word, except whoever wrote, or asked and was answered.
  private mutating func wrongSilence(_ own: Int?, _ ended: Set<Int>) -> String? {
    let isSilent = ended.isDisjoint(with: openRequests)
    openRequests.subtract(ended)
    for list in lists {
      let rows = bench.store.rows(of: list)
      if isSilent, list.id.number != own, rows != shown[list.id.number] ?? [] {
        return "list \(list.id.number) is silent: \(shown[list.id.number] ?? []), \(rows)"
      }
      shown[list.id.number] = rows
    }
    for model in models {
      let value = bench.store.model(of: model)
      if isSilent, model.id.number != own, value != shownModels[model.id.number] ?? nil {
        return "model \(model.id.number) is silent"
      }
      shownModels[model.id.number] = .some(value)
    }
    return nil
  }

  private mutating func wrongTimes() -> String? {
    for id in lists.map(\.id) + models.map(\.id) {
      let time = bench.store.lastUpdated(of: id)
      if time < lastUpdated[id.number] ?? .zero { return "\(id.number) goes back in time" }
      lastUpdated[id.number] = time
    }
    for (place, list) in lists.enumerated() {
      guard let key = bench.store.key(of: list), !bench.store.isPaused(list.id) else { continue }
      for other in lists[..<place]
      where bench.store.key(of: other) == key && !bench.store.isPaused(other.id) {
        if bench.store.rows(of: other) != bench.store.rows(of: list) {
          return
            "lists of '\(key)' differ: \(other.id.number) \(bench.store.rows(of: other)), \(list.id.number) \(bench.store.rows(of: list))"
        }
      }
    }
    return nil
  }

  /// When nothing waits, everyone that goes on shows one version of each model.
  private func disagreement() -> String? {
    var seen: [String: Node] = [:]
    var rows = lists.filter { !bench.store.isPaused($0.id) }.flatMap { bench.store.rows(of: $0) }
    rows += models.filter { !bench.store.isPaused($0.id) }.compactMap { bench.store.model(of: $0) }
    for node in rows.flatMap(\.nodes) where !writesPaused {
      guard let id = node.id else { continue }
      if let known = seen[id], known != node { return "\(known) and \(node) are shown" }
      seen[id] = node
    }
    let kept = bench.store.kept
    let providers = lists.count + models.count
    if kept.providers != providers || kept.holders != providers || kept.requests + kept.jobs > 0 {
      return "\(kept) for \(providers) providers"
    }
    return nil
  }
}

extension [ModelProvider<Node>] {
  fileprivate func randomModel(_ chance: inout RandomStream) -> ModelProvider<Node>? {
    isEmpty ? nil : self[chance.index(below: count)]
  }
}
