// SPDX-License-Identifier: Apache-2.0
extension ChangeSet: CustomStringConvertible {
  /// The change in the notation of all examples: sections first, rows behind them.
  ///
  ///     ChangeSet(deletes: [1], moves: [.init(from: 2, to: 0)]).description
  ///     // "deletes [1], moves [2 → 0]"
  ///     ChangeSet(inserts: [0], sections: SectionChanges(deletes: [1])).description
  ///     // "sections: deletes [1]; inserts [0]"
  ///     ChangeSet().description  // "nothing"
  public var description: String {
    if isEmpty { return "nothing" }
    let rows = notation(
      deletes, inserts, moves.map { ($0.from, $0.to) }, updates.map { ($0.old, $0.new) })
    if sections.isEmpty { return rows }
    return "sections: \(sections)" + (rows.isEmpty ? "" : "; \(rows)")
  }
}

extension SectionChanges: CustomStringConvertible {
  /// The change in the notation of all examples.
  ///
  ///     SectionChanges(deletes: [1], moves: [.init(from: 2, to: 0)]).description
  ///     // "deletes [1], moves [2 → 0]"
  public var description: String {
    if isEmpty { return "nothing" }
    return notation(
      deletes, inserts, moves.map { ($0.from, $0.to) }, updates.map { ($0.old, $0.new) })
  }
}

extension ChangeSet.Move: CustomStringConvertible {
  /// The old and the new place: `2 → 0`.
  public var description: String { "\(from) → \(to)" }
}

extension ChangeSet.Update: CustomStringConvertible {
  /// The old and the new place of the row: `2 → 0`.
  public var description: String { "\(old) → \(new)" }
}

extension SectionChanges.Move: CustomStringConvertible {
  /// The old and the new index: `2 → 0`.
  public var description: String { "\(from) → \(to)" }
}

extension SectionChanges.Update: CustomStringConvertible {
  /// The old and the new index of the section: `2 → 0`.
  public var description: String { "\(old) → \(new)" }
}

/// Returns the four lists in words, those that are empty left out.
private func notation<Index>(
  _ deletes: [Index], _ inserts: [Index], _ moves: [(Index, Index)], _ updates: [(Index, Index)]
) -> String {
  func list(_ name: String, _ words: [String]) -> [String] {
    words.isEmpty ? [] : ["\(name) [\(words.joined(separator: ", "))]"]
  }
  let lists =
    list("deletes", deletes.map { "\($0)" }) + list("inserts", inserts.map { "\($0)" })
    + list("moves", moves.map { "\($0) → \($1)" })
    + list("updates", updates.map { "\($0) → \($1)" })
  return lists.joined(separator: ", ")
}
