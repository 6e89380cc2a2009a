// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirObjects
import WeirTree

// The rows that the form has heard, kept in the store of the phone, each under its key.
extension ObjectApp {
  /// The tag of a value that is kept; nobody waits for the answer.
  private static var keeping: UInt32 { 1 << 28 }
  /// The tag of the question for all that an earlier life has kept.
  private static var all: UInt32 { 1 << 29 }

  /// Asks for the rows of which an earlier life has kept something.
  func loadKept(into wishes: inout [StackWish]) {
    if options.keep { wishes.append(.store(tag: Self.own | Self.all, .load(nil))) }
  }

  /// Keeps a row as it was heard.
  mutating func keep(_ node: Node, at place: Path, into wishes: inout [StackWish]) {
    guard let key = place.lastKey else { return }
    if node.isNull { kept.remove(key) } else { kept.set(true, for: key) }
    wishes.append(.store(tag: Self.own | Self.keeping, .save(key, node)))
  }

  /// Looks up what is kept of a row.
  func recall(_ tag: UInt32, _ place: Path, into wishes: inout [StackWish]) {
    guard let key = place.lastKey else { return }
    wishes.append(.store(tag: Self.own | tag, .load(key)))
  }

  /// Takes in an answer of the store.
  mutating func take(_ answer: StoreAnswer, _ tag: UInt32, into tasks: inout [ObjectWish]) {
    guard case .value(let node) = answer else { return }
    if tag == Self.all {
      for (key, _) in node.children { kept.set(true, for: key) }
    } else {
      store.recall(node, of: tag, into: &tasks)
    }
  }
}
