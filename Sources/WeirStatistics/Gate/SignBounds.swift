// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The number of heads that it takes to call a coin unfair, when one looks more than once.
///
///     let bounds = SignBounds(alpha: 0.001)
///     bounds.count(at: 20)   // 19
///     bounds.count(at: 640)  // 365
///
/// A fair coin reaches one of the counts with the probability ``spent``, which is at most `alpha`, however
/// many looks there are. Early looks get little of `alpha`: the spending function is
/// α·ln(1 + (e − 1)·t) with *t* the share of tosses done, after Lan and DeMets (1983) in the shape of Pocock.
/// The counts come from the exact recursion over heads, not from a bell curve, whose tail is wrong by a factor
/// at 20 tosses. What a look leaves unspent, because heads are whole, the next one may spend.
///
/// - Complexity: O(*n*²) for *n* tosses at most, once.
package struct SignBounds: Hashable, Sendable {
  /// After 20 tosses, then each time they have become a quarter more, up to 640.
  ///
  /// Looking only when they have doubled takes a quarter more tosses in the middle: half of them come after it was
  /// plain.
  package static let usualLooks = [
    20, 25, 32, 40, 50, 64, 80, 100, 128, 160, 200, 256, 320, 400, 512, 640,
  ]

  /// The numbers of tosses after which to look, in order.
  package let looks: [Int]
  /// The probability that was asked for.
  package let alpha: Double
  /// The probability that a fair coin reaches one of the counts.
  package let spent: Double
  private let counts: [Int]

  /// Finds the counts for looks in rising order.
  package init(alpha: Double, looks: [Int] = usualLooks) {
    invariant(alpha > 0 && alpha < 1, "bounds for the probability \(alpha)")
    invariant(
      looks.first.map { $0 > 0 } == true && zip(looks, looks.dropFirst()).allSatisfy { $0 < $1 },
      "looks that do not rise: \(looks)")
    self.looks = looks
    self.alpha = alpha
    (counts, spent) = Self.counts(alpha, looks)
  }

  /// Returns the number of heads that decides after so many tosses; more than there are tosses if
  /// none can.
  ///
  /// Nil if there is no look at that number.
  package func count(at tosses: Int) -> Int? {
    looks.firstIndex(of: tosses).map { counts[$0] }
  }

  private static func counts(_ alpha: Double, _ looks: [Int]) -> ([Int], Double) {
    let last = Double(looks.last ?? 1)
    // The probability of each number of heads on paths that no look has ended.
    var chances = [1.0]
    var (counts, spent) = ([Int](), 0.0)
    for look in looks {
      while chances.count <= look { chances = tossed(chances) }
      let share = GSL.logarithm(1 + (GSL.exponential(1) - 1) * Double(look) / last)
      let room = alpha * share - spent
      var (count, tail) = (look + 1, 0.0)
      while count > 0, tail + chances[count - 1] <= room {
        count -= 1
        tail += chances[count]
        chances[count] = 0
      }
      counts.append(count)
      spent += tail
    }
    return (counts, spent)
  }

  /// Returns the probabilities after one more toss.
  private static func tossed(_ chances: [Double]) -> [Double] {
    var next = [Double](repeating: 0, count: chances.count + 1)
    for (heads, chance) in chances.enumerated() where chance > 0 {
      next[heads] += chance / 2
      next[heads + 1] += chance / 2
    }
    return next
  }
}
