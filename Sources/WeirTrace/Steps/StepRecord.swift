// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirTree

/// A step as seven words, for sending it to another process of the same build.
///
/// Keys travel as their hashes: a key of more than 23 bytes lives at an address that means nothing elsewhere.
package struct StepRecord: Hashable, Sendable {
  /// The number of bytes that a record has.
  package static let byteCount = 56

  /// The words.
  package var words: [7 of UInt64]

  /// The record of a step.
  package init(_ step: Step) {
    words = [
      UInt64(bitPattern: step.at.nanoseconds), UInt64(step.kind.rawValue),
      UInt64(step.client) << 32 | UInt64(step.journey), UInt64(step.list), step.key.hash64,
      step.x, step.y,
    ]
  }

  /// A record of these words.
  package init(words: [7 of UInt64]) { self.words = words }

  /// The record that ends a stream: the digest of the whole trace, and how many steps there were.
  package init(end digest: Digest, steps: Int) {
    words = [.max, .max, digest.word, digest.length, UInt64(steps), 0, 0]
  }

  /// `true` if this is the last record of a stream.
  package var isEnd: Bool { words[1] == .max }

  /// Two records are equal when all their words are.
  package static func == (a: StepRecord, b: StepRecord) -> Bool {
    for place in 0..<7 where a.words[place] != b.words[place] { return false }
    return true
  }

  /// Feeds all words.
  package func hash(into hasher: inout Hasher) {
    for place in 0..<7 { hasher.combine(words[place]) }
  }

  /// The record in the bytes at `start`, little end first.
  package init(bytes: [UInt8], at start: Int) {
    words = .init(repeating: 0)
    for place in 0..<7 {
      var word: UInt64 = 0
      for byte in (0..<8).reversed() { word = word << 8 | UInt64(bytes[start + 8 * place + byte]) }
      words[place] = word
    }
  }

  /// Adds the record's bytes.
  package func append(to bytes: inout [UInt8]) {
    for place in 0..<7 {
      for byte in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: words[place] >> UInt64(8 * byte)))
      }
    }
  }
}

extension StepRecord: CustomStringConvertible {
  /// The words with what they mean.
  package var description: String {
    if isEnd { return "end of the run after \(words[4]) steps" }
    let kind = Step.Kind(rawValue: UInt8(truncatingIfNeeded: words[1])).map { "\($0)" } ?? "?"
    func number(_ word: UInt64) -> String { word == UInt64(UInt32.max) ? "-" : "\(word)" }
    return "\(kind) at \(Instant(nanoseconds: Int64(bitPattern: words[0])))"
      + " client \(number(words[2] >> 32)) journey \(words[2] & 0xFFFF_FFFF)"
      + " list \(number(words[3])) key #\(String(words[4], radix: 16))"
      + " x \(words[5]) y \(words[6])"
  }
}
