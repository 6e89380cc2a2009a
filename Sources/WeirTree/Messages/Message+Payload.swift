// SPDX-License-Identifier: Apache-2.0
extension Message.Body {
  /// The number of bytes of content that the message carries: its paths, keys and values, each as
  /// JSON on one line.
  ///
  /// The frame around them on a wire (numbers of requests, guards of writes, names of verbs, brackets) is left out: that depends
  /// on the protocol, and the number of messages tells of it.
  ///
  /// - Complexity: O(size of the content).
  public var payloadByteCount: Int {
    switch self {
    case .none, .hello, .unlisten, .ping, .goodbye, .welcome, .unchanged, .refused, .revoked,
      .answer,
      .pong, .closed:
      0
    case .authenticate(_, let auth): auth.map { Node.text($0.uid).jsonByteCount } ?? 0
    case .listen(_, let path, _, _), .neverMind(_, let path): path.jsonByteCount
    case .fetch(_, let query): query.list.path.jsonByteCount
    case .page(_, .page(let page, _)): page.rows.payloadByteCount
    case .page(_, .failed): 0
    case .write(_, let write, _), .whenGone(_, let write): write.payloadByteCount
    case .snapshot(_, _, let node), .overwrite(_, _, let node): node.jsonByteCount
    case .change(_, _, let key, let node): key.jsonByteCount + node.jsonByteCount
    case .changes(_, _, let entries): entries.payloadByteCount
    }
  }
}

extension [Message.Entry] {
  fileprivate var payloadByteCount: Int {
    reduce(0) { $0 + $1.key.jsonByteCount + $1.node.jsonByteCount }
  }
}

extension Write {
  fileprivate var payloadByteCount: Int {
    switch self {
    case .set(let path, let node): path.jsonByteCount + node.jsonByteCount
    case .merge(let path, let parts):
      parts.reduce(path.jsonByteCount) { $0 + $1.path.jsonByteCount + $1.node.jsonByteCount }
    }
  }
}

extension Path {
  /// `"/rooms/lobby"`: each key with a slash before it, between quotation marks; of the root one slash.
  fileprivate var jsonByteCount: Int {
    max(3, keys.reduce(2) { $0 + $1.jsonByteCount - 1 })
  }
}
