// SPDX-License-Identifier: GPL-3.0-or-later

/// The stage of an operation on a resource, as steps of the kind ``Step/Kind/reported`` say it.
///
/// An operation goes `asked`, `allowed`, `wrote`, `did`, then `logged` and `persisted`, or `turnedAway` or
/// `lost` and `undone`; before it wrote it may end with `failed`, after `vetoed` it must.
package enum ResourceStage: UInt8, Hashable, Sendable, CaseIterable {
  /// The app's hook is asked.
  case asked
  /// The hook forbids it.
  case vetoed
  /// The hook lets it go on.
  case allowed
  /// The client writes.
  case wrote
  /// The app is told that it shows.
  case did
  /// The app is told what was committed.
  case logged
  /// The app is told that it stands.
  case persisted
  /// The app is told that it does not stand, or that nobody knows.
  case undone
  /// It ended without a write.
  case failed
  /// The server turned the write away.
  case turnedAway
  /// Nobody knows how the write ended.
  case lost
  /// A counter may be off. The number behind it is that of the counted place, plus one; 0 for none.
  case doubted
  /// A counter has no owner in the context.
  case uncounted
  /// An answer came for which nothing waits.
  case ignored
  /// So many operations are under way: the step's `x`.
  case underWay
  /// A counter is written anew.
  case recounted

  /// Reads the stage that a step of the kind ``Step/Kind/reported`` tells; nil if it tells of no such thing.
  package init?(of step: Step) { self.init(rawValue: UInt8(step[Step.Reported.stage])) }
}
