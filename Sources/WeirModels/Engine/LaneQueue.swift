/// The updates that wait, in the order in which they were made, and how far the first one is.
struct LaneQueue: Sendable {
  enum Stage: Sendable {
    case waiting
    case read(LaneJob)
    case computed(LaneJob.Outcome)
  }

  private var waiting: [LaneTask] = []
  private var start = 0
  private var lastNumber = 0
  private(set) var stage = Stage.waiting
  /// The identities that wait to be deleted, and how often.
  private var doomed: [ModelID: Int] = [:]

  var count: Int { waiting.count - start }
  var first: LaneTask? { start < waiting.count ? waiting[start] : nil }
  /// All tasks, in order.
  var all: ArraySlice<LaneTask> { waiting[start...] }

  mutating func append(_ content: LaneTask.Content, _ time: ChangeTime, _ context: (any Sendable)?)
  {
    lastNumber += 1
    waiting.append(LaneTask(number: lastNumber, content: content, time: time, context: context))
    if case .deletion(let ids) = content {
      for id in ids { doomed[id, default: 0] += 1 }
    }
  }

  mutating func advance(to stage: Stage) { self.stage = stage }

  mutating func removeFirst() {
    if case .deletion(let ids)? = first?.content {
      for id in ids { spare(id) }
    }
    stage = .waiting
    start += 1
    // Each task is moved once at most on average.
    if start * 2 > waiting.count {
      waiting.removeFirst(start)
      start = 0
    }
  }

  mutating func removeAll() {
    waiting = []
    doomed = [:]
    (start, stage) = (0, .waiting)
  }

  /// Takes identities that are written again out of the deletions that wait.
  mutating func revive(_ ids: Set<ModelID>) {
    if !ids.contains(where: { doomed[$0] != nil }) { return }
    for place in start..<waiting.count {
      guard case .deletion(let old) = waiting[place].content else { continue }
      let kept = old.filter { !ids.contains($0) }
      if kept.count == old.count { continue }
      for id in old where ids.contains(id) { spare(id) }
      waiting[place].content = .deletion(kept)
      // What was read or computed for it is no longer true.
      if place == start { stage = .waiting }
    }
  }

  private mutating func spare(_ id: ModelID) {
    guard let count = doomed[id] else { return }
    doomed[id] = count > 1 ? count - 1 : nil
  }
}
