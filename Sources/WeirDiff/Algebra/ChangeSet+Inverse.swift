// SPDX-License-Identifier: Apache-2.0
extension ChangeSet {
  /// The way back.
  ///
  ///     ChangeSet(deletes: [1], moves: [.init(from: 2, to: 0)]).inverse
  ///     // inserts [1], moves [0 → 2]
  ///
  /// Applied to the new list with contents from the old one it gives the old one, and its own inverse is
  /// the change set itself.
  ///
  /// - Complexity: O(*k* log *k*) for *k* moves and updates.
  public var inverse: ChangeSet {
    ChangeSet(
      deletes: inserts, inserts: deletes,
      moves: moves.map { Move(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to },
      updates: updates.map { Update(old: $0.new, new: $0.old) }.sorted { $0.old < $1.old },
      sections: sections.inverse)
  }
}

extension SectionChanges {
  /// The way back.
  public var inverse: SectionChanges {
    SectionChanges(
      deletes: inserts, inserts: deletes,
      moves: moves.map { Move(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to },
      updates: updates.map { Update(old: $0.new, new: $0.old) }.sorted { $0.old < $1.old })
  }
}
