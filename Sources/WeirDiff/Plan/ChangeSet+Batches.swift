extension ChangeSet {
  /// How many operations there are.
  public var count: Int {
    deletes.count + inserts.count + moves.count + updates.count + sections.count
  }

  /// Whether a list view may be told all this at once.
  ///
  /// It may not where a row leaves a section that goes or comes to one that comes, where something happens
  /// in a section that moves, and where a header changes beside anything else.
  public var isOneBatch: Bool {
    if sections.isEmpty { return true }
    if !sections.updates.isEmpty { return count == sections.updates.count }
    let before = Set(sections.deletes + sections.moves.map(\.from))
    let after = Set(sections.inserts + sections.moves.map(\.to))
    return !deletes.contains { before.contains($0.section) }
      && !inserts.contains { after.contains($0.section) }
      && !moves.contains { before.contains($0.from.section) || after.contains($0.to.section) }
      && !updates.contains { before.contains($0.old.section) }
  }

  /// The same change in one batch that list views accept.
  ///
  /// A section that moves while something happens in it, or whose header changes, goes and comes; a row that
  /// leaves such a section, or one that goes, is new where it arrives.
  public var asOneBatch: ChangeSet {
    if isOneBatch { return self }
    let before = Set(
      deletes.map(\.section) + moves.map(\.from.section) + updates.map(\.old.section))
    let after = Set(inserts.map(\.section) + moves.map(\.to.section) + updates.map(\.new.section))
    return replacingSections { move in
      before.contains(move.from) || after.contains(move.to)
    }
  }

  /// The same change in one batch of deletes and inserts alone.
  public var asDeletesAndInserts: ChangeSet {
    var changes = sections.isEmpty ? self : replacingSections { _ in true }
    let moved = Set(changes.moves.map(\.from))
    let changed = changes.updates.filter { !moved.contains($0.old) }
    changes.deletes = (changes.deletes + changes.moves.map(\.from) + changed.map(\.old)).sorted()
    changes.inserts = (changes.inserts + changes.moves.map(\.to) + changed.map(\.new)).sorted()
    changes.moves = []
    changes.updates = []
    return changes
  }

  /// Makes sections whose header changes, and those that move and for which `isReplaced` holds, go and come.
  private func replacingSections(_ isReplaced: (SectionChanges.Move) -> Bool) -> ChangeSet {
    var changes = self
    let updated = Set(sections.updates.map(\.old))
    let replaced = sections.moves.filter { updated.contains($0.from) || isReplaced($0) }
    let moved = Set(sections.moves.map(\.from))
    let renewed = sections.updates.filter { !moved.contains($0.old) }
    changes.sections.moves.removeAll { updated.contains($0.from) || isReplaced($0) }
    changes.sections.updates = []
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
  /// How many operations there are.
  public var count: Int { deletes.count + inserts.count + moves.count + updates.count }
}
