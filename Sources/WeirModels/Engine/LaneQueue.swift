// SPDX-License-Identifier: Apache-2.0

/// The updates that wait, in the order in which they were made, and how far the first one is.
struct LaneQueue: Sendable {
  enum Stage: Sendable {
    case waiting
    case read(LaneJob)
    case computed(LaneJob.Outcome)

    /// `true` if an identity ends by what was read.
    func ends(_ id: ModelID) -> Bool {
      switch self {
      case .waiting: false
      case .read(let job): job.update.ends.has(id)
      case .computed(let outcome): outcome.update.ends.has(id)
      }
    }
  }

  private var waiting: [LaneTask] = []
  private var start = 0
  private var lastNumber = 0
  /// The number of the last reading.
  private var lastReading = 0
  private(set) var stage = Stage.waiting
  /// The time of the last update or deletion that was delivered.
  private(set) var delivered = ChangeTime.zero
  /// The identities that the last update took out of deletions, until somebody asks.
  private var revived: [ModelID] = []
  /// The number of deletions that wait.
  private var deletions = 0

  /// All that wait.
  var all: ArraySlice<LaneTask> { waiting[start...] }

  var first: LaneTask? { start < waiting.count ? waiting[start] : nil }

  mutating func append(_ content: LaneTask.Content, _ time: ChangeTime, _ context: (any Sendable)?)
  {
    lastNumber += 1
    waiting.append(LaneTask(number: lastNumber, content: content, time: time, context: context))
    if case .deletion = content { deletions += 1 }
  }

  mutating func advance(to stage: Stage) { self.stage = stage }

  mutating func nextReading() -> Int {
    lastReading += 1
    return lastReading
  }

  mutating func removeFirst() {
    if case .deletion? = first?.content { deletions -= 1 }
    delivered = first?.time ?? delivered
    stage = .waiting
    start += 1
    // Each task is moved once at most on average.
    if start * 2 > waiting.count {
      waiting.removeFirst(start)
      start = 0
    }
  }

  mutating func removeAll() {
    (waiting, revived) = ([], [])
    (start, deletions, stage) = (0, 0, .waiting)
  }

  /// `true` if a deletion of an identity waits.
  func isDeleted(_ id: ModelID) -> Bool {
    if deletions == 0 { return false }
    return all.contains { task in
      if case .deletion(let ids) = task.content { ids.contains(id) } else { false }
    }
  }

  /// `true` if an update that waits states an identity, behind the one of that number.
  func isStated(_ id: ModelID, after number: Int = 0) -> Bool {
    all.contains { $0.number > number && $0.states(id) }
  }

  /// Returns the identities that the last update took out of deletions, once.
  mutating func takeRevived() -> [ModelID] {
    if revived.isEmpty { return [] }
    defer { revived = [] }
    return revived
  }

  /// Takes identities that are written again out of the deletions that wait.
  mutating func revive(_ ids: IDList) {
    revived = []
    if case .update? = first?.content, ids.ids.contains(where: stage.ends) { stage = .waiting }
    if deletions == 0 { return }
    for place in start..<waiting.count {
      guard case .deletion(let old) = waiting[place].content else { continue }
      let kept = old.filter { !ids.contains($0) }
      if kept.count == old.count { continue }
      revived += old.filter(ids.contains)
      waiting[place].content = .deletion(kept)
      // What was read or computed for it is no longer true.
      if place == start { stage = .waiting }
    }
  }
}
