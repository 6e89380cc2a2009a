// SPDX-License-Identifier: Apache-2.0

/// The location of a node in the tree: the keys from the root down to it.
///
///     Path("rooms/lobby").appending(Key("a")).description  // "/rooms/lobby/a"
public struct Path: Hashable, Sendable {
  /// The keys, from the root down.
  public var keys: [Key]

  /// A path of keys; with none, the root.
  public init(_ keys: [Key] = []) { self.keys = keys }

  /// A path written with slashes that is known to be legal; empty parts are skipped.
  public init(_ text: String) {
    keys = text.split(separator: "/").map { Key(String($0)) }
  }

  /// The root of the tree.
  public static let root = Path()

  /// Returns the path of the child `key`.
  public func appending(_ key: Key) -> Path { Path(keys + [key]) }

  /// Returns the path of what lies at `path` below this one.
  public func appending(_ path: Path) -> Path { Path(keys + path.keys) }

  /// Returns the path seen from `depth` levels down.
  public func dropping(_ depth: Int) -> Path { Path(Array(keys.dropFirst(depth))) }

  /// `true` if the path leads to `other` or to something below it.
  public func leads(below other: Path) -> Bool { keys.starts(with: other.keys) }
}

extension Path: CustomStringConvertible {
  /// The keys with a slash before each; the root is `/`.
  public var description: String {
    keys.isEmpty ? "/" : keys.map { "/\($0)" }.joined()
  }
}
