// SPDX-License-Identifier: Apache-2.0
public import WeirCore

extension Key {
  /// The longest key in bytes.
  public static let longest = 768

  /// Makes a key of a text from outside, or says why it cannot be one.
  public init(checking text: String) throws(Problems) {
    if let fault = Key.fault(in: text) { throw Problems([fault]) }
    self.init(text)
  }

  /// Returns the problem that keeps `text` from being a key, or nil.
  public static func fault(in text: String) -> Problem? {
    if text.isEmpty {
      return Problem(message: "an empty key", remedy: "a key has at least one character")
    }
    if text.utf8.count > longest {
      return Problem(
        message: "a key of \(text.utf8.count) bytes", remedy: "a key has at most \(longest) bytes")
    }
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7F {
        return Problem(
          message: "a control character in the key \(quoted(text))",
          remedy: "remove it; keys are printable text")
      }
      if ".#$[]/".unicodeScalars.contains(scalar) {
        return Problem(
          message: "'\(scalar)' in the key \(quoted(text))",
          remedy: "keys may not contain . # $ [ ] or /")
      }
    }
    return nil
  }

  /// `true` if a child may have this name; ``fault(in:)`` says why not.
  public var isLegal: Bool {
    let count = byteCount
    return count <= Key.longest && (0..<count).allSatisfy { Key.isLegal(byte(at: $0)) }
  }

  private static func isLegal(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, 0x7F, UInt8(ascii: "."), UInt8(ascii: "#"), UInt8(ascii: "$"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "/"):
      false
    default: true
    }
  }
}
