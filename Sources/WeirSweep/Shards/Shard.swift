// SPDX-License-Identifier: GPL-3.0-or-later

/// One of several parts of a sweep, each of which another machine can run.
///
///     let shard = Shard("3/50")   // the fourth of fifty: they are counted from 0
///     shard?.orders(of: 1000)     // 60..<80
///
/// The runs of a sweep stand in one row, scenario by scenario and seed by seed, and a shard is a piece of that row: the
/// shards of a sweep, one behind the other, are the sweep. No two of them differ by more than one run.
package struct Shard: Hashable, Sendable {
  /// Its number, from 0.
  package let index: Int
  /// The number of shards there are.
  package let count: Int

  /// The most shards that a sweep may have.
  package static let most = 1_000_000

  /// Makes a shard; nil if there can be none of that number.
  package init?(_ index: Int, of count: Int) {
    guard count > 0, count <= Self.most, index >= 0, index < count else { return nil }
    self.index = index
    self.count = count
  }

  /// Returns the runs that are its own, of so many.
  package func orders(of total: Int) -> Range<Int> { start(index, total)..<start(index + 1, total) }

  /// Returns the place at which a shard begins: the first ones take the rest of the division.
  private func start(_ index: Int, _ total: Int) -> Int {
    total / count * index + min(index, total % count)
  }

  /// The name of its file: `shard-03-of-50.weir`, in the order of the shards for programs that sort names.
  package var fileName: String {
    let number = "\(index)"
    let zeros = "\(count)".utf8.count - number.utf8.count
    return "shard-\(String(repeating: "0", count: zeros))\(number)-of-\(count).weir"
  }

  /// Reads the name of a file; nil if it is not the name of a shard's.
  package init?(fileName: String) {
    let parts = fileName.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3].hasSuffix(".weir"), let index = Int(parts[1]),
      let count = Int(parts[3].dropLast(".weir".count)), let shard = Shard(index, of: count),
      shard.fileName == fileName
    else { return nil }
    self = shard
  }
}

extension Shard: CustomStringConvertible {
  /// The shard as a command line names it: `3/50`.
  package var description: String { "\(index)/\(count)" }
}
