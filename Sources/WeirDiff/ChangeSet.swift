// SPDX-License-Identifier: Apache-2.0

/// The change of one list into another, in the index spaces that list views use.
///
///     // [a, b, c] → [c, a, d]
///     ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)])
///
/// Deletes, updates' `old` and moves' `from` are places in the *old* list; inserts, updates' `new`
/// and moves' `to` are places in the *new* one. Rows that appear in none of them keep their relative
/// order. A row that moves *and* changes appears in both `moves` and `updates`.
///
/// A flat list is a list of one section, number 0, and its places are written as integers. What happens to
/// whole sections is said in ``sections`` and happens to their rows, too.
///
/// The promise: every array is sorted (updates by `old`, moves by `to`), no place appears twice in one
/// space among deletes and move origins, nor among inserts and move targets.
public struct ChangeSet: Hashable, Sendable {
  /// Places in the old list whose rows are gone.
  public var deletes: [Place]
  /// Places in the new list whose rows are new.
  public var inserts: [Place]
  /// Rows whose place among the others changed.
  ///
  /// If several choices are as short, ``diff(from:to:into:workspace:)-([Row],_,_,_)`` keeps, read from the end of the
  /// new list, the row that comes first in the old list among those that still allow a shortest choice: of two rows
  /// that swap, the one that ends up behind stays.
  ///
  /// None of these moves could be left out, also where a row moves to the number that it had: all others may pass it.
  ///
  ///     diff(values: ["a", "b", "c", "d", "e"], to: ["d", "e", "c", "a", "b"])
  ///     // moves [3 → 0, 4 → 1, 2 → 2]: "c" is neither before nor behind two rows that keep their order
  public var moves: [Move]
  /// Rows that stay the same row but show something else.
  public var updates: [Update]
  /// The changes of whole sections; empty in a flat list.
  public var sections: SectionChanges

  /// A row that moves.
  public struct Move: Hashable, Sendable {
    /// Its place in the old list.
    public var from: Place
    /// Its place in the new list.
    public var to: Place
    /// Makes a move.
    @inlinable
    public init(from: Place, to: Place) {
      self.from = from
      self.to = to
    }
  }

  /// A row that changes.
  public struct Update: Hashable, Sendable {
    /// Its place in the old list.
    public var old: Place
    /// Its place in the new list.
    public var new: Place
    /// Makes an update.
    @inlinable
    public init(old: Place, new: Place) {
      self.old = old
      self.new = new
    }
  }

  /// Makes a change set; with no arguments, the one that changes nothing.
  @inlinable
  public init(
    deletes: [Place] = [], inserts: [Place] = [], moves: [Move] = [], updates: [Update] = [],
    sections: SectionChanges = SectionChanges()
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.updates = updates
    self.sections = sections
  }

  /// `true` if nothing changes.
  @inlinable
  public var isEmpty: Bool {
    deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty && sections.isEmpty
  }

  /// Forgets every change and keeps the memory.
  @inlinable
  public mutating func removeAll() {
    // To ask is quicker than to empty what is empty, as most of it is.
    if !deletes.isEmpty { deletes.removeAll(keepingCapacity: true) }
    if !inserts.isEmpty { inserts.removeAll(keepingCapacity: true) }
    if !moves.isEmpty { moves.removeAll(keepingCapacity: true) }
    if !updates.isEmpty { updates.removeAll(keepingCapacity: true) }
    if !sections.isEmpty { sections.removeAll() }
  }
}
