// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// A transaction that is not over.
struct OpenTransaction: Sendable {
  enum Stage: Sendable {
    /// The app adds to it.
    case open
    /// It was committed, and what it depends on is read.
    case checking
    /// It was written, and nobody has answered.
    case writing
  }

  /// A check whose reads are under way.
  struct Reading: Sendable {
    let check: Check
    /// The nodes that were read so far, by the places of the paths.
    var found: [Node?]
  }

  var stage = Stage.open
  /// The instant until which it is to be written; nil: it has time.
  var deadline: Instant?
  var writes = WriteSet()
  /// The demands under which it is written.
  var demands: [WriteDemand] = []
  /// The writes and checks with which it was committed, to begin again; nil: it demands nothing.
  var origin: (writes: WriteSet, checks: [Check])?
  /// The number of times it was turned away, as a place was not what was read of it any more.
  var refusals = 0
  /// The checks to be made before it is written.
  var checks: [Check] = []
  var readings: [Reading] = []
  /// The objects that it saves, each with the number of that save.
  var saves: [(object: Int, save: Int)] = []
  /// The objects that it removes.
  var removals: [Int] = []
}
