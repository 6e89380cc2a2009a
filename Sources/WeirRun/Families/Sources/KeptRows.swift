// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTree

/// The rows of a list that an app keeps in the store of its phone: all of them as one value, so that nobody finds some of
/// them newer than others.
struct KeptRows: Sendable {
  private var lastTag: UInt32 = 0
  private var loading: UInt32?

  private static let place = Key("list")

  /// Asks for them.
  mutating func load(into wishes: inout [StackWish]) {
    loading = nextTag()
    wishes.append(.store(tag: lastTag, .load(Self.place)))
  }

  /// Keeps these rows, in the place of those before.
  mutating func save(_ rows: [SourceRow], into wishes: inout [StackWish]) {
    let kept = Node(rows.map { ($0.key, $0.node) })
    wishes.append(.store(tag: nextTag(), .save(Self.place, kept)))
  }

  /// Takes an answer of the store in: the rows that were kept, by rising keys, if it brings them.
  mutating func take(_ answer: StoreAnswer, _ tag: UInt32) -> [SourceRow]? {
    guard tag == loading else { return nil }
    loading = nil
    guard case .value(let kept) = answer else { return nil }
    return kept.children.map { SourceRow($0.key, $0.value) }
  }

  private mutating func nextTag() -> UInt32 {
    lastTag += 1
    return lastTag
  }
}
