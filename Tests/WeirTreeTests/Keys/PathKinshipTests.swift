// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct PathKinshipTests {
  @Test func `a path knows what is above it`() {
    let path = Path("rooms/lobby/a")
    #expect(path.parent == Path("rooms/lobby"))
    #expect(path.lastKey == Key("a"))
    #expect(path.ancestor(levelsUp: 0) == path)
    #expect(path.ancestor(levelsUp: 2) == Path("rooms"))
    #expect(path.ancestor(levelsUp: 3) == .root)
    #expect(path.ancestor(levelsUp: 4) == nil)
    #expect(path.ancestor(levelsUp: -1) == nil)
    #expect(Path.root.parent == nil)
    #expect(Path.root.lastKey == nil)
  }

  @Test func `to lie below is to lead below, and elsewhere`() {
    #expect(Path("rooms/lobby").lies(below: Path("rooms")))
    #expect(!Path("rooms").lies(below: Path("rooms")))
    #expect(!Path("rooms2/lobby").lies(below: Path("rooms")))
  }

  /// Paths of few keys, so that many are kin.
  private func paths(_ seed: UInt64) -> [Path] {
    var chance = RandomStream(seed: seed, "paths")
    return (0..<40).map { _ in
      Path(
        (0..<chance.index(below: 5)).map { _ in Key(["a", "b", "1", "10"][chance.index(below: 4)]) }
      )
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what a path is seen from leads back to it`(seed: UInt64) {
    let all = paths(seed)
    for a in all {
      #expect((0...a.keys.count).allSatisfy { a.ancestor(levelsUp: $0).map(a.leads) == true })
      for b in all {
        #expect(a.seen(from: b).map(b.appending) == (a.leads(below: b) ? a : nil))
        let common = a.common(with: b)
        #expect(a.leads(below: common) && b.leads(below: common))
        #expect(common == b.common(with: a))
        #expect(
          common == a || common == b || a.keys[common.keys.count] != b.keys[common.keys.count])
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `in order, all that lies below a path comes right after it`(seed: UInt64) {
    let sorted = paths(seed).sorted()
    for (place, path) in sorted.enumerated() {
      #expect(sorted.allSatisfy { !($0 < path) || !(path < $0) })
      let rest = sorted[place...].drop { $0.leads(below: path) }
      #expect(!rest.contains { $0.leads(below: path) })
      #expect(!sorted[..<place].contains { $0.lies(below: path) })
    }
  }
}
