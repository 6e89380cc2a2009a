// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTree

/// The steps that happened, in order: the one truth that checkers, statistics and reports read.
///
/// Every step goes into the rolling ``digest``. Steps themselves are kept only while ``isKeeping``
/// is set, until ``takeSteps()`` takes them away.
///
///     trace.append(Step(at: now, .meant, client: 3, x: 0))
///     trace.digest  // changes with every bit of every step
package struct Trace: Sendable {
  /// The version of the steps' meaning; a digest is only comparable within one.
  package static let formatVersion: UInt64 = 3

  /// The fingerprint of everything so far.
  package private(set) var digest = Digest()
  /// The number of steps there were.
  package private(set) var count = 0
  /// `true` if steps are kept.
  package var isKeeping = false
  private var kept: [Step] = []

  /// An empty trace whose digest knows the format.
  package init() { digest.absorb(Self.formatVersion, 0) }

  /// Feeds something that the steps depend on, before the first step: a table, a text.
  package mutating func absorb(_ feed: (inout Digest) -> Void) { feed(&digest) }

  /// Takes in the next step.
  package mutating func append(_ step: Step) {
    step.absorb(into: &digest)
    count += 1
    if isKeeping { kept.append(step) }
  }

  /// The steps since the last call, or since steps are kept.
  package mutating func takeSteps() -> [Step] {
    defer { kept.removeAll(keepingCapacity: true) }
    return kept
  }
}

/// A number that stands for the rows of all sections in their order.
package func rowsDigest(_ sections: [[Row]]) -> UInt64 {
  var hash: UInt64 = 0x6C62_272E_07BB_0142
  for rows in sections {
    for row in rows {
      hash = (hash ^ row.key.hash64 &+ row.stamp) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 29
    }
    hash = (hash ^ UInt64(rows.count)) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 29
  }
  return scrambled(hash)
}
