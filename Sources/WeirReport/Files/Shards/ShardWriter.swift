// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirSweep

/// A file with the results of one shard, which appears whole or not at all.
///
///     let file = try ShardWriter(at: "out/shard-3-of-50.weir", shard, of: description)
///     for result in settled { try file.append(result, isFailure: aim.isFailure(result)) }
///     try file.commit()
package final class ShardWriter {
  private let file: WholeFile
  private var sums = ShardText.Sums()

  /// Begins a file; its folder is created if need be.
  package init(
    at path: String, _ shard: Shard, of description: SweepDescription
  ) throws(FileFailure) {
    file = try WholeFile(at: path)
    for line in [ShardText.firstLine, ShardText.line(of: shard), description.line] {
      sums.add(heading: line)
      try file.append(line)
    }
  }

  /// Adds the result of the next run.
  package func append(_ result: SeedResult, isFailure: Bool) throws(FileFailure) {
    let line = result.line
    sums.add(line, isFailure: isFailure)
    try file.append(line)
  }

  /// Adds the last line, and puts the file in its place.
  package func commit() throws(FileFailure) {
    try file.append(sums.line)
    try file.commit()
  }
}
