// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirRun
import WeirTree

// Bugs of lists that are kept on a phone, at the door of a right one: what the app saves is altered on its way.

/// A bug in what an app saves of its list.
protocol StoreBug: StackInterceptor {
  /// Alters the list that is to be saved, after the one that was saved before in this life of the app; null: none.
  mutating func alter(_ list: Node, after last: Node) -> Node
  /// The list that was to be saved last, before it was altered.
  var last: Node { get set }
}

extension StoreBug {
  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first) {
      guard case .store(let tag, .save(let key, let list)) = wishes[place] else { continue }
      wishes[place] = .store(tag: tag, .save(key, alter(list, after: last)))
      last = list
    }
  }
}

extension Node {
  /// The key below which the rows of a kept list stand.
  fileprivate static let keptRows = Key("rows")
  /// The key below which a kept row has its name.
  fileprivate static let keptName = Key("key")
}

/// Leaves the old rows in the store when the list is loaded anew.
///
///     kept: a b c; the first page is b d: kept then are b d, and behind them a c
struct StoreMerges: StoreBug {
  static let mutant = Mutant(
    "store-merges", of: "remote mediators that do not clear their table on a refresh",
    caughtBy: "page-rows", about: "A refresh leaves the old rows in the store, behind its own.",
    door: Self.self)

  var last = Node.null

  mutating func alter(_ list: Node, after last: Node) -> Node {
    var rows = list[Node.keptRows].children.map { $0.value }
    for (_, row) in last[Node.keptRows].children {
      if !rows.contains(where: { $0[Node.keptName] == row[Node.keptName] }) { rows.append(row) }
    }
    var merged = list
    let first = 1_000_000_000
    merged.set(
      Node(rows.enumerated().map { (Key("\(first + $0)"), $1) }), at: Node.keptRows)
    return merged
  }
}

/// Saves the place of the next page at once, and the rows of this one with the page after it.
///
///     kept: a b and "behind d"; the app is killed, and goes on with e
struct KeysBeforeRows: StoreBug {
  static let mutant = Mutant(
    "keys-before-rows", of: "codelab-android-paging 93 and 112", caughtBy: "page-rows",
    about: "The place of the next page is saved before the rows that come before it.",
    door: Self.self)

  var last = Node.null

  mutating func alter(_ list: Node, after last: Node) -> Node {
    let old = last[Node.keptRows]
    // A list that is loaded anew has no rows yet that it could lack.
    guard old.children.first?.value == list[Node.keptRows].children.first?.value else {
      return list
    }
    var early = list
    early.set(old, at: Node.keptRows)
    return early
  }
}
