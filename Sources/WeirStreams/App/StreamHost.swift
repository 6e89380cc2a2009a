// SPDX-License-Identifier: Apache-2.0
public import WeirClient
public import WeirCore
public import WeirTree

/// The things that a ``StreamDriver`` needs of an app: the SDK of its database, and its clock.
///
/// All of it happens on one thread, queue or actor, the one on which the driver lives. A closure may be called at once, as
/// SDKs do that have what is asked for in memory, and as often as there is something to tell; after ``stop(_:)`` calls do no harm.
public protocol StreamHost: AnyObject {
  /// A listen that runs, as the SDK calls it.
  associatedtype Listening

  /// Listens, and hands on each event of a child, and a ``WeirTree/DataEvent/value`` behind those that belong together.
  ///
  /// `lose` says that the server takes the listen away, or never grants it; nothing comes from it after that.
  func listen(
    to path: Path, _ query: Query, hear: @escaping (DataEvent) -> Void,
    lose: @escaping (Message.Refusal) -> Void
  ) -> Listening

  /// Listens no longer.
  func stop(_ listening: Listening)

  /// The moment that a clock shows which never goes back; only how moments lie to each other matters.
  var now: Instant { get }

  /// Calls `ring` after a while; a little later does no harm.
  func wait(_ time: Interval, then ring: @escaping () -> Void)

  /// Carries out a request of a stack that asks for more than listens: a write, a read, a transaction.
  ///
  /// Streams of lists never do, so it need not be written for them.
  func carryOut(_ request: StackWish, answer: @escaping (StackAnswer) -> Void)
}

extension StreamHost {
  /// Ends the app: somebody asked for what its host does not know how to do.
  public func carryOut(_ request: StackWish, answer: @escaping (StackAnswer) -> Void) {
    invariantBroken(
      "a stack asks its app for '\(request)', but the app's StreamHost has no carryOut")
  }
}
