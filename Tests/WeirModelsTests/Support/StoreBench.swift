// SPDX-License-Identifier: GPL-3.0-or-later
import WeirModels

/// A store with a cache that is right, and with what it has told, in words.
struct StoreBench {
  var store: ModelStore
  var wishes: [StoreWish] = []
  var heard: [String] = []
  /// The jobs that went to the cache and are not answered.
  var jobs: [CacheWish] = []
  var models: [ModelID: any Model] = [:]
  var lists: [ListKey: [any Model]] = [:]

  init(_ rules: StoreRules = StoreRules()) { store = ModelStore(rules) }

  /// Runs the steps and answers the jobs until nothing waits.
  mutating func drain() {
    take()
    while store.next != nil || !jobs.isEmpty {
      while !jobs.isEmpty { answer() }
      if let event = store.next { step(event) }
    }
  }

  /// Runs the steps of the lanes until nothing waits.
  mutating func runLanes(_ count: Int = .max) {
    take()
    var left = count
    while left > 0, let event = store.next {
      step(event)
      left -= 1
    }
  }

  mutating func step(_ event: LaneEvent) {
    store.run(event, into: &wishes)
    take()
  }

  /// Does the job at a place and answers it.
  mutating func answer(_ place: Int = 0) {
    take()
    let wish = jobs.remove(at: place)
    finish(wish, result(of: wish.job))
  }

  mutating func finish(_ wish: CacheWish, _ result: CacheResult) {
    store.receive(CacheAnswer(tag: wish.tag, result: result), into: &wishes)
    take()
  }

  mutating func result(of job: CacheJob) -> CacheResult {
    switch job {
    case .readModel(let id, _): return id.flatMap { models[$0] }.map { .model($0) } ?? .nothing
    case .readList(let key, _): return key.flatMap { lists[$0] }.map { .list($0) } ?? .nothing
    case .writeModels(let new):
      for model in new { model.modelID.map { models[$0] = model } }
    case .deleteModel(let model): model.modelID.map { models[$0] = nil }
    case .writeList(let key, let rows): lists[key] = rows
    }
    return .done
  }

  /// Sorts the wishes into jobs and words.
  mutating func take() {
    for wish in wishes {
      if case .cache(let job) = wish { jobs.append(job) }
      if let words = Self.words(wish) { heard.append(words) }
    }
    wishes = []
  }

  /// Returns what was told since the last call.
  mutating func news() -> [String] {
    take()
    defer { heard = [] }
    return heard
  }

  static func words(_ wish: StoreWish) -> String? {
    func by(_ context: (any Sendable)?) -> String { context.map { " by \($0)" } ?? "" }
    switch wish {
    case .run, .cache: return nil
    case .modelChanged(let id, let context): return "model \(id.number)\(by(context))"
    case .listChanged(let id, let change, let context):
      let steps = change.steps.map { $0.map { "\($0)" }.joined(separator: " ") } ?? "reset"
      return "list \(id.number) \(steps)\(by(context))"
    case .batchChanged(let batch, let ids, let context):
      return "batch \(batch.number) \(ids.map(\.number))\(by(context))"
    case .updated(_, let delivery):
      return "updated \(delivery.updated + delivery.deleted)\(by(delivery.context))"
    case .ended(let request, let error):
      return "ended \(request.number)\(error.map { " \($0)" } ?? "")"
    case .cleared: return "cleared"
    case .fault(let fault): return "fault \(fault)"
    }
  }
}

extension CacheJob {
  /// The job in words.
  var words: String {
    switch self {
    case .readModel(let id, _): "read \(id.map { "\($0)" } ?? "nil")"
    case .readList(let key, _): "read list \(key.map { "\($0)" } ?? "nil")"
    case .writeModels(let models): "write \(models)"
    case .deleteModel(let model): "delete \(model)"
    case .writeList(let key, let rows): "write list \(key) \(rows)"
    }
  }
}
