// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A row of a list as every stack shows it to the harness: who it is, and a stamp of what it shows.
public struct Row: Hashable, Sendable {
  /// The child that the row shows.
  public var key: Key
  /// The fingerprint of the content that it shows.
  public var stamp: UInt64

  /// Makes a row.
  @inlinable
  public init(key: Key, stamp: UInt64) {
    self.key = key
    self.stamp = stamp
  }
}

extension Row: ListRow {
  /// The key.
  @inlinable
  public var rowID: Key { key }

  /// `true` if the stamps are equal.
  @inlinable
  public func showsTheSame(as other: Row) -> Bool { stamp == other.stamp }
}
