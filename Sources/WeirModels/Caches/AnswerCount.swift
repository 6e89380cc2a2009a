// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// A count of wishes and of answers, which shows that each wish was answered once.
///
///     var count = AnswerCount()
///     count.ask(1)
///     count.answer(1)
///     count.answer(1)
///     count.surplus  // 1
public struct AnswerCount: Sendable {
  /// The number of wishes.
  public private(set) var asked = 0
  /// The number of answers.
  public private(set) var answered = 0
  /// The number of answers to wishes that there were not, or that were answered before.
  public private(set) var surplus = 0
  /// The number of wishes that will not be answered, because their app was killed.
  public private(set) var abandoned = 0
  /// The tags of the wishes without an answer.
  private var open = SortedMap<Int, Void>()

  /// Makes a count of nothing.
  public init() {}

  /// The number of wishes that are still to be answered.
  public var owed: Int { open.count }

  /// `true` if every wish was answered once, but for those whose app was killed.
  public var isEven: Bool { surplus == 0 && open.isEmpty }

  /// Counts a wish, whose tag no other wish has that is still to be answered.
  public mutating func ask(_ tag: Int) {
    invariant(open[tag] == nil, "the wish \(tag) is asked twice before it is answered")
    asked += 1
    open.set((), for: tag)
  }

  /// Counts an answer.
  public mutating func answer(_ tag: Int) {
    answered += 1
    if open.remove(tag) == nil { surplus += 1 }
  }

  /// Counts the wishes that are still to be answered as never to be.
  public mutating func abandonAll() {
    abandoned += open.count
    open.removeAll()
  }
}
