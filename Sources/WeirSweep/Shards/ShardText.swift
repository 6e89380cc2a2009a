// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// The text of a file with the results of one shard.
///
/// It has a first line with the version of the format, one with the shard, one with the description of the sweep, a
/// line for each run, in order, and a last line with counts and a digest of all lines before it. Each line but the first
/// has a checksum of its own. So a file that was cut off or changed anywhere is known as such.
package enum ShardText {
  /// The version of the format.
  package static let formatVersion = 1
  /// The first line of every file, with its end.
  package static let firstLine = Array("\(firstWord) \(formatVersion)\n".utf8)
  /// The word with which a file of any version begins.
  package static let firstWord = "weir-shard"

  /// Returns the line that names a shard.
  package static func line(of shard: Shard) -> [UInt8] {
    FieldLine(["shard", "\(shard.index)", "\(shard.count)"]).bytes
  }

  /// Reads the line that names a shard; nil if it is not, or not wholly, what was written.
  package static func shard(line: some Sequence<UInt8>) -> Shard? {
    guard let fields = FieldLine(line: line)?.fields, fields.count == 3, fields[0] == "shard",
      let index = Int(fields[1]), let count = Int(fields[2])
    else { return nil }
    return Shard(index, of: count)
  }

  /// Sums of a file: how many runs it has, how many of them failed, and a digest of its lines.
  package struct Sums: Hashable, Sendable {
    /// The number of runs.
    package private(set) var runCount = 0
    /// The number of runs that failed.
    package private(set) var failureCount = 0
    private var digest = Digest()

    /// The sums of a file of which nothing was written yet.
    package init() {}

    /// Takes in one of the first lines.
    package mutating func add(heading line: [UInt8]) { absorb(line) }

    /// Takes in the line of a run.
    package mutating func add(_ line: [UInt8], isFailure: Bool) {
      absorb(line)
      runCount += 1
      if isFailure { failureCount += 1 }
    }

    /// The last line of the file.
    package var line: [UInt8] {
      FieldLine(["end", "\(runCount)", "\(failureCount)", "\(digest)"]).bytes
    }

    /// Takes in a line by the end of it, which holds its checksum.
    private mutating func absorb(_ line: [UInt8]) {
      let text = line.dropLast(line.last == UInt8(ascii: "\n") ? 1 : 0)
      var word: UInt64 = 0
      for byte in text.suffix(16) { word = word << 4 ^ UInt64(byte) }
      digest.absorb(word, UInt64(text.count))
    }
  }

  /// Reads the number of runs off a last line; nil if it is none.
  package static func runCount(lastLine: some Sequence<UInt8>) -> Int? {
    guard let fields = FieldLine(line: lastLine)?.fields, fields.count == 4, fields[0] == "end"
    else { return nil }
    return Int(fields[1])
  }
}
