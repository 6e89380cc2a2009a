// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirRun
import WeirTrace
import WeirTree

// Bugs of collections, of their tables and of what people do in them without a connection. Each begins with the smallest story
// in which it shows.

/// Takes an element away, and leaves its row in the index.
///
///     milk is taken away: the index has milk, and nothing stands there
struct IndexLeft: StackInterceptor {
  static let mutant = Mutant(
    "index-left", of: "Realtime 2.13, where an index lies beside its elements", caughtBy: "tables",
    about: "What is taken out of a collection stays in its index.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first) {
      guard
        case .conditionalWrite(let tag, .merge(let base, let parts), let demands, let journey) =
          wishes[place]
      else { continue }
      let rest = parts.filter {
        !$0.node.isNull || $0.path.keys.dropLast().last != Key("__itms")
      }
      wishes[place] = .conditionalWrite(
        tag: tag, .merge(base, rest), if: demands, journey: journey)
    }
  }
}

/// Uses cells again, and goes on to listen to what they showed before.
///
///     milk is displayed, and scrolled away: milk is still heard
struct CellStillHeard: StackInterceptor {
  static let mutant = Mutant(
    "cell-still-heard", of: "table cells that are used again, Realtime U2", caughtBy: "tables",
    about: "A cell that is scrolled away goes on to observe its row.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.reversed() where place >= first {
      if case .unlisten(let tag) = wishes[place], tag >> 31 == 1, tag >> 27 & 1 == 0 {
        wishes.remove(at: place)
      }
    }
  }
}

/// Writes an edit whose answer was lost again, whatever became of it.
///
///     milk is added, and the answer lost; it is added again: it took effect twice
struct EditTwice: StackInterceptor {
  static let mutant = Mutant(
    "edit-twice", of: "queues of writes that nobody counts", caughtBy: "offline-edits",
    about: "An edit whose answer was lost is done once more.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first) {
      guard case .conditionalWrite(let tag, let write, let demands, let journey) = wishes[place]
      else { continue }
      let rest = demands.filter { $0.path.keys.first != Key("__receipts") }
      wishes[place] =
        rest.isEmpty
        ? .write(tag: tag, write, journey: journey)
        : .conditionalWrite(tag: tag, write, if: rest, journey: journey)
    }
  }
}

/// Gives up an edit that is refused, and tells nobody.
///
///     milk is added and turned away: the list has no milk, and nobody knows
struct RefusalUnsaid: StackInterceptor {
  static let mutant = Mutant(
    "refusal-unsaid", of: "offline queues that drop what fails", caughtBy: "offline-edits",
    about: "An edit that is turned away is gone without a word.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.reversed() where place >= first {
      if case .note(let note) = wishes[place], note.words == ObjectNotes.settled.holding(1) {
        wishes.remove(at: place)
      }
    }
  }
}
