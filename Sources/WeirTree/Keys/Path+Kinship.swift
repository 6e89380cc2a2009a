// SPDX-License-Identifier: Apache-2.0
extension Path {
  /// The path without its last key; nil for the root.
  public var parent: Path? { keys.isEmpty ? nil : Path(Array(keys.dropLast())) }

  /// The last key; nil for the root.
  public var lastKey: Key? { keys.last }

  /// `true` if the path leads to something below `other`, and not to that itself.
  public func lies(below other: Path) -> Bool {
    keys.count > other.keys.count && leads(below: other)
  }

  /// Returns the path that is so many levels up; nil if there are not so many.
  public func ancestor(levelsUp levels: Int) -> Path? {
    levels >= 0 && levels <= keys.count ? Path(Array(keys.dropLast(levels))) : nil
  }

  /// Returns the path as it is seen from `ancestor`; nil if it does not lead there or below.
  ///
  ///     Path("rooms/lobby/a").seen(from: Path("rooms"))  // "/lobby/a"
  public func seen(from ancestor: Path) -> Path? {
    leads(below: ancestor) ? dropping(ancestor.keys.count) : nil
  }

  /// Returns the longest path below which both lie; the root if they share no key.
  public func common(with other: Path) -> Path {
    Path(zip(keys, other.keys).prefix { $0 == $1 }.map { $0.0 })
  }
}

extension Path: Comparable {
  /// Orders a path before all that lie below it, and others by the first key in which they differ.
  public static func < (a: Path, b: Path) -> Bool { a.keys.lexicographicallyPrecedes(b.keys) }
}
