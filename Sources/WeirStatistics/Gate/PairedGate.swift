// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A gate that decides, from pairs of runs as they come, if one program is slower than another by
/// more than is allowed.
///
///     var gate = PairedGate(PairedGate.Rule(budget: 0.02))
///     while gate.verdict == nil { gate.take(base: 5.1, head: 5.3) }
///     gate.verdict  // .slower
///
/// Only the sign of each pair counts, so that neither a disturbed run nor a slow hour can decide
/// anything: with the order inside each pair drawn by a coin, both programs are alike to the
/// machine. Two bounds are watched at each look. *Slower* needs so many pairs above ``Rule/margin``
/// that a program within the margin shows them with the probability α at most, over all looks. *Not
/// slower* needs as many below ``Rule/budget``, with β in place of α. Between margin and budget
/// either answer is right.
package struct PairedGate: Sendable {
  /// The slow-down that is allowed, and the certainty that is wanted.
  package struct Rule: Hashable, Sendable {
    /// The slow-down from which on the gate must not pass: 0.02 is two percent.
    package var budget: Double
    /// Up to which slow-down the gate must not fail.
    package var margin: Double
    /// The probability of failing a program within the margin.
    package var alpha: Double
    /// The probability of passing one that is slower by the budget or more.
    package var beta: Double
    /// The numbers of pairs after which to look; the last is the end.
    package var looks: [Int]

    /// The least margin: linking the same program again can cost half a percent.
    package static let leastMargin = 0.005

    /// A rule whose margin is half of the budget, but half a percent at least.
    package init(
      budget: Double, alpha: Double = 0.001, beta: Double = 0.005,
      looks: [Int] = SignBounds.usualLooks
    ) {
      self.budget = budget
      margin = max(Self.leastMargin, budget / 2)
      self.alpha = alpha
      self.beta = beta
      self.looks = looks
    }
  }

  /// The decision from the pairs.
  package enum Verdict: String, Hashable, Sendable {
    /// Slower than the margin allows.
    case slower
    /// Not slower by the budget.
    case notSlower = "not-slower"
    /// The pairs are used up, and neither is shown.
    case cannotTell = "cannot-tell"
  }

  /// The slow-down that is allowed.
  package let rule: Rule
  /// The decision; nil while more pairs are needed.
  package private(set) var verdict: Verdict?
  /// The logarithm of head over base of each pair.
  package private(set) var logarithms: [Double] = []
  private let slower: SignBounds
  private let notSlower: SignBounds
  private let marginLog: Double
  private let budgetLog: Double
  private var aboveCount = 0
  private var belowCount = 0

  /// A gate that has seen no pair.
  package init(_ rule: Rule) {
    self.init(
      rule, slower: SignBounds(alpha: rule.alpha, looks: rule.looks),
      notSlower: SignBounds(alpha: rule.beta, looks: rule.looks))
  }

  private init(_ rule: Rule, slower: SignBounds, notSlower: SignBounds) {
    invariant(rule.margin > 0 && rule.margin <= rule.budget, "a margin beyond the budget: \(rule)")
    self.rule = rule
    self.slower = slower
    self.notSlower = notSlower
    marginLog = GSL.logarithm(1 + rule.margin)
    budgetLog = GSL.logarithm(1 + rule.budget)
  }

  /// The same gate before the first pair.
  package var afresh: PairedGate { PairedGate(rule, slower: slower, notSlower: notSlower) }

  /// Takes in a pair: what both programs cost for the same work.
  package mutating func take(base: Double, head: Double) {
    invariant(base > 0 && head > 0, "a pair that cost \(base) and \(head)")
    take(logarithm: GSL.logarithm(head / base))
  }

  /// Takes in a pair by the logarithm of its ratio.
  package mutating func take(logarithm: Double) {
    invariant(logarithm.isFinite, "a pair whose ratio is not finite")
    guard verdict == nil else { return }
    logarithms.append(logarithm)
    // What stands exactly on a bound counts for neither side.
    if logarithm > marginLog { aboveCount += 1 }
    if logarithm < budgetLog { belowCount += 1 }
    guard let enough = slower.count(at: logarithms.count),
      let enoughBelow = notSlower.count(at: logarithms.count)
    else { return }
    if aboveCount >= enough {
      verdict = .slower
    } else if belowCount >= enoughBelow {
      verdict = .notSlower
    } else if logarithms.count == rule.looks.last {
      verdict = .cannotTell
    }
  }

  /// Ends the gate for lack of time.
  package mutating func giveUp() { verdict = verdict ?? .cannotTell }

  /// The findings of a look, and the counts that decide it.
  package struct Look: Hashable, Sendable {
    /// The number of pairs so far.
    package var pairs: Int
    /// The number of them that are above the margin.
    package var above: Int
    /// The number above from which on it says *slower*; more than there are if it cannot.
    package var enoughAbove: Int
    /// The number of them that are below the budget.
    package var below: Int
    /// The number below from which on it says *not slower*; more than there are if it cannot.
    package var enoughBelow: Int
  }

  /// The looks that were taken.
  package var looks: [Look] {
    rule.looks.filter { $0 <= logarithms.count }.compactMap { pairs in
      guard let enoughAbove = slower.count(at: pairs), let enoughBelow = notSlower.count(at: pairs)
      else { return nil }
      let seen = logarithms[..<pairs]
      return Look(
        pairs: pairs, above: seen.count { $0 > marginLog }, enoughAbove: enoughAbove,
        below: seen.count { $0 < budgetLog }, enoughBelow: enoughBelow)
    }
  }

  /// The median ratio so far, less one; nil without a pair.
  package var estimate: Double? {
    if logarithms.isEmpty { return nil }
    return GSL.exponential(GSL.quantile(sorted: logarithms.sorted(), 0.5)) - 1
  }

  /// The interval of the median ratio, less one, that holds over all looks together with 95 %.
  ///
  /// Nil before the first look.
  package var interval: ClosedRange<Double>? {
    guard let look = rule.looks.last(where: { $0 <= logarithms.count }) else { return nil }
    let bounds = SignBounds(alpha: 0.025, looks: rule.looks)
    guard let count = bounds.count(at: look), count <= look else { return nil }
    let sorted = logarithms[..<look].sorted()
    return GSL.exponential(sorted[look - count]) - 1...GSL.exponential(sorted[count - 1]) - 1
  }

  /// The probability of so many pairs above the margin at some look, were the program just within it: the
  /// smallest α with which the gate would have said *slower*, to a tenth of its size.
  package var probability: Double {
    var (heads, place) = (0, 0)
    var reached: [(look: Int, count: Int)] = []
    for look in rule.looks where look <= logarithms.count {
      while place < look {
        if logarithms[place] > marginLog { heads += 1 }
        place += 1
      }
      reached.append((look, heads))
    }
    if reached.isEmpty { return 1 }
    func fails(_ alpha: Double) -> Bool {
      let bounds = SignBounds(alpha: alpha, looks: rule.looks)
      return reached.contains { look, count in bounds.count(at: look).map { count >= $0 } ?? false }
    }
    var (low, high) = (GSL.logarithm(1e-12), GSL.logarithm(0.999))
    if !fails(GSL.exponential(high)) { return 1 }
    while high - low > 0.1 {
      let middle = (low + high) / 2
      if fails(GSL.exponential(middle)) { high = middle } else { low = middle }
    }
    return GSL.exponential(high)
  }
}
