// SPDX-License-Identifier: GPL-3.0-or-later
import WeirKit

// The stack that the article "A stack of your own" shows: one with an action, an option, a note and a promise of its own.

struct HeartOptions: StackOptions {
  var most = 1
  static let keys = [
    StackOption(
      "most", \Self.most, .count(1...9), "How often a row is shown with a heart.", example: "3")
  ]
}

struct ChatHearts: StackAround {
  static let heart = Scenario.Work.Action("heart", .own, "Puts a heart on a row.", on: .shownRow)
  static let put = StepNote(
    "heart-put", "Somebody put a heart on a row.", x: .number("hearts"),
    says: { "puts heart \($0.x) on\($0.key)" })

  var inner: any ClientStack
  private let options: HeartOptions
  private var hearts: [Key: Int] = [:]

  init(_ options: HeartOptions, _ context: StackContext) {
    inner = AnyStream(context.screen, batching: context.batching).asStack
    self.options = options
  }

  mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard case .act(let act) = command, let row = act.row else {
      return inner.perform(command, at: now, into: &wishes)
    }
    let count = hearts[row, default: 0]
    if count >= options.most { return }
    hearts[row] = count + 1
    wishes.append(Self.put.said(x: UInt64(count + 1), of: row, on: act.journey))
  }
}

struct OneHeart: OwnPromise {
  static let promise = Promise(
    "one-heart", "Nobody puts two hearts on one row.",
    usualCause: "Usually a tap was counted twice.")

  mutating func judge(_ said: SaidNote) -> Judgement {
    guard said.is(ChatHearts.put) else { return .nothing }
    return said.x == 1 ? .kept : .broken("'\(said.key)' has \(said.x) hearts")
  }
}

extension Mutant {
  static let manyHearts = Mutant(
    "many-hearts", of: "taps that came twice", caughtBy: "one-heart",
    about: "Puts a heart for each tap."
  ) { ChatHearts(HeartOptions(most: 9), $0) }
}

extension Catalogue {
  static let hearts = Catalogue.complete
    .adding(
      "hearts", "Messages that people put hearts on.", options: HeartOptions.self,
      actions: [ChatHearts.heart], notes: [ChatHearts.put], promises: [OneHeart.self],
      metrics: [.count("hearts-put", "Hearts that were put.", of: ChatHearts.put)],
      mutants: [.manyHearts]
    ) { options, context in ChatHearts(options, context) }
}
