// SPDX-License-Identifier: Apache-2.0

/// The steps that lead a list view from one list to another: batches that it accepts, or a reload.
///
///     let plan = Plan(changes, from: old, to: new, style: .staged, reloadOver: 100)
///     var shown = old
///     for stage in plan.stages {
///       shown = stage.changes.applying(toSections: shown, contents: stage.rows)  // as the view does
///     }
///
/// A change set that is as small as can be may say what no single batch may: that a row leaves a section which
/// goes, or comes to one that comes, or that something happens inside a section that moves. A plan says it so
/// that every batch of it is legal, and knows the rows that the data source must have after each.
public struct Plan<Row> {
  /// The batches, in order; one that reloads if ``isReload``.
  public var stages: [Stage]
  /// `true` if there are so many changes that the view should reload.
  public var isReload: Bool

  /// One batch, and the rows after it.
  public struct Stage {
    /// The changes for the view, from the rows before the stage to those after it.
    public var changes: ChangeSet
    /// The rows of the data source after the stage.
    public var rows: [[Row]]
  }

  /// Plans the way along `changes`, which lead from `old` to `new`.
  ///
  /// More changes than `limit` become one reload. A move of a row or section to where it would come to lie anyway, as
  /// change sets made by hand may have it, is left out.
  public init(
    _ changes: ChangeSet, from old: [[Row]], to new: [[Row]], style: PlanStyle,
    reloadOver limit: Int = .max
  ) {
    isReload = changes.count > limit
    if isReload || changes.isEmpty {
      stages = isReload ? [Stage(changes: ChangeSet(), rows: new)] : []
      return
    }
    let changes = changes.withoutIdleMoves(old: old.map(\.count), new: new.map(\.count))
    if changes.isEmpty {
      stages = []
      return
    }
    switch style {
    case .oneBatch: stages = [Stage(changes: changes.asOneBatch, rows: new)]
    case .deletesAndInserts: stages = [Stage(changes: changes.asDeletesAndInserts, rows: new)]
    case .staged:
      stages =
        changes.isLegalAtOnce
        ? [Stage(changes: changes, rows: new)] : Self.stages(changes, old, new)
    }
  }

  /// Returns the stages: first sections come and move, then rows do what they do, then sections go
  /// and headers change.
  ///
  /// Thus every row finds both its sections when it moves, and no section moves while something happens in it. What a
  /// view accepts in one batch nevertheless becomes one.
  private static func stages(_ changes: ChangeSet, _ old: [[Row]], _ new: [[Row]]) -> [Stage] {
    let layout = SectionLayout(changes.sections, oldCount: old.count, newCount: new.count)
    let (leaving, arriving) = (Set(changes.moves.map(\.from)), Set(changes.moves.map(\.to)))
    var before: [[Row]] = []
    var after: [[Row]] = []
    for section in layout.sections {
      // A row that comes to a new section later is not in it yet; one that left an old one is no longer.
      let kept = section.old.map { Self.rows(old[$0], of: $0, without: leaving) }
      let native = section.new.map { Self.rows(new[$0], of: $0, without: arriving) }
      before.append(section.old.map { old[$0] } ?? native ?? [])
      after.append(section.new.map { new[$0] } ?? kept ?? [])
    }
    let stages = [
      Stage(changes: ChangeSet(sections: layout.arrivals), rows: before),
      Stage(changes: layout.rowChanges(changes), rows: after),
      Stage(changes: ChangeSet(sections: layout.departures), rows: new),
      Stage(changes: ChangeSet(sections: layout.headers), rows: new),
    ]
    return joined(stages.filter { !$0.changes.isEmpty }, from: old)
  }

  /// Puts each stage into one batch with those before it, as long as a view accepts that.
  private static func joined(_ stages: [Stage], from old: [[Row]]) -> [Stage] {
    var joined: [Stage] = []
    var before = old
    for stage in stages {
      guard let last = joined.last else {
        joined.append(stage)
        continue
      }
      let whole = last.changes.followed(
        by: stage.changes, old: before.map(\.count), middle: last.rows.map(\.count),
        new: stage.rows.map(\.count))
      if whole.isLegalAtOnce {
        joined[joined.count - 1] = Stage(changes: whole, rows: stage.rows)
      } else {
        before = last.rows
        joined.append(stage)
      }
    }
    return joined
  }

  private static func rows(_ rows: [Row], of section: Int, without gone: Set<Place>) -> [Row] {
    rows.enumerated().filter { row, _ in
      !gone.contains(Place(section: Int32(section), row: Int32(row)))
    }.map(\.element)
  }
}

/// The way in which a ``Plan`` leads from one list to another.
public enum PlanStyle: Hashable, Sendable, CaseIterable {
  /// One batch; a section that moves while something happens in it is deleted and inserted, and so
  /// is every row whose change a batch cannot express.
  case oneBatch
  /// As many batches as it takes to show every move as a move, three at most.
  ///
  /// No two batches that follow one another could be one.
  case staged
  /// One batch that only deletes and inserts.
  case deletesAndInserts
}

extension Plan: Sendable where Row: Sendable {}
extension Plan.Stage: Sendable where Row: Sendable {}
