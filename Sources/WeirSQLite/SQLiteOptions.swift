// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

/// The way in which a database is opened.
public struct SQLiteOptions: Hashable, Sendable {
  /// The time to wait for others to let go of a lock, in real time.
  public var busyTimeout: Interval
  /// `true` if nothing may be written.
  public var isReadOnly: Bool
  /// `true` if a commit waits until the disk has it, so that it survives a power cut as well.
  public var survivesPowerCut: Bool

  /// Makes options; with no arguments, for a database that is written.
  public init(
    busyTimeout: Interval = .seconds(5), isReadOnly: Bool = false, survivesPowerCut: Bool = false
  ) {
    self.busyTimeout = busyTimeout
    self.isReadOnly = isReadOnly
    self.survivesPowerCut = survivesPowerCut
  }
}
