// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// A query that the server is asked for, and how far that is.
struct Listen: Sendable {
  /// The progress of a listen.
  enum Progress: UInt8, Sendable {
    /// Nothing was sent in this session.
    case unsent
    /// The server was asked.
    case asked
    /// The server answered, and every push since was heard.
    case current
    /// Pushes were missed, and the server was asked again.
    case stale
  }

  let tag: UInt32
  let path: Path
  let query: Query
  var progress = Progress.unsent
  /// The fingerprint of what the server was last told to be known, 0 for nothing.
  var known: UInt64 = 0
  /// `true` if it was asked for and not answered since, in this session; on a link that loses messages a push may pass
  /// for the answer.
  var isOpen = false
  /// `true` if it was sent when the session began and is not yet answered.
  var isRestoring = false
  /// `true` if the server was too busy, so that it is asked again.
  var isRefused = false
  /// `true` if the cache was lost, so that the server has to say everything.
  var isForgotten = false

  /// `true` if the listen and a path have something in common.
  func concerns(_ other: Path) -> Bool { path.leads(below: other) || other.leads(below: path) }
}
