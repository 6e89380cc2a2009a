// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
import WeirCore
package import WeirStatistics

/// A trial that finds out, from pairs of runs, if one program takes longer than another for the
/// same piece of a scenario.
///
///     var trial = TimeTrial(rule, seed: 1)
///     while let turn = trial.next() { trial.take(run(turn.first), run(turn.second)) }
///     trial.verdict
///
/// A pair is a fresh process of each program, both at work in turns of a few events, in the order of a coin. Every eighth pair is a
/// control: the base against its twin, a copy in another file, so that a machine on which two equal programs
/// differ is found out. Processor time decides; the wall clock stands beside it.
package struct TimeTrial: Sendable {
  /// One of the two programs.
  package enum Arm: String, Hashable, Sendable {
    /// The program that is compared with.
    case base
    /// The program that is measured.
    case head
    /// A copy of the base.
    case twin
  }

  /// The cost of one process, in nanoseconds, and the amount of work that it did.
  package struct Cost: Hashable, Sendable {
    /// Processor time.
    package var processor: UInt64
    /// Time of the wall clock.
    package var wall: UInt64
    /// The number of times the machine took the processor away.
    package var interruptions: Int
    /// The number of events that it handled.
    package var events: Int

    /// Makes a cost.
    package init(processor: UInt64, wall: UInt64, interruptions: Int, events: Int) {
      self.processor = processor
      self.wall = wall
      self.interruptions = interruptions
      self.events = events
    }
  }

  /// The next two processes, in order.
  package struct Turn: Hashable, Sendable {
    /// The program that runs first.
    package var first: Arm
    /// The program that runs second.
    package var second: Arm
    /// `true` if both are the same program.
    package var isControl: Bool { first == .twin || second == .twin }
  }

  /// A pair that was run.
  package struct Pair: Hashable, Sendable {
    /// Its order.
    package var turn: Turn
    /// The cost of the first.
    package var first: Cost
    /// The cost of the second.
    package var second: Cost
  }

  /// The gate on processor time, which decides.
  package private(set) var processor: PairedGate
  /// The gate on the wall clock, which is shown.
  package private(set) var wall: PairedGate
  /// Every pair, controls too, in the order of running.
  package private(set) var pairs: [Pair] = []
  private var coin: RandomStream
  /// Pairs that were asked for and are not back.
  private var turns: [Turn] = []

  /// A trial that has seen nothing; `seed` is the coin's.
  package init(_ rule: PairedGate.Rule, seed: UInt64) {
    processor = PairedGate(rule)
    wall = processor.afresh
    coin = RandomStream(seed: seed, "order of pairs")
  }

  /// A trial that must not pass a slow-down by `budget`, with the usual certainties; `alpha` is the probability
  /// of a false alarm.
  package init(budget: Double, alpha: Double = 0.001, seed: UInt64) {
    self.init(PairedGate.Rule(budget: budget, alpha: alpha), seed: seed)
  }

  /// Returns the same trial before its first pair, with another coin.
  package func again(seed: UInt64) -> TimeTrial { TimeTrial(processor.rule, seed: seed) }

  /// `true` if the pairs say that the head is slower.
  package var saysSlower: Bool { processor.verdict == .slower }

  /// Returns the next pair to run; nil when it is decided.
  ///
  /// Several may be asked for before the first of them is taken in.
  package mutating func next() -> Turn? {
    if processor.verdict != nil { return nil }
    let other = (pairs.count + turns.count) % 8 == 7 ? Arm.twin : .head
    let isBaseFirst = coin.below(2) == 0
    let turn = Turn(first: isBaseFirst ? .base : other, second: isBaseFirst ? other : .base)
    turns.append(turn)
    return turn
  }

  /// Takes in what the earliest pair cost that ``next()`` asked for.
  ///
  /// In the order of asking: were it that of coming back, the fast ones would be first.
  package mutating func take(_ first: Cost, _ second: Cost) {
    invariant(!turns.isEmpty, "a pair that was not asked for")
    let turn = turns.removeFirst()
    // What was run beside the pair that decided counts for nothing.
    if processor.verdict != nil { return }
    let pair = Pair(turn: turn, first: first, second: second)
    pairs.append(pair)
    if turn.isControl { return }
    let (base, head) = (pair.base, pair.head)
    processor.take(base: Double(base.processor), head: Double(head.processor))
    if wall.verdict == nil { wall.take(base: Double(base.wall), head: Double(head.wall)) }
  }

  /// Ends the trial for lack of time.
  package mutating func giveUp() { processor.giveUp() }
}

extension TimeTrial.Pair {
  /// The cost of the base.
  package var base: TimeTrial.Cost { turn.first == .base ? first : second }
  /// The cost of the head, or of the base's twin.
  package var head: TimeTrial.Cost { turn.first == .base ? second : first }
  /// The logarithm of head over base, by processor time.
  package var ratio: Double { log(Double(head.processor) / Double(base.processor)) }
}
