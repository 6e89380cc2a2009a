// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// Something that a pager wants to have done.
public enum PagerWish: Hashable, Sendable {
  /// Ask the server for a page; hand its answer to ``Pager/receive(_:to:at:into:)``, or its failure to
  /// ``Pager/fail(_:_:at:into:)``.
  case fetch(PageRequest)
  /// Stop the request of this number; an answer that comes all the same does no harm.
  case cancel(Int)
  /// Call ``Pager/wake(at:into:)`` at this time.
  case wake(Instant)
  /// Show what is new: the rows, the total or the end of the list changed. See ``Pager/publish(into:)``.
  case publish
}
