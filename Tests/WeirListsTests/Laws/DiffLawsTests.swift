// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

@Suite struct DiffLawsTests {
  /// The seeds of the lists, a run of them for each test case.
  static let runs: [Range<UInt64>] = {
    let seeds = ProofSeeds.seeds(debug: 400, release: 8_000)
    let size = (UInt64(seeds.count) + 63) / 64
    return stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(size)).map {
      $0..<min($0 + size, seeds.upperBound)
    }
  }()

  @Test(arguments: ListKind.allCases, runs)
  func `every law holds for any two lists`(kind: ListKind, seeds: Range<UInt64>) {
    var workspace = DiffWorkspace()
    for seed in seeds {
      var stream = RandomStream(seed: seed, "laws", of: kind.rawValue)
      let first = kind.list(&stream)
      let second = kind.edited(first, &stream)
      let third = kind.edited(second, &stream)
      let way = laws(kind, first, second, &workspace)
      let onward = laws(kind, second, third, &workspace)
      let breach =
        way.breachOfTheDifference() ?? way.breachOfTheBatch() ?? way.breachOfThePlans()
        ?? way.breachOfTheIdentity() ?? way.breachOfTheLineage() ?? way.breachOfReplacedUpdates()
        ?? way.breachOfTheComposition(with: onward)
      if let breach {
        Issue.record("\(kind), seed \(seed): \(breach)\n\(first)\n→ \(second)\n→ \(third)")
        return
      }
    }
  }

  /// Each mutant leads where it should, or nearly, and yet breaks a law.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a difference that is wrong or could be smaller is caught`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "broken laws")
    var workspace = DiffWorkspace()
    let old = ListKind.unique.list(&stream)
    let new = ListKind.unique.edited(old, &stream)
    let right = laws(.unique, old, new, &workspace)
    var mutants: [(name: String, changes: ChangeSet)] = []
    func add(_ name: String, _ mutate: (inout ChangeSet) -> Void) {
      var changes = right.changes
      mutate(&changes)
      mutants.append((name, changes))
    }
    let touched = Set(right.changes.deletes + right.changes.moves.map(\.from))
    let still = old[0].rows.indices.first { !touched.contains(Place(Int32($0))) }.map {
      (old: Place(Int32($0)), row: old[0].rows[$0])
    }
    let target = still.flatMap { still in
      new[0].rows.firstIndex { $0.id == still.row.id }.map { Place(Int32($0)) }
    }
    if let still, let target {
      add("a row that could stay moves") {
        $0.moves = ($0.moves + [.init(from: still.old, to: target)]).sorted { $0.to < $1.to }
      }
      add("a row that could stay goes and comes") {
        $0.deletes = ($0.deletes + [still.old]).sorted()
        $0.inserts = ($0.inserts + [target]).sorted()
        $0.updates.removeAll { $0.old == still.old }
      }
      if still.row == new[0].rows[Int(target.row)] {
        add("a row that looks the same is updated") {
          $0.updates = ($0.updates + [.init(old: still.old, new: target)]).sorted {
            $0.old < $1.old
          }
        }
      }
    }
    if !right.changes.updates.isEmpty { add("an update lacks") { $0.updates.removeLast() } }
    if !right.changes.inserts.isEmpty { add("an insert lacks") { $0.inserts.removeLast() } }
    if !right.changes.moves.isEmpty { add("a move lacks") { $0.moves.removeLast() } }
    for mutant in mutants {
      let laws = DiffLaws(old: old, new: new, changes: mutant.changes)
      #expect(laws.breachOfTheDifference() != nil, "\(mutant.name): \(old) → \(new)")
    }
  }

  @Test func `a composition that takes one row for its twin is caught`() throws {
    let first = try BookedWay(ChangeSet(moves: [.init(from: 1, to: 0)]), from: [2], to: [2])
    let second = try BookedWay(ChangeSet(deletes: [0]), from: [2], to: [1])
    let whole = try BookedWay(ChangeSet(deletes: [1]), from: [2], to: [1])
    let wrong = try BookedWay(ChangeSet(deletes: [0]), from: [2], to: [1])
    #expect(first.followed(by: second) == whole)
    #expect(first.followed(by: second) != wrong)
  }

  @Test func `the book refuses what cannot be done`() {
    for changes in [
      ChangeSet(deletes: [2]), ChangeSet(deletes: [0], moves: [.init(from: 0, to: 0)]),
      ChangeSet(inserts: [4]), ChangeSet(deletes: [0]),
      ChangeSet(deletes: [0], sections: SectionChanges(deletes: [0])),
      ChangeSet(inserts: [0], sections: SectionChanges(deletes: [0], inserts: [0])),
      ChangeSet(sections: SectionChanges(moves: [.init(from: 0, to: 1)])),
      ChangeSet(sections: SectionChanges(deletes: [1])),
    ] {
      #expect(throws: BookedWay.Breach.self, "\(changes)") {
        try BookedWay(changes, from: [2], to: [2])
      }
    }
  }

  /// The difference of two lists of a kind, ready to be judged.
  private func laws(
    _ kind: ListKind, _ old: [Chapter], _ new: [Chapter], _ workspace: inout DiffWorkspace
  ) -> DiffLaws {
    var changes = ChangeSet()
    if kind == .sections {
      diff(sections: old, to: new, into: &changes, workspace: &workspace)
    } else {
      diff(from: old[0].rows, to: new[0].rows, into: &changes, workspace: &workspace)
    }
    return DiffLaws(old: old, new: new, changes: changes)
  }
}
