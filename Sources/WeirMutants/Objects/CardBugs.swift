// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirRun
import WeirTree

// Bugs of what stores the values of fields. Each begins with the smallest story in which it shows.

/// Stores each element of a list at the place of the first one.
///
///     [x, y] is stored as { 0: y }
struct LastElementAlone: StackInterceptor {
  static let mutant = Mutant(
    "last-element-alone", of: "Realtime C1", caughtBy: "cards",
    about: "Of a list that is stored only its last element is left.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    CardWrites.change(&wishes, from: first, CardValues.names.tags) { node in
      node.children.map(\.value).last.map { Node([(Key("0"), $0)]) } ?? .null
    }
  }
}

/// Stores a reference by its last key wherever it leads to.
///
///     a reference to teams/f1 is stored as f1: it leads to people/f1
struct ReferenceCut: StackInterceptor {
  static let mutant = Mutant(
    "reference-cut", of: "Realtime 2.7, path(from: anchor)", caughtBy: "cards",
    about: "A reference to an object elsewhere is read as one to an object that nobody meant.",
    door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    CardWrites.change(&wishes, from: first, CardValues.names.friend) { node in
      guard case .text(let path) = node[Key("__src")] else { return node }
      var changed = node
      changed.set(.text(String(path.drop { $0 == "/" })), at: Key("__src"))
      return changed
    }
  }
}

/// Stores a whole number as one that may have a fraction, as some libraries do with all numbers.
///
///     2^53 + 1 is stored as 2^53
struct WholeMadeFraction: StackInterceptor {
  static let mutant = Mutant(
    "whole-made-fraction", of: "Realtime C2", caughtBy: "cards",
    about: "A great whole number is stored as the nearest one that a fraction can hold.",
    door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    CardWrites.change(&wishes, from: first, CardValues.names.count) { node in
      guard case .integer(let number) = node else { return node }
      return .number(Double(number))
    }
  }
}

/// The writes of cards among what an app wants to have done.
private enum CardWrites {
  /// Changes what is written into a field of cards.
  static func change(
    _ wishes: inout [StackWish], from first: Int, _ field: String, _ change: (Node) -> Node
  ) {
    for place in wishes.indices.dropFirst(first) {
      guard
        case .conditionalWrite(let tag, .merge(let path, var parts), let demands, let journey) =
          wishes[place]
      else { continue }
      for part in parts.indices
      where parts[part].path.keys.suffix(2) == [CardValues.name, Key(field)] {
        parts[part].node = change(parts[part].node)
      }
      wishes[place] = .conditionalWrite(
        tag: tag, .merge(path, parts), if: demands, journey: journey)
    }
  }
}
