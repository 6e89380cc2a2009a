import Testing
import WeirCore
import WeirDiff

/// Rows that do not show the same as themselves: the rule for them must not depend on where they stand.
@Suite struct SameBytesTests {
  /// A row with a score, which may be no number and then is not even equal to itself.
  struct Rated: ListRow {
    var id: Int
    var score = Double.nan
    var rowID: Int { id }
    func showsTheSame(as other: Rated) -> Bool { score == other.score }
  }

  /// A row of eight bytes, of which sixteen are compared at once, that says of every other one that it looks different.
  struct Shy: ListRow {
    var id: Int
    var rowID: Int { id }
    func showsTheSame(as other: Shy) -> Bool { false }
  }

  /// A section of such rows that says the same of what stands above them.
  struct ShyPart: ListSection {
    var sectionID: Int
    var rows: [Shy]
    func headerShowsTheSame(as other: ShyPart) -> Bool { false }
  }

  @Test(arguments: 0...70)
  func `rows with the same bytes are never updated, however many there are`(count: Int) {
    let (rated, shy) = ((0..<count).map { Rated(id: $0) }, (0..<count).map { Shy(id: $0) })
    // Copied one by one, so that the arrays are two.
    #expect(diff(from: rated, to: rated.map { $0 }).isEmpty)
    #expect(diff(from: shy, to: shy.map { $0 }).isEmpty)
    #expect(diff(from: shy, to: [Shy(id: -1)] + shy).updates.isEmpty)
    #expect(diff(from: shy, to: shy + [Shy(id: -1)]).updates.isEmpty)
    #expect(diff(from: shy, to: shy.reversed()).updates.isEmpty)
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    diffHashingEverything(from: shy, to: shy.reversed(), into: &changes, workspace: &workspace)
    #expect(changes.updates.isEmpty)
    #expect(SharedList(shy).changes(since: SharedList(shy)).isEmpty)
  }

  @Test func `a row is updated if a byte differs and it says that it looks different`() {
    let old = (0..<40).map { Rated(id: $0) }
    for place in old.indices {
      var new = old
      new[place].score = 1
      #expect(
        diff(from: old, to: new)
          == ChangeSet(updates: [.init(old: Place(Int32(place)), new: Place(Int32(place)))]))
    }
  }

  @Test func `the rule holds for headers, and for rows that change sections`() {
    let (a, b) = ((0..<3).map { Shy(id: $0) }, (10..<12).map { Shy(id: $0) })
    let old = [ShyPart(sectionID: 1, rows: a), ShyPart(sectionID: 2, rows: b)]
    #expect(diff(sections: old, to: old.map { $0 }).isEmpty)
    let new = [ShyPart(sectionID: 1, rows: b), ShyPart(sectionID: 2, rows: a)]
    let changes = diff(sections: old, to: new)
    #expect(changes.moves.count == 5)
    #expect(changes.updates.isEmpty)
    // What is above the rows is not what it was: the sections have other rows.
    #expect(changes.sections.updates.count == 2)
  }
}
