// SPDX-License-Identifier: Apache-2.0

/// The change of the sections of one list into those of another; empty for a flat list.
///
/// Deletes, updates' `old` and moves' `from` count in the old list, inserts, updates' `new` and moves' `to`
/// in the new one. What happens to a section happens to its rows: those of a deleted section are gone and
/// those of an inserted one are new, without being named, unless a move takes them out of it or into it;
/// those of a moved section go along.
public struct SectionChanges: Hashable, Sendable {
  /// Old sections that are gone.
  public var deletes: [Int32]
  /// New sections that were not there.
  public var inserts: [Int32]
  /// Sections whose place among the others changed.
  public var moves: [Move]
  /// Sections that stay the same section but show something else above their rows.
  public var updates: [Update]

  /// A section that moves with its rows.
  public struct Move: Hashable, Sendable {
    /// Its place in the old list.
    public var from: Int32
    /// Its place in the new list.
    public var to: Int32
    /// Makes a move.
    @inlinable
    public init(from: Int32, to: Int32) {
      self.from = from
      self.to = to
    }
  }

  /// A section that changes.
  public struct Update: Hashable, Sendable {
    /// Its place in the old list.
    public var old: Int32
    /// Its place in the new list.
    public var new: Int32
    /// Makes an update.
    @inlinable
    public init(old: Int32, new: Int32) {
      self.old = old
      self.new = new
    }
  }

  /// Makes changes of sections; with no arguments, none.
  @inlinable
  public init(
    deletes: [Int32] = [], inserts: [Int32] = [], moves: [Move] = [], updates: [Update] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.updates = updates
  }

  /// `true` if no section changes.
  @inlinable
  public var isEmpty: Bool {
    deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Forgets every change and keeps the memory.
  @inlinable
  public mutating func removeAll() {
    deletes.removeAll(keepingCapacity: true)
    inserts.removeAll(keepingCapacity: true)
    moves.removeAll(keepingCapacity: true)
    updates.removeAll(keepingCapacity: true)
  }
}
