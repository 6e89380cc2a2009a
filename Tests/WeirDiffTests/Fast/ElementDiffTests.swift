// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

@Suite struct ElementDiffTests {
  struct Element: Identifiable, Equatable {
    var id: Int
    var look: Int
  }

  /// A row that, as an element, would have another id and never look the same.
  struct TwoFaced: ListRow, Identifiable, Equatable {
    var number: Int
    var id: Int { -number }
    var rowID: Int { number / 2 }
    func showsTheSame(as other: TwoFaced) -> Bool { true }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `elements with an id are compared as rows are`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "elements")
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    for _ in 0..<50 {
      let ids = 1 + stream.index(below: 200)
      func letters() -> [Letter] {
        (0..<stream.index(below: 90)).map { _ in
          Letter(id: stream.index(below: ids), look: stream.index(below: 2))
        }
      }
      let old = letters()
      let new = stream.index(below: 2) == 0 ? letters() : old.reversed()
      func elements(_ letters: [Letter]) -> [Element] {
        letters.map { Element(id: $0.id, look: $0.look) }
      }
      let right = diff(from: old, to: new)
      #expect(diff(from: elements(old), to: elements(new)) == right)
      diff(from: elements(old), to: elements(new), into: &changes, workspace: &workspace)
      #expect(changes == right)
      #expect(diff(from: old, to: new, id: \.id) == right)
      #expect(diff(from: elements(old), to: elements(new), id: \.id) == right)
    }
  }

  @Test func `an element that is a row follows its own law`() {
    let (old, new) = ([TwoFaced(number: 2)], [TwoFaced(number: 3)])
    #expect(diff(from: old, to: new).isEmpty)
    var (changes, workspace) = (ChangeSet(deletes: [0]), DiffWorkspace())
    diff(from: old, to: new, into: &changes, workspace: &workspace)
    #expect(changes.isEmpty)
    #expect("\(diff(from: old, to: new, id: \.id))" == "deletes [0], inserts [0]")
  }
}
