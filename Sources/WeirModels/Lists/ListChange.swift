// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A change of the rows of a list: as steps, and as a change set.
///
///     // [a, b, c] → [a', c]
///     change.steps  // [.delete(1), .update(0)]
///     change.changes    // deletes [1], updates [0 → 0]
///
/// Updates and deletions come by falling index of the old list, inserted rows come side by side by rising index, and no
/// steps hold both, unless the minimal change of a replaced list was asked for: see ``StoreRules/minimalChanges``.
public struct ListChange: Hashable, Sendable {
  /// The steps, to be applied one after the other; nil if the list is to be loaded again.
  public var steps: [ListStep]?
  /// The same change in the index spaces that list views use; it is there for lists that are to be loaded again, too.
  public var changes: ChangeSet

  /// Makes a change.
  public init(steps: [ListStep]?, changes: ChangeSet) {
    self.steps = steps
    self.changes = changes
  }
}

extension ListChange {
  /// `true` if nothing changes.
  public var isEmpty: Bool { changes.isEmpty }

  /// The number of rows that come less the number of rows that go.
  public var growth: Int { changes.inserts.count - changes.deletes.count }

  /// The change that is none.
  static let nothing = ListChange(steps: [], changes: ChangeSet())

  /// Returns the change of a list of which `count` rows came at an index.
  static func inserting(_ count: Int, at index: Int) -> ListChange {
    let places = index..<(index + count)
    return ListChange(
      steps: places.map { .insert($0) },
      changes: ChangeSet(inserts: places.map { Place(Int32($0)) }))
  }

  /// Returns the change of a list of which one row shows something else.
  static func updating(at index: Int) -> ListChange {
    let place = Place(Int32(index))
    return ListChange(
      steps: [.update(index)], changes: ChangeSet(updates: [.init(old: place, new: place)]))
  }

  /// Returns the change of a list of which one row went.
  static func deleting(at index: Int) -> ListChange {
    ListChange(steps: [.delete(index)], changes: ChangeSet(deletes: [Place(Int32(index))]))
  }

  /// Returns the change that the fates of the rows of a list say.
  init(_ fates: [RowFate]) {
    var steps: [ListStep] = []
    for (index, fate) in fates.enumerated().reversed() where fate != .same {
      steps.append(fate == .gone ? .delete(index) : .update(index))
    }
    var set = ChangeSet()
    for (index, fate) in fates.enumerated() {
      let place = Place(Int32(index))
      switch fate {
      case .same: break
      case .gone: set.deletes.append(place)
      case .changed:
        let new = Place(Int32(index - set.deletes.count))
        set.updates.append(.init(old: place, new: new))
      }
    }
    self.init(steps: steps, changes: set)
  }

  /// Returns the change of one list into another.
  ///
  /// If rows come or move, the steps are there if `isMinimal`: first updates and deletions by falling index, then
  /// insertions by rising index; a row that moves goes and comes.
  static func between(_ old: [any Model], _ new: [any Model], isMinimal: Bool) -> ListChange {
    let set = diff(from: ListedModel.rows(of: old), to: ListedModel.rows(of: new))
    let comes = set.inserts + set.moves.map(\.to)
    if !isMinimal, !comes.isEmpty { return ListChange(steps: nil, changes: set) }
    var leaving = set.deletes.map { ($0.row, ListStep.delete(Int($0.row))) }
    leaving += set.moves.map { ($0.from.row, ListStep.delete(Int($0.from.row))) }
    let moving = Set(set.moves.map(\.from.row))
    leaving += set.updates.filter { !moving.contains($0.old.row) }
      .map { ($0.old.row, ListStep.update(Int($0.old.row))) }
    let steps =
      leaving.sorted { $0.0 > $1.0 }.map(\.1)
      + comes.map { Int($0.row) }.sorted().map { .insert($0) }
    return ListChange(steps: steps, changes: set)
  }
}

/// A row of a list, as lists are compared.
///
/// Rows without identity are told apart by their number among those.
struct ListedModel: ListRow {
  enum RowID: Hashable {
    case model(ModelID)
    case nameless(Int)
  }

  let rowID: RowID
  let model: any Model

  func showsTheSame(as other: ListedModel) -> Bool { model.isEqualThroughout(other.model) }

  static func rows(of models: [any Model]) -> [ListedModel] {
    var nameless = 0
    return models.map { model in
      if let id = model.modelID { return ListedModel(rowID: .model(id), model: model) }
      nameless += 1
      return ListedModel(rowID: .nameless(nameless), model: model)
    }
  }
}
