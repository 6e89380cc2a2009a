// SPDX-License-Identifier: Apache-2.0

/// A change that a client asks for.
public enum Write: Sendable {
  /// Put the node at the path and replace what is there; null removes.
  case set(Path, Node)
  /// Put each part below the path, all at one instant, and leave the rest as it is.
  case merge(Path, [Part])

  /// A node and where it goes, seen from where the write starts.
  public struct Part: Sendable {
    /// The path of the part; several keys if the part lies deeper.
    public var path: Path
    /// The node to put there.
    public var node: Node

    /// Makes a part that lies at `path`.
    public init(_ path: Path, _ node: Node) {
      self.path = path
      self.node = node
    }

    /// Makes a part that is a child.
    public init(_ key: Key, _ node: Node) { self.init(Path([key]), node) }
  }

  /// The place where the write starts.
  public var path: Path {
    switch self {
    case .set(let path, _), .merge(let path, _): path
    }
  }

  /// Carries the write out.
  public func apply(to node: inout Node) {
    switch self {
    case .set(let path, let content): node.set(content, at: path)
    case .merge(let path, let parts):
      for part in parts { node.set(part.node, at: path.appending(part.path)) }
    }
  }

  /// `true` if a server value has to be filled in.
  public var hasServerValues: Bool {
    switch self {
    case .set(_, let node): node.hasServerValues
    case .merge(_, let parts): parts.contains { $0.node.hasServerValues }
    }
  }

  /// Returns the write with every server value filled in, on top of `root`.
  public func resolved(on root: Node, milliseconds: Int64) -> Write {
    switch self {
    case .set(let path, let node):
      return .set(path, node.resolved(existing: root[path], milliseconds: milliseconds))
    case .merge(let path, let parts):
      let base = root[path]
      return .merge(
        path,
        parts.map {
          Part(
            $0.path, $0.node.resolved(existing: base[$0.path], milliseconds: milliseconds))
        })
    }
  }
}
