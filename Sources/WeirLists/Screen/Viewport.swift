// SPDX-License-Identifier: Apache-2.0

/// The part of a list that the person sees, in rows counted through all sections.
///
///     var view = StrictListView(rows: hundred)
///     view.viewport = Viewport(first: 20, count: 10)
///     view.apply(ChangeSet(inserts: [0]), to: hundredAndOne)
///     view.lastShift?.drift    // 1: every row that was visible lies one place further
///     view.counters.jumps      // 1: and nobody asked for it
///
/// A list view keeps its offset from row 0. Rows that come before the visible ones push those away; rows
/// that come behind do not. A chat that grows at its end therefore stands still, and so does one that
/// grows at row 0 in a *flipped* list, in which row 0 is drawn at the bottom, while the person is there.
public struct Viewport: Hashable, Sendable {
  /// The first visible row.
  public var first: Int
  /// The number of rows that are visible at once.
  public var count: Int
  /// `true` if row 0 is drawn at the bottom.
  public var isFlipped: Bool
  /// The quantity that a batch leaves unchanged.
  public var keeps: Keeping

  /// The quantities that a batch can leave unchanged.
  public enum Keeping: String, Hashable, Sendable {
    /// The distance from row 0, as in a view that is left alone.
    case offset
    /// The rows that are visible: the app corrects the offset after each batch.
    case rows
  }

  /// Makes a viewport.
  public init(first: Int = 0, count: Int, isFlipped: Bool = false, keeps: Keeping = .offset) {
    self.first = first
    self.count = count
    self.isFlipped = isFlipped
    self.keeps = keeps
  }

  /// Returns the rows that are visible in a list of `total` rows.
  public func visible(of total: Int) -> Range<Int> {
    let start = min(max(first, 0), total)
    return start..<(start + min(max(count, 0), total - start))
  }

  /// Moves back until the last row of the list is at the end, if there are too few.
  mutating func clamp(to total: Int) { first = max(0, min(first, total - max(count, 0))) }
}

/// The effect of a batch on the rows that were visible.
///
/// It is measured by an anchor: the first visible row that is left and that the app did not move itself.
public struct ViewportShift: Hashable, Sendable {
  /// Rows that came before the anchor.
  public var insertedBefore = 0
  /// Rows that went from before it.
  public var deletedBefore = 0
  /// The number of places that the anchor lies further than before.
  public var drift = 0
  /// The distance that the anchor slid over the screen, which is the drift less what the offset
  /// followed.
  public var slide = 0
  /// `true` if no row that was visible is left.
  public var hasLostPlace = false
  /// `true` if rows slid that the person did not expect to, or none is left.
  ///
  /// At row 0 new rows are expected, and so is that rows close up where visible ones went.
  public var isJump = false
  /// The direction in which the rows slid on the screen.
  public var direction = Direction.none

  /// A direction on the screen.
  public enum Direction: String, Hashable, Sendable {
    /// They stayed.
    case none
    /// Towards the top.
    case up
    /// Towards the bottom.
    case down
  }

  /// Makes a shift with nothing moved.
  public init() {}
}
