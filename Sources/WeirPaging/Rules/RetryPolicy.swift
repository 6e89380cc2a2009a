// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The times at which a load that failed is tried again without being told to.
///
///     RetryPolicy(attempts: 3, first: .seconds(1), longest: .seconds(30), jitter: 50)
///     // after 1 s, 2 s and 4 s, each shortened by chance by up to a half
public struct RetryPolicy: Hashable, Sendable {
  /// The number of times a load is tried again; zero if never.
  public var attempts: Int
  /// The first wait; each further one is twice as long.
  public var first: Interval
  /// The longest wait.
  public var longest: Interval
  /// The part of a wait, in percent, that chance may take off, so that clients that failed together do not
  /// come back together.
  public var jitter: Int

  /// Makes a policy.
  public init(
    attempts: Int, first: Interval = .seconds(1), longest: Interval = .seconds(30), jitter: Int = 0
  ) {
    self.attempts = attempts
    self.first = first
    self.longest = longest
    self.jitter = jitter
  }

  /// The policy that leaves it to people to try again.
  public static let never = RetryPolicy(attempts: 0)

  /// Returns the wait after the `failures`th failure in a row, before chance shortens it.
  func wait(after failures: Int) -> Interval {
    var wait = min(first, longest)
    for _ in 1..<max(1, failures) where wait < longest {
      wait = longest - wait < wait ? longest : wait + wait
    }
    return wait
  }

  /// Returns the wait after the `failures`th failure in a row, shortened by chance.
  func wait(after failures: Int, _ chance: inout RandomStream?) -> Interval {
    let wait = self.wait(after: failures)
    guard jitter > 0, chance != nil else { return wait }
    // Divided first, so that no wait is too long to be multiplied.
    let most = wait.nanoseconds / 100 * Int64(jitter)
    let less = chance?.below(UInt64(most) + 1) ?? 0
    return Interval(nanoseconds: wait.nanoseconds - Int64(less))
  }
}
