// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// Seeds as they are written on a command line: `1..1000`.
enum SeedRange {
  /// Reads `A..B`, of which there may be `most`; `example` is a correct range for the error
  /// message.
  static func reading(
    _ text: String, atMost most: UInt64, example: String
  ) throws(Problem) -> ClosedRange<UInt64> {
    let bytes = Array(text.utf8)
    let cut = bytes.indices.dropLast().first { bytes[$0] == 46 && bytes[$0 + 1] == 46 }
    guard let cut, let low = number(bytes[..<cut]), let high = number(bytes[(cut + 2)...]) else {
      throw Problem(
        message: "'\(text)' is not a range of seeds",
        remedy: "write the first and the last one, such as \(example)")
    }
    guard low <= high, high - low < most else {
      throw Problem(
        message: low > high
          ? "the seeds '\(text)' end before they begin" : "the seeds '\(text)' are too many",
        remedy: "write the smaller one first, and at most \(most) of them")
    }
    return low...high
  }

  /// Returns a number without a sign.
  static func number(_ bytes: some Collection<UInt8>) -> UInt64? {
    let isPlain = bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isPlain ? UInt64(String(decoding: bytes, as: UTF8.self)) : nil
  }
}
