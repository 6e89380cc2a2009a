// SPDX-License-Identifier: Apache-2.0

/// The engine of a store, with the oracle beside it where one is wanted.
///
///     var engine = JudgedEngine(hasOracle: true)
///     engine.write(rows, to: holder, nil)
///     engine.difference  // nil, as long as both keep the same
///
/// Every operation is carried out by both. Then all holders are compared: what they show and would show, and of which
/// writes it is; and what they are told, with the contexts as they describe themselves. Without the oracle it costs a look at one flag.
public struct JudgedEngine: Sendable {
  /// The engine, which alone is believed.
  var engine = ConsistencyEngine()
  /// The first operation on which the two differ, with both answers.
  public private(set) var difference: String?
  /// The number of operations that were compared.
  public private(set) var comparisons = 0
  var oracle: ModelOracle?

  /// Makes an engine without holders.
  public init(hasOracle: Bool) { oracle = hasOracle ? ModelOracle() : nil }

  /// Lets the oracle do what the engine did, and compares.
  mutating func judge(_ operation: String, _ repeated: (inout ModelOracle) -> Void) {
    judge(operation, []) {
      repeated(&$0)
      return []
    }
  }

  /// Lets the oracle do what the engine did and told, and compares.
  @inline(never)
  mutating func judge(
    _ operation: String, _ notices: ArraySlice<EngineNotice>,
    _ repeated: (inout ModelOracle) -> [ModelOracle.Change]
  ) {
    guard difference == nil, var oracle else { return }
    let changes = repeated(&oracle)
    comparisons += 1
    if let words = difference(of: notices, from: changes) ?? difference(from: oracle) {
      difference = "on \(operation): \(words)"
    }
    self.oracle = oracle
  }

  private func difference(
    of notices: ArraySlice<EngineNotice>, from changes: [ModelOracle.Change]
  ) -> String? {
    let told = notices.compactMap { notice in
      if case .changed(let change) = notice { change } else { nil }
    }
    if told.map(\.holder.number) != changes.map(\.holder) {
      return "the engine tells \(told.map(\.holder.number)), the oracle \(changes.map(\.holder))"
    }
    for (told, change) in zip(told, changes) {
      let ids = (changed: Set(told.changed), deleted: Set(told.deleted))
      if ids.changed != change.changed || ids.deleted != change.deleted {
        return """
          the engine tells \(change.holder) of the changes \(told.changed) and deletions \(told.deleted), \
          the oracle of \(change.changed.map(\.text).sorted()) and \(change.deleted.map(\.text).sorted())
          """
      }
      let contexts = (words(told.context), words(change.context))
      if contexts.0 != contexts.1 {
        return "the engine tells \(change.holder) of \(contexts.0), the oracle of \(contexts.1)"
      }
      if !told.fatesAreRight { return "the engine tells \(change.holder) wrong fates of its rows" }
    }
    return nil
  }

  private func words(_ context: (any Sendable)?) -> String {
    context.map { "the context \($0)" } ?? "no context"
  }

  private func difference(from oracle: ModelOracle) -> String? {
    for number in engine.holders.numbers where !engine.holders[number].isCarrier {
      guard let other = oracle.holders[number] else { return "the oracle has no holder \(number)" }
      let holder = engine.holders[number]
      let words =
        holder.visible.difference(from: other.visible)
        ?? holder.live.difference(from: other.live)
      if let words { return "holder \(number) \(words)" }
    }
    return nil
  }
}

extension HolderChange {
  /// `true` if each row that was there before is told to be what became of it.
  fileprivate var fatesAreRight: Bool {
    guard let fates else { return true }
    var rest = rows[...]
    for (row, fate) in zip(old, fates) where fate != .gone {
      guard let new = rest.popFirst(), isSame(row, new) == (fate == .same) else { return false }
    }
    return rest.isEmpty && fates.count == old.count
  }
}

extension ModelTree {
  fileprivate func difference(from other: ModelOracle.Tree) -> String? {
    if !areSame(rows, other.rows) {
      return "has \(rows) in the engine, \(other.rows) in the oracle"
    }
    for id in other.known.ids where time(of: id).number != other.times[id] ?? 0 {
      return
        "has \(id) of \(time(of: id).number) in the engine, of \(other.times[id] ?? 0) in the oracle"
    }
    return nil
  }
}
