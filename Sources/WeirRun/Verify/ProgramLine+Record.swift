// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirTrace

// A line on its way to another process: a record in the form of a step's, with the bytes behind it.
extension ProgramLine {
  /// The mark of such a record, which is no kind of step, and not the end.
  private static let mark = UInt64.max - 1

  /// Adds the line's bytes.
  package func append(to bytes: inout [UInt8]) {
    let group = Array(group.utf8)
    StepRecord(words: [
      UInt64(bitPattern: at.nanoseconds), Self.mark, UInt64(number), UInt64(group.count),
      UInt64(said.count), UInt64(answer.count), 0,
    ]).append(to: &bytes)
    bytes += group
    bytes += said
    bytes += answer
  }

  /// `true` if a record says that the bytes of a line come behind it.
  package static func follows(_ record: StepRecord) -> Bool { record.words[1] == mark }

  /// Returns the line behind such a record, and moves `start` behind it; nil: not all of it is there.
  package static func reading(
    _ bytes: [UInt8], behind record: StepRecord, at start: inout Int
  ) -> ProgramLine? {
    let lengths = (3...5).map { Int(record.words[$0]) }
    let end = start + lengths.reduce(0, +)
    guard end <= bytes.count else { return nil }
    var parts: [[UInt8]] = []
    for length in lengths {
      parts.append(Array(bytes[start..<start + length]))
      start += length
    }
    return ProgramLine(
      group: String(decoding: parts[0], as: UTF8.self), number: Int(record.words[2]),
      at: Instant(nanoseconds: Int64(bitPattern: record.words[0])), said: parts[1],
      answer: parts[2])
  }
}
