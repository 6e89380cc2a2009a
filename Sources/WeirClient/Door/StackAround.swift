// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirDiff
public import WeirTree

/// A stack around another one, to which it leaves all that it does not do itself.
///
///     struct Nudger: StackAround {
///       var inner: any ClientStack
///       mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
///         guard case .act(let act) = command else { return inner.perform(command, at: now, into: &wishes) }
///         // what only this stack knows
///       }
///     }
///
/// The inner stack has listens under tags of its own; one who listens, too, uses others.
public protocol StackAround: ClientStack {
  /// The stack inside.
  var inner: any ClientStack { get set }
}

extension StackAround {
  /// Opens the stack inside.
  public mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    inner.open(at: now, into: &wishes)
  }

  /// Closes the stack inside.
  public mutating func close(into wishes: inout [StackWish]) { inner.close(into: &wishes) }

  /// Tells the stack inside.
  public mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    inner.receive(event, from: tag, at: now, into: &wishes)
  }

  /// Tells the stack inside.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    inner.lose(tag, refusal, at: now, into: &wishes)
  }

  /// Answers the stack inside.
  public mutating func answer(
    _ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]
  ) {
    inner.answer(answer, at: now, into: &wishes)
  }

  /// The operations of the stack inside that its oracle has compared.
  public var comparisons: Int { inner.comparisons }

  /// Saves what the stack inside does.
  public func saved() -> SavedStack? { inner.saved() }

  /// Restores the stack inside.
  public mutating func restore(
    _ saved: SavedStack, held: [UInt32], at now: Instant, into wishes: inout [StackWish]
  ) {
    inner.restore(saved, held: held, at: now, into: &wishes)
  }

  /// Leaves it to the stack inside.
  public mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    inner.perform(command, at: now, into: &wishes)
  }

  /// Wakes the stack inside.
  public mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    inner.wake(at: now, into: &wishes)
  }

  /// Publishes what the stack inside does.
  public mutating func publish(into update: inout StackUpdate) { inner.publish(into: &update) }

  /// Publishes what the stack inside does, and says what is shown then.
  public mutating func publish(into update: inout StackUpdate, rows sections: inout [[Row]]) {
    inner.publish(into: &update, rows: &sections)
  }

  /// Publishes what the stack inside does, which may take the rows of others.
  public mutating func publish<Others: Precedents>(
    into update: inout StackUpdate, rows sections: inout [[Row]], like others: borrowing Others
  ) {
    inner.publish(into: &update, rows: &sections, like: others)
  }

  /// Publishes a surface of the stack inside.
  public mutating func publish(
    surface: Int, into update: inout StackUpdate, rows sections: inout [[Row]]
  ) {
    inner.publish(surface: surface, into: &update, rows: &sections)
  }

  /// All rows of a surface of the stack inside.
  public func rows(ofSurface surface: Int, into sections: inout [[Row]]) {
    inner.rows(ofSurface: surface, into: &sections)
  }

  /// The number of sections that the stack inside shows.
  public var sectionCount: Int { inner.sectionCount }
  /// The number of rows that a section of it has.
  public func rowCount(in section: Int) -> Int { inner.rowCount(in: section) }
  /// A row of it.
  public func row(at place: Place) -> Row { inner.row(at: place) }
  /// All rows of it, section by section.
  public func rows(into sections: inout [[Row]]) { inner.rows(into: &sections) }
}
