// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirRun
import WeirTree

// Bugs in what an app with models keeps on its phone, at the door of a right one: what it saves is altered on its way.

extension Key {
  /// `true` if a row is kept there; the order of the list is kept elsewhere.
  fileprivate var isOfRow: Bool { "\(self)".utf8.starts(with: "row ".utf8) }
}

/// A bug in what an app keeps of its models: each value may become another one.
protocol CacheBug: StackInterceptor {
  /// Returns what is saved at a place instead of a value; nil: it is only said to be saved.
  mutating func alter(_ node: Node, at place: Key) -> Node?
}

extension CacheBug {
  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for index in wishes.indices.dropFirst(first) {
      guard case .store(let tag, .save(let place, let node)) = wishes[index], place.isOfRow else {
        continue
      }
      // What is saved where nobody looks is said to be saved as well.
      wishes[index] =
        alter(node, at: place).map { .store(tag: tag, .save(place, $0)) }
        ?? .store(tag: tag, .save(Key("nowhere"), .null))
    }
  }
}

/// Saves a value before the one that was to be saved first.
///
///     a 1, a 2: kept is a 1
struct SavesSwapped: CacheBug {
  static let mutant = Mutant(
    "saves-swapped", of: "RocketData B-R5", caughtBy: "kept-models",
    about: "Of two versions of a row that are kept one after the other the first one stays.",
    door: Self.self)

  private var last: [Key: Node] = [:]  // Only looked up in.

  mutating func alter(_ node: Node, at place: Key) -> Node? {
    defer { last[place] = node }
    guard let old = last[place], !old.isNull, !node.isNull else { return node }
    return old
  }
}

/// Keeps a row that is deleted.
///
///     [a, b], b is deleted; the app starts: [a, b]
struct DeletedKept: StackInterceptor {
  static let mutant = Mutant(
    "deleted-kept", of: "RocketData B-R16", caughtBy: "kept-models",
    about: "A row that was deleted is back when the app starts.", door: Self.self)

  private var saved: [Key: Node] = [:]  // Only looked up in.
  private var order = Node.null

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for index in wishes.indices.dropFirst(first) {
      guard case .store(let tag, .save(let place, let node)) = wishes[index] else { continue }
      if !place.isOfRow {
        // A list that loses a row is not kept again.
        if node.children.count >= order.children.count {
          order = node
        } else {
          wishes[index] = .store(tag: tag, .save(place, order))
        }
      } else if node.isNull, let old = saved[place] {
        wishes[index] = .store(tag: tag, .save(place, old))
      } else {
        saved[place] = node
      }
    }
  }
}

/// Keeps the first version of a row, and says that it has kept the others.
///
///     a 1, a 2, a 3: kept is a 1
struct OldVersionKept: CacheBug {
  static let mutant = Mutant(
    "old-version-kept", of: "caches that swallow errors, RocketData DMM-6",
    caughtBy: "kept-models",
    about: "A version of a row that could not be kept is said to be kept.", door: Self.self)

  private var saves: [Key: Int] = [:]  // Only looked up in.

  mutating func alter(_ node: Node, at place: Key) -> Node? {
    saves[place, default: 0] += 1
    return node.isNull || saves[place] == 1 ? node : nil
  }
}

/// Forgets nothing when somebody logs out.
///
///     a is kept; somebody logs out; somebody else comes: a
struct LogOutKeeps: StackInterceptor {
  static let mutant = Mutant(
    "log-out-keeps", of: "ConsistencyManager issue 6", caughtBy: "kept-models",
    about: "What the last user had is still on the phone.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for index in wishes.indices.dropFirst(first) {
      guard case .store(let tag, .save(_, let node)) = wishes[index], node.isNull else { continue }
      wishes[index] = .store(tag: tag, .save(Key("nowhere"), .null))
    }
  }
}
