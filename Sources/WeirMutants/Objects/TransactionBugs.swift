// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirRun
import WeirTrace
import WeirTree

// Bugs of transactions over several rows. Each begins with the smallest story in which it shows.

/// Writes the first of several places, and the others after it.
///
///     a and b are marked at once: in between a is, and b is not
struct HalvesWritten: StackInterceptor {
  static let mutant = Mutant(
    "halves-written", of: "updates of several places that are writes in a row",
    caughtBy: "whole-transactions",
    about: "What belongs together is written in two steps.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first).reversed() {
      guard
        case .conditionalWrite(let tag, .merge(let base, let parts), let demands, let journey) =
          wishes[place], parts.count > 1
      else { continue }
      wishes[place] = .conditionalWrite(
        tag: tag, .merge(base, Array(parts.dropFirst())), if: demands, journey: journey)
      wishes.insert(
        .write(tag: tag | 1 << 19, .merge(base, [parts[0]]), journey: 0), at: place)
    }
  }
}

/// Puts a write and one that takes away together, and forgets the latter.
///
///     a is marked, and the mark of b goes: b has its mark
struct RemovalForgotten: StackInterceptor {
  static let mutant = Mutant(
    "removal-forgotten", of: "Realtime T2", caughtBy: "whole-transactions",
    about: "Of what a transaction takes away something stays.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first) {
      guard
        case .conditionalWrite(let tag, .merge(let base, let parts), let demands, let journey) =
          wishes[place]
      else { continue }
      let rest = parts.filter { !$0.node.isNull || $0.path.lastKey != ObjectNotes.mark }
      wishes[place] = .conditionalWrite(
        tag: tag, .merge(base, rest), if: demands, journey: journey)
    }
  }
}

/// Tells the end of a transaction to each who may want to know.
///
///     a transaction is done: done, done
struct EndTwice: StackInterceptor {
  static let mutant = Mutant(
    "end-twice", of: "completions that run twice", caughtBy: "whole-transactions",
    about: "A transaction ends twice.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    let done = ObjectNotes.stage.holding(TransactionStage.done.rawValue)
    for place in wishes.indices.dropFirst(first).reversed() {
      if case .note(let note) = wishes[place], note.words == done {
        wishes.insert(wishes[place], at: place)
      }
    }
  }
}
