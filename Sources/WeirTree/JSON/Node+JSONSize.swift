// SPDX-License-Identifier: Apache-2.0
import WeirCore

extension Node {
  /// The number of bytes that the node takes as JSON on one line, without writing it.
  ///
  ///     Node([(Key("likes"), .integer(12))]).jsonByteCount  // 12, for {"likes":12}
  ///
  /// - Complexity: O(size of the node); it allocates nothing but for numbers with very many digits.
  public var jsonByteCount: Int {
    switch self {
    case .null: 4
    case .bool(let flag): flag ? 4 : 5
    case .integer(let value): decimalByteCount(value)
    case .number(let value): numberByteCount(value)
    case .text(let text): text.utf8.reduce(2) { $0 + quotedByteCount($1) }
    case .branch(let branch): branch.jsonByteCount
    case .ranked(let ranked):
      #"{".value":,".priority":}"#.utf8.count + ranked.content.jsonByteCount
        + ranked.priority.node.jsonByteCount
    case .deferred(let value): value.jsonByteCount
    }
  }
}

extension Branch {
  fileprivate var jsonByteCount: Int {
    // Each child has its colon and the comma or bracket behind it.
    var bytes = 1
    for (key, child) in children { bytes += key.jsonByteCount + 2 + child.jsonByteCount }
    if !priority.isNone { bytes += #"".priority":,"#.utf8.count + priority.node.jsonByteCount }
    return bytes
  }
}

extension ServerValue {
  fileprivate var jsonByteCount: Int {
    switch self {
    case .timestamp: #"{".sv":"timestamp"}"#.utf8.count
    case .increment(let step): #"{".sv":{"increment":}}"#.utf8.count + decimalByteCount(step)
    case .incrementBy(let step): #"{".sv":{"increment":}}"#.utf8.count + numberByteCount(step)
    }
  }
}

extension Key {
  /// The number of bytes that the key takes as JSON, with its quotation marks.
  public var jsonByteCount: Int {
    (0..<byteCount).reduce(2) { $0 + quotedByteCount(byte(at: $1)) }
  }
}

/// Returns the number of bytes that a byte of a text takes between quotation marks.
private func quotedByteCount(_ byte: UInt8) -> Int {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), 8, 9, 10, 12, 13: 2
  case 0..<0x20: 6
  default: 1
  }
}

private func decimalByteCount(_ value: Int64) -> Int {
  var (digits, rest) = (value < 0 ? 2 : 1, value.magnitude / 10)
  while rest > 0 { (digits, rest) = (digits + 1, rest / 10) }
  return digits
}

private func numberByteCount(_ value: Double) -> Int {
  value.isFinite ? value.description.utf8.count { $0 != UInt8(ascii: "+") } : 4
}
