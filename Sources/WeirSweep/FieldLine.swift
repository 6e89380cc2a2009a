// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// Texts on one line, with a checksum behind them, so that half a line is never believed.
///
///     let line = FieldLine(["seed", "7\t8"]).bytes  // one line, whatever the texts hold
///     FieldLine(line: line)?.fields                 // ["seed", "7\t8"]
///
/// - Complexity: O(*n*) in the number of bytes.
struct FieldLine {
  /// The texts.
  let fields: [String]
  /// The checksum of the line, which stands at its end.
  let checksum: UInt64

  /// Makes a line of texts.
  init(_ fields: [String]) {
    self.fields = fields
    checksum = Self.checksum(of: Self.text(fields)[...])
  }

  /// Reads a line back (its end may be left out); nil if it is not, or not wholly, what was written.
  init?(line: some Sequence<UInt8>) {
    var bytes = Array(line)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let cut = bytes.lastIndex(of: UInt8(ascii: "\t")) else { return nil }
    let checksum = Self.checksum(of: bytes[...cut])
    guard String(checksum, radix: 16).utf8.elementsEqual(bytes[(cut + 1)...]) else { return nil }
    self.checksum = checksum
    fields = bytes[..<cut]
      .split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(Self.field)
  }

  /// The line, with its end.
  var bytes: [UInt8] {
    Self.text(fields) + Array("\(String(checksum, radix: 16))\n".utf8)
  }

  /// Returns the texts with a tab behind each; what would end a text or the line is written as `\t`, `\n`.
  private static func text(_ fields: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      for byte in field.utf8 {
        switch byte {
        case UInt8(ascii: "\\"): bytes += Array("\\\\".utf8)
        case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
        case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
        default: bytes.append(byte)
        }
      }
      bytes.append(UInt8(ascii: "\t"))
    }
    return bytes
  }

  private static func field(_ text: ArraySlice<UInt8>) -> String {
    // Most texts hold nothing that had to be written otherwise.
    guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text {
      if isEscaped {
        isEscaped = false
        bytes.append(
          byte == UInt8(ascii: "t")
            ? UInt8(ascii: "\t") : byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var digest = Digest()
    for byte in bytes { digest.absorb(UInt64(byte), 0) }
    return digest.word
  }
}
