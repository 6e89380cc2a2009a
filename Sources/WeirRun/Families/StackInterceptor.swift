// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
import WeirCore
package import WeirTree

/// A bug at the door of a stack: it alters what the stack hears and what it wishes.
///
///     struct DeafToRemovals: StackInterceptor {
///       mutating func hears(_ event: DataEvent, from tag: UInt32) -> DataEvent? {
///         event.kind == .removed ? nil : event
///       }
///     }
///
/// The stack itself stays right. It can be of any family, for what goes through the door is the same for all.
package protocol StackInterceptor: Sendable {
  /// Makes an interceptor for a stack that has heard nothing.
  init()

  /// Returns what the stack hears instead of an event; nil: nothing.
  mutating func hears(_ event: DataEvent, from tag: UInt32) -> DataEvent?

  /// Alters what the stack wishes, all that came of one call from `first` on.
  mutating func wishes(_ wishes: inout [StackWish], from first: Int)
}

extension StackInterceptor {
  /// Lets the event pass.
  package mutating func hears(_ event: DataEvent, from tag: UInt32) -> DataEvent? { event }

  /// Lets the wishes pass.
  package mutating func wishes(_ wishes: inout [StackWish], from first: Int) {}
}

/// A stack with an interceptor at its door.
struct InterceptedStack: StackAround {
  var inner: any ClientStack
  private var interceptor: any StackInterceptor

  /// Puts an interceptor at the door of a stack.
  init(_ stack: any ClientStack, by interceptor: any StackInterceptor) {
    inner = stack
    self.interceptor = interceptor
  }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    let first = wishes.count
    inner.open(at: now, into: &wishes)
    interceptor.wishes(&wishes, from: first)
  }

  mutating func close(into wishes: inout [StackWish]) {
    let first = wishes.count
    inner.close(into: &wishes)
    interceptor.wishes(&wishes, from: first)
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let event = interceptor.hears(event, from: tag) else { return }
    let first = wishes.count
    inner.receive(event, from: tag, at: now, into: &wishes)
    interceptor.wishes(&wishes, from: first)
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    let first = wishes.count
    inner.lose(tag, refusal, at: now, into: &wishes)
    interceptor.wishes(&wishes, from: first)
  }

  mutating func answer(
    _ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]
  ) {
    let first = wishes.count
    inner.answer(answer, at: now, into: &wishes)
    interceptor.wishes(&wishes, from: first)
  }

  mutating func restore(
    _ saved: SavedStack, held: [UInt32], at now: Instant, into wishes: inout [StackWish]
  ) {
    let first = wishes.count
    inner.restore(saved, held: held, at: now, into: &wishes)
    interceptor.wishes(&wishes, from: first)
  }

  mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    let first = wishes.count
    inner.perform(command, at: now, into: &wishes)
    interceptor.wishes(&wishes, from: first)
  }

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    let first = wishes.count
    inner.wake(at: now, into: &wishes)
    interceptor.wishes(&wishes, from: first)
  }
}
