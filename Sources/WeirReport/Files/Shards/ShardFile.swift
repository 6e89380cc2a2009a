// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirSweep

/// A file with the results of one shard, of which the first lines and the last one were read.
///
///     let file = try ShardFile.opening("out/shard-03-of-50.weir").get()
///     file.shard     // 3/50
///     file.runCount  // 20
package struct ShardFile: Sendable {
  /// A reason not to believe a file.
  package enum Fault: Error, Hashable, Sendable {
    /// It is something else than the results of a shard.
    case foreign
    /// It is of another version of the format.
    case otherFormat(String)
    /// It is cut off: it has no last line.
    case torn
    /// A line is not what was written, or not where it belongs.
    case damaged(line: Int)
  }

  /// The file's name.
  package let path: String
  /// The shard.
  package let shard: Shard
  /// The number of runs.
  package let runCount: Int
  /// The line that describes the sweep; equal ones may share their memory.
  package var descriptionLine: [UInt8]
  /// The last line.
  private let lastLine: [UInt8]

  private init(
    path: String, shard: Shard, runCount: Int, descriptionLine: [UInt8], lastLine: [UInt8]
  ) {
    self.path = path
    self.shard = shard
    self.runCount = runCount
    self.descriptionLine = descriptionLine
    self.lastLine = lastLine
  }

  /// The description of the sweep.
  package var description: SweepDescription? { SweepDescription(line: descriptionLine) }

  /// Reads the first lines and the last one of a file.
  package static func opening(
    _ path: String
  ) throws(FileFailure) -> Result<ShardFile, Fault> {
    let reader = try LineReader(path)
    guard let first = try reader.next() else {
      // A beginning of the first line is all that was left of a file.
      return .failure(reader.isTorn ? try beginning(of: path) : .torn)
    }
    guard first == Array(ShardText.firstLine.dropLast()) else {
      let text = String(decoding: first.prefix(40), as: UTF8.self)
      return .failure(text.hasPrefix("\(ShardText.firstWord) ") ? .otherFormat(text) : .foreign)
    }
    guard let line = try reader.next() else { return .failure(.torn) }
    guard let shard = ShardText.shard(line: line) else { return .failure(.damaged(line: 2)) }
    guard let description = try reader.next() else { return .failure(.torn) }
    guard SweepDescription(line: description) != nil else { return .failure(.damaged(line: 3)) }
    guard let last = try reader.lastLine(), let count = ShardText.runCount(lastLine: last) else {
      return .failure(.torn)
    }
    return .success(
      ShardFile(
        path: path, shard: shard, runCount: count, descriptionLine: description, lastLine: last))
  }

  /// Tells a file that was cut off in its first line from one of another kind.
  private static func beginning(of path: String) throws(FileFailure) -> Fault {
    let reader = try LineReader(path)
    let bytes = try reader.beginning(ShardText.firstLine.count)
    return ShardText.firstLine.starts(with: bytes) ? .torn : .foreign
  }

  /// Gives each result to `body`, in order, and checks every line.
  ///
  /// `isFailure` says which results count as failures. What `body` was given is to be believed only if no fault comes
  /// back.
  package func read(
    isFailure: (SeedResult) -> Bool, _ body: (SeedResult) throws(FileFailure) -> Bool
  ) throws(FileFailure) -> Fault? {
    let reader = try LineReader(path)
    var sums = ShardText.Sums()
    for _ in 0..<3 {
      guard let line = try reader.next() else { return .torn }
      sums.add(heading: line)
    }
    for number in 0..<runCount {
      guard let line = try reader.next() else { return .torn }
      guard let result = SeedResult(line: line), try body(result) else {
        return .damaged(line: number + 4)
      }
      sums.add(line, isFailure: isFailure(result))
    }
    let place = runCount + 4
    guard let last = try reader.next() else { return .torn }
    guard last == lastLine, last == Array(sums.line.dropLast()), try reader.next() == nil,
      !reader.isTorn
    else { return .damaged(line: place) }
    return nil
  }
}
