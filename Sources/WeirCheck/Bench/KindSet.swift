// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTrace

/// A set of kinds of steps, of which there are at most 64.
package struct KindSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  /// Makes a set of these kinds.
  package init(arrayLiteral kinds: Step.Kind...) {
    for kind in kinds { bits |= 1 << UInt64(kind.rawValue) }
  }

  /// Makes a set of all these kinds.
  package init(_ kinds: [Step.Kind]) {
    for kind in kinds { bits |= 1 << UInt64(kind.rawValue) }
  }

  /// `true` if a kind is among them.
  @inline(__always)
  package func contains(_ kind: Step.Kind) -> Bool { bits >> UInt64(kind.rawValue) & 1 == 1 }
}
