// SPDX-License-Identifier: Apache-2.0
internal import WeirCore

extension Node {
  /// The text by which a client and a server tell each other what they hold; empty for nothing.
  ///
  ///     Node.bool(true).hash  // "E5z61QM0lN/U2WsOnusszCTkR8M="
  ///
  /// It is the SHA-1 of the content in Base64. A leaf gives its kind and value, numbers as the sixteen
  /// hexadecimal digits of a `Double`; children give their keys and hashes by priority, then key; a
  /// priority goes before both. Whole numbers that no `Double` can hold exactly share the hash of
  /// their nearest one. A server value hashes as what is written for it.
  ///
  /// - Complexity: O(size of the node); ``fingerprint`` is O(1).
  public var hash: String {
    if isNull { return "" }
    var bytes: [UInt8] = []
    switch priority {
    case .none: break
    case .number(let value): bytes += "priority:number:\(Self.digits(value)):".utf8
    case .text(let text): bytes += "priority:string:\(text):".utf8
    }
    if case .branch(let branch) = self {
      for (key, child) in branch.childrenByPriority {
        bytes += ":\(key):\(child.hash)".utf8
      }
    } else {
      bytes += content.hashWords.utf8
    }
    return Base64.text(of: SHA1.digest(of: bytes))
  }

  /// The kind and value of a leaf.
  private var hashWords: String {
    switch self {
    case .bool(let flag): "boolean:\(flag)"
    case .integer(let value): "number:\(Self.digits(Double(value)))"
    case .number(let value): "number:\(Self.digits(value))"
    case .text(let text): "string:\(text)"
    case .deferred(let value): "object:\(value.json.words)"
    case .null, .branch, .ranked: ""
    }
  }

  /// Returns the bits of a number, the highest first.
  private static func digits(_ value: Double) -> String {
    let digits = String(value.bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Branch {
  /// The children by priority, equal ones by key.
  var childrenByPriority: [(key: Key, value: Node)] {
    let children = children.map { $0 }
    if children.allSatisfy({ $0.value.priority.isNone }) { return children }
    let index = Query.Index.priority
    return
      children
      .map { (rank: Rank(index.sortValue(of: $0.value), $0.key), child: $0) }
      .sorted { $0.rank < $1.rank }
      .map { $0.child }
  }
}
