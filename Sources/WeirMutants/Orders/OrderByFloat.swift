// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Compares numbers in 32 bits, so that times of day in milliseconds are equal for two minutes.
///
/// StreamBaseKit, quirk Q1: all numbers are compared as `Float`.
///
///     b: { at: 1400000000001 }, a: { at: 1400000000002 }  // shown as a, b: equal, so by key
enum OrderByFloat: StackHabits {
  static let mutant = Mutant(
    "order-by-float", of: "StreamBaseKit Q1", caughtBy: "converge",
    about: "Compares numbers in 32 bits: times that lie near each other are equal.", Self.self)

  static func precedes(_ a: PlainItem, _ b: PlainItem, in builder: QueryBuilder) -> Bool {
    builder.precedes(coarse(a.rank), coarse(b.rank))
  }

  private static func coarse(_ rank: Rank) -> Rank {
    var rank = rank
    switch rank.value {
    case .integer(let value): rank.value = .number(Double(Float(value)))
    case .number(let value): rank.value = .number(Double(Float(value)))
    default: break
    }
    return rank
  }
}
