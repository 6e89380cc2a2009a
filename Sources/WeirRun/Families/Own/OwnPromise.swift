// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirClient
public import WeirCore
public import WeirDiff
public import WeirTrace
public import WeirTree

/// A promise that your stacks make beside those of every list.
///
///     struct OneHeart: OwnPromise {
///       static let promise = Promise(
///         "one-heart", "Nobody puts two hearts on one row.", usualCause: "Usually a tap counted twice.")
///       private var hearts: Set<Heart> = []
///
///       mutating func judge(_ said: SaidNote) -> Judgement {
///         guard said.is(ChatHearts.put) else { return .nothing }
///         let isFirst = hearts.insert(Heart(client: said.client, key: said.key)).inserted
///         return isFirst ? .kept : .broken("client \(said.client) puts another heart on '\(said.key)'")
///       }
///     }
///
/// It sees what your stacks say and what they show, in order, and nothing of what they hold: a promise that asked the list
/// whether the list is right would believe it.
public protocol OwnPromise: Sendable {
  /// Its name, what it says and why it usually breaks, for scenarios and reports.
  static var promise: Promise { get }

  /// A judge that has seen nothing.
  init()

  /// Judges something that a stack says.
  mutating func judge(_ said: SaidNote) -> Judgement

  /// Judges a list that a stack shows.
  mutating func judge(_ shown: ShownList) -> Judgement
}

extension OwnPromise {
  /// Takes no notice.
  public mutating func judge(_ said: SaidNote) -> Judgement { .nothing }

  /// Takes no notice.
  public mutating func judge(_ shown: ShownList) -> Judgement { .nothing }
}

/// The opinion of a judge about something that happened.
public enum Judgement: Hashable, Sendable {
  /// It has nothing to do with the promise.
  case nothing
  /// It could have broken the promise, and did not.
  case kept
  /// It breaks the promise, because of this.
  case broken(String)
}

/// Something that a stack said with a note of its family.
public struct SaidNote: Sendable {
  /// The moment at which it was said.
  public let at: Instant
  /// The number of the client whose stack said it.
  public let client: UInt32
  /// The number of the journey that it belongs to; 0 for none.
  public let journey: UInt32
  /// The row that it is about; `-` for none.
  public let key: Key
  /// The first number that it holds.
  public let x: UInt64
  /// The second number that it holds, of 48 bits.
  public let y: UInt64
  /// The number of the note.
  let number: UInt64

  /// `true` if it was said with this note.
  public func `is`(_ note: StepNote) -> Bool { number == UInt64(note.number) }
}

/// A list that a stack shows.
public struct ShownList: Sendable {
  /// The moment at which it is shown.
  public let at: Instant
  /// The number of the client whose stack shows it.
  public let client: UInt32
  /// Its rows, section by section.
  public let sections: [[Row]]
  /// The way from what was shown before.
  public let changes: ChangeSet
}

extension StepNote {
  /// The wish by which a stack says it.
  ///
  ///     wishes.append(ChatHearts.put.said(x: count, of: act.row, on: act.journey))
  public func said(
    x: UInt64 = 0, y: UInt64 = 0, of key: Key? = nil, on journey: UInt32 = 0
  ) -> StackWish {
    .note(StackNote(words: holding(y), x: x, key: key, journey: journey))
  }
}
