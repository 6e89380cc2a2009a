/// How a list view is led from one list to another: in batches that it accepts, or by a reload.
///
///     let plan = Plan(changes, from: old, to: new, style: .staged, reloadOver: 100)
///     for stage in plan.stages { show(stage.rows); view.perform(stage.changes) }
///
/// A change set that is as small as can be may say what no single batch may: that a row leaves a section which
/// goes, or comes to one that comes, or that something happens inside a section that moves. A plan says it so
/// that every batch of it is legal, and knows the rows that the data source must have after each.
public struct Plan<Row> {
  /// The batches, in order; one that reloads if ``isReload``.
  public var stages: [Stage]
  /// Whether there are so many changes that the view had better begin anew.
  public var isReload: Bool

  /// One batch, and the rows after it.
  public struct Stage {
    /// What the view is told, from the rows before the stage to those after it.
    public var changes: ChangeSet
    /// What the data source has after it.
    public var rows: [[Row]]
  }

  /// Plans the way along `changes`, which lead from `old` to `new`.
  ///
  /// More changes than `limit` become one reload.
  public init(
    _ changes: ChangeSet, from old: [[Row]], to new: [[Row]], style: PlanStyle,
    reloadOver limit: Int = .max
  ) {
    isReload = changes.count > limit
    if isReload || changes.isEmpty {
      stages = isReload ? [Stage(changes: ChangeSet(), rows: new)] : []
      return
    }
    switch style {
    case .oneBatch: stages = [Stage(changes: changes.asOneBatch, rows: new)]
    case .deletesAndInserts: stages = [Stage(changes: changes.asDeletesAndInserts, rows: new)]
    case .staged:
      stages =
        changes.isOneBatch
        ? [Stage(changes: changes, rows: new)] : Self.stages(changes, old, new)
    }
  }

  /// First sections come and move, then rows do what they do, then sections go, then headers change.
  ///
  /// Thus every row finds both its sections when it moves, and no section moves while something happens in it.
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
    return stages.filter { !$0.changes.isEmpty }
  }

  private static func rows(_ rows: [Row], of section: Int, without gone: Set<Place>) -> [Row] {
    rows.enumerated().filter { row, _ in
      !gone.contains(Place(section: Int32(section), row: Int32(row)))
    }.map(\.element)
  }
}

/// How a ``Plan`` leads from one list to another.
public enum PlanStyle: Hashable, Sendable, CaseIterable {
  /// One batch; a section that moves while something happens in it goes and comes, as does what a batch
  /// may not say otherwise.
  case oneBatch
  /// As many batches as it takes to show every move as a move, four at most.
  case staged
  /// One batch that only deletes and inserts.
  case deletesAndInserts
}

extension Plan: Sendable where Row: Sendable {}
extension Plan.Stage: Sendable where Row: Sendable {}
