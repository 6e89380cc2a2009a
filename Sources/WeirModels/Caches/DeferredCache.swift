// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The cache of a simulated app: it takes its time, and things go wrong with it as its rules say.
///
///     let due = cache.ask(CacheWish(tag: 1, job: .writeModels([message])), at: now)
///     cache.wake(at: due, into: &answers)  // the model is kept, and the app is told
///
/// It does a job at the moment at which it answers. Each wish is answered once, whatever goes wrong, unless the app is
/// killed; ``count`` shows it.
public struct DeferredCache: Sendable {
  /// The models and lists in it.
  public private(set) var content: MemoryCache
  /// The wishes and the answers so far.
  public private(set) var count = AnswerCount()
  private let rules: Rules
  private let reading: QuantileTable
  private let writing: QuantileTable
  private var chance: RandomStream
  /// The jobs under way, the next one first; of those that are due together, the older one.
  private var errands: [Errand] = []
  /// The models and lists that were damaged when they were written.
  private var damage = CacheDamage()

  /// The manners of a cache.
  public struct Rules: Hashable, Sendable {
    /// The time that it takes to read.
    public var reading = Distribution.constant(.milliseconds(1))
    /// The time that it takes to write or delete.
    public var writing = Distribution.constant(.milliseconds(4))
    /// The order in which jobs are done.
    ///
    /// By key, a list is read after all writes before it, as any of them may be of one of its rows.
    public var order = CacheOrder.perKey
    /// The chance that a read finds nothing although it is there.
    public var misses = Ratio.zero
    /// The chance that a job fails, and changes nothing.
    public var failures = Ratio.zero
    /// The chance that a write or a deletion is answered as done, but was not.
    public var losses = Ratio.zero
    /// The chance that something is damaged when it is written: to read it fails until it is written again.
    public var damage = Ratio.zero

    /// Makes the rules of a cache in which nothing goes wrong.
    public init() {}
  }

  /// A job under way.
  private struct Errand: Sendable {
    var due: Instant
    var wish: CacheWish
    var fate: Fate
    /// A number that decides what is damaged.
    var lot: UInt64
  }

  /// The fate of a job.
  private enum Fate: Sendable {
    case done, failed, missed, lost, damaged
  }

  /// Makes an empty cache, whose jobs take as long as the tables say.
  public init(
    _ rules: Rules, reading: QuantileTable, writing: QuantileTable, chance: RandomStream,
    limit: CacheLimit = .none
  ) {
    self.rules = rules
    self.reading = reading
    self.writing = writing
    self.chance = chance
    content = MemoryCache(limit)
  }

  /// `true` if no job is under way.
  public var isIdle: Bool { errands.isEmpty }

  /// Takes a wish up, and returns when the cache wants to be woken for it.
  public mutating func ask(_ wish: CacheWish, at now: Instant) -> Instant {
    count.ask(wish.tag)
    let takes = wish.job.isRead ? reading.draw(&chance) : writing.draw(&chance)
    let (fate, lot) = (fate(of: wish.job), chance.next())
    let last = errands.last { rules.order.waits(wish.job, for: $0.wish.job) }
    let due = max(now, last?.due ?? now) + takes
    let index = errands.firstIndex { $0.due > due } ?? errands.count
    errands.insert(Errand(due: due, wish: wish, fate: fate, lot: lot), at: index)
    return due
  }

  /// Draws what becomes of a job; as many draws for each, so that one chance does not move another.
  private mutating func fate(of job: CacheJob) -> Fate {
    let isFailed = chance.chance(rules.failures)
    let isMissed = chance.chance(rules.misses)
    let isLost = chance.chance(rules.losses)
    let isDamaged = chance.chance(rules.damage)
    if isFailed { return .failed }
    if job.isRead { return isMissed ? .missed : .done }
    return isLost ? .lost : isDamaged ? .damaged : .done
  }

  /// Does what is due, and adds the answers in that order.
  public mutating func wake(at now: Instant, into answers: inout [CacheAnswer]) {
    let due = errands.firstIndex { $0.due > now } ?? errands.count
    for errand in errands[..<due] {
      count.answer(errand.wish.tag)
      answers.append(CacheAnswer(tag: errand.wish.tag, result: result(of: errand)))
    }
    errands.removeFirst(due)
  }

  private mutating func result(of errand: Errand) -> CacheResult {
    let job = errand.wish.job
    switch errand.fate {
    case .failed: return .failed(CacheError("the cache could not do it"))
    case .missed: return .nothing
    case .lost: return .done
    case .done, .damaged:
      if let name = damage.name(in: job, content) {
        return .failed(CacheError("'\(name)' is damaged"))
      }
      let result = content.perform(job)
      if case .failed = result { return result }
      damage.repair(job)
      if errand.fate == .damaged { damage.strike(job, errand.lot) }
      return result
    }
  }

  /// The app is killed: nothing is answered any more, and what was to be written is or is not, as `chance` has it.
  ///
  /// Of jobs that wait for one another none is done without those before it.
  public mutating func kill(_ chance: inout RandomStream) {
    var dropped: [CacheJob] = []
    for errand in errands where !errand.wish.job.isRead {
      let job = errand.wish.job
      let isLate = dropped.contains { rules.order.waits(job, for: $0) }
      if isLate || chance.chance(Ratio(1, of: 2)) {
        dropped.append(job)
      } else {
        _ = result(of: errand)
      }
    }
    errands.removeAll()
    count.abandonAll()
  }
}
