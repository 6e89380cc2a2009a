// SPDX-License-Identifier: Apache-2.0
extension ChangeSet {
  /// The number of operations there are.
  public var count: Int {
    deletes.count + inserts.count + moves.count + updates.count + sections.count
  }

  /// `true` if a list view may be told all this at once.
  ///
  ///     let away = ChangeSet.Move(from: 0, to: Place(section: 1, row: 0))
  ///     ChangeSet(moves: [away]).isOneBatch  // true
  ///     ChangeSet(moves: [away], sections: SectionChanges(inserts: [1])).isOneBatch  // false
  ///
  /// No row may move out of a section that goes or into one that comes, and in a section that moves no row may
  /// come, go or move; a row in it may change, and so may what is above the rows. Nor does a view take what
  /// no lists can do: see ``isWellFormed``.
  ///
  /// The promise: between lists for which ``checkShape(old:new:)`` finds nothing wrong, it is `true` exactly if the strict
  /// list view accepts the change set.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public var isOneBatch: Bool { isLegalAtOnce && isWellFormed }

  /// `true` if a list view may be told all this at once, if it is well formed.
  var isLegalAtOnce: Bool {
    if sections.deletes.isEmpty && sections.inserts.isEmpty && sections.moves.isEmpty {
      return true
    }
    let (origins, targets) = (sections.moves.map(\.from), sections.moves.map(\.to))
    let (away, here) = (Set(origins), Set(targets))
    let (before, after) = (Set(sections.deletes + origins), Set(sections.inserts + targets))
    return !deletes.contains { away.contains($0.section) }
      && !inserts.contains { here.contains($0.section) }
      && !moves.contains { before.contains($0.from.section) || after.contains($0.to.section) }
  }

  /// The same change in one batch that list views accept.
  ///
  ///     ChangeSet(deletes: [0], sections: SectionChanges(moves: [.init(from: 0, to: 1)])).asOneBatch
  ///     // sections: deletes [0], inserts [1]
  ///
  /// A section that moves while rows come, go or move in it goes and comes; a row that leaves such a section, or one
  /// that goes, is new where it arrives.
  public var asOneBatch: ChangeSet {
    if isLegalAtOnce { return self }
    let before = Set(deletes.map(\.section) + moves.map(\.from.section))
    let after = Set(inserts.map(\.section) + moves.map(\.to.section))
    return replacingSections(updated: false) { move in
      before.contains(move.from) || after.contains(move.to)
    }
  }

  /// The same change in one batch of deletes and inserts alone.
  ///
  ///     ChangeSet(moves: [.init(from: 2, to: 0)]).asDeletesAndInserts  // deletes [2], inserts [0]
  public var asDeletesAndInserts: ChangeSet {
    var changes = sections.isEmpty ? self : replacingSections(updated: true) { _ in true }
    let moved = Set(changes.moves.map(\.from))
    let changed = changes.updates.filter { !moved.contains($0.old) }
    changes.deletes = (changes.deletes + changes.moves.map(\.from) + changed.map(\.old)).sorted()
    changes.inserts = (changes.inserts + changes.moves.map(\.to) + changed.map(\.new)).sorted()
    changes.moves = []
    changes.updates = []
    return changes
  }

  /// Makes sections that move and for which `isReplaced` holds go and come, and on demand those whose header changes.
  private func replacingSections(
    updated: Bool, _ isReplaced: (SectionChanges.Move) -> Bool
  ) -> ChangeSet {
    var changes = self
    let shownAnew = Set(updated ? sections.updates.map(\.old) : [])
    let replaced = sections.moves.filter { shownAnew.contains($0.from) || isReplaced($0) }
    let moved = Set(sections.moves.map(\.from))
    let renewed = sections.updates.filter {
      shownAnew.contains($0.old) && !moved.contains($0.old)
    }
    let away = Set(replaced.map(\.from) + renewed.map(\.old))
    changes.sections.moves.removeAll { away.contains($0.from) }
    changes.sections.updates.removeAll { away.contains($0.old) }
    changes.sections.deletes =
      (sections.deletes + replaced.map(\.from) + renewed.map(\.old)).sorted()
    changes.sections.inserts =
      (sections.inserts + replaced.map(\.to) + renewed.map(\.new)).sorted()
    let gone = Set(changes.sections.deletes)
    let come = Set(changes.sections.inserts)
    changes.moves.removeAll { gone.contains($0.from.section) || come.contains($0.to.section) }
    for move in moves where gone.contains(move.from.section) || come.contains(move.to.section) {
      changes.deletes.append(move.from)
      changes.inserts.append(move.to)
    }
    changes.deletes.removeAll { gone.contains($0.section) }
    changes.inserts.removeAll { come.contains($0.section) }
    changes.updates.removeAll { gone.contains($0.old.section) || come.contains($0.new.section) }
    changes.deletes.sort()
    changes.inserts.sort()
    return changes
  }
}

extension SectionChanges {
  /// The number of operations there are.
  public var count: Int { deletes.count + inserts.count + moves.count + updates.count }
}
