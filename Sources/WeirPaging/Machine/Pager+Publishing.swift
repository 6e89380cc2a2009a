// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirDiff

// The changes that a view is told.
extension Pager {
  /// `true` if rows have changed since the last call of ``publish(into:)``.
  public var hasChanges: Bool { !pending.isEmpty }

  /// Hands out the changes of the rows since the last call; applied to the rows of that time they give ``items``.
  ///
  /// It may be called at any time; ``PagerWish/publish`` says when it is worth it.
  ///
  /// - Complexity: what the page cost, if it is called after each change; else O(*n*).
  public mutating func publish(into changes: inout ChangeSet) {
    changes.removeAll()
    swap(&changes, &pending)
    publishedCount = items.count
    publishedPlaceholders = (placeholdersBefore, placeholdersAfter)
  }

  /// Takes note of changes that lead from `count` rows to those that are there now.
  mutating func commit(
    _ changes: ChangeSet, from count: Int, at now: Instant, into wishes: inout [PagerWish]
  ) {
    if pending.isEmpty {
      pending = changes
    } else if !changes.isEmpty {
      pending = pending.followed(by: changes, oldCount: publishedCount)
    }
    if !items.isEmpty { times.sawRows(at: now) }
    follow(changes)
    if wishes.last != .publish { wishes.append(.publish) }
  }

  /// Lets the visible rows be the same ones after a change, as far as they are there.
  private mutating func follow(_ changes: ChangeSet) {
    guard let old = visible else { return }
    var shift: Int?
    for index in old {
      guard let new = changes.successor(of: index) else { continue }
      shift = new - index
      break
    }
    if let shift, shift != 0 {
      times.jumps += 1
      times.jumpedRows += abs(shift)
    }
    if shift == nil, !old.isEmpty { times.lostPlaces += 1 }
    let count = items.count
    let end = min(count, old.upperBound + (shift ?? 0))
    let start = max(0, min(end, end - old.count))
    visible = start..<max(start, end)
  }
}
