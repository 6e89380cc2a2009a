// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct NodeTests {
  @Test(arguments: 0..<24 as Range<UInt64>)
  func `agrees with plain dictionaries on any history, and old versions never change`(seed: UInt64)
  {
    var chance = RandomStream(seed: seed, "history")
    var node = Node.null
    var naive: Naive?
    var versions: [(Node, Naive?, UInt64)] = []
    for _ in 0..<150 {
      var path = (0..<chance.below(4)).map { _ in "k\(chance.below(3))" }
      if chance.below(5) == 0 { path.append(".priority") }
      let content = randomNode(&chance, depth: 2)
      if path.isEmpty, chance.below(4) > 0 { continue }
      node.set(content, at: Path(path.map { Key($0) }))
      naive = Naive.set(Naive(content), at: path[...], in: naive)
      #expect(Naive(node) == naive)
      #expect(node.isNull == (naive == nil))
      versions.append((node, naive, node.fingerprint))
    }
    for (i, (node, naive, fingerprint)) in versions.enumerated() {
      #expect(Naive(node) == naive)
      #expect(node.fingerprint == fingerprint)
      for (other, otherNaive, otherFingerprint) in versions[i...].prefix(40) {
        #expect((naive == otherNaive) == (fingerprint == otherFingerprint))
        #expect((naive == otherNaive) == (node == other))
      }
    }
  }

  @Test func `leaves are equal, and have equal fingerprints, by kind and value`() {
    let leaves =
      sampleLeaves + [
        .integer(.max), .integer(.max - 1), .integer(.min), .number(9_223_372_036_854_775_808),
        .integer(1 << 53), .integer(1 << 53 + 1), .number(9_007_199_254_740_992), .text("é"),
        .text("e\u{301}"), Node([(Key("a"), .integer(1))]), Node([(Key("a"), .number(1))]),
        Node([(Key("b"), .integer(1))]), Node([(Key("a"), .null)]),
      ]
    let groups: [[Int]] = [[0, 24], [3, 5, 6], [4, 7], [16, 18], [21, 22]]
    for i in leaves.indices {
      for j in leaves.indices {
        let isEqual = i == j || groups.contains { $0.contains(i) && $0.contains(j) }
        #expect((leaves[i] == leaves[j]) == isEqual, "leaves \(i) and \(j)")
        let same = leaves[i].fingerprint == leaves[j].fingerprint
        #expect(same == isEqual, "leaves \(i) and \(j)")
      }
    }
    #expect(Node.null.fingerprint == 0)
  }

  @Test func `a fingerprint does not depend on the order of writing`() {
    var forward = Node.null
    var backward = Node.null
    for number in 0..<300 { forward.set(.integer(Int64(number)), at: Key("k\(number)")) }
    for number in (0..<300).reversed() {
      backward.set(.integer(Int64(number)), at: Key("k\(number)"))
    }
    backward.set(.text("passing"), at: Key("k7"))
    backward.set(.integer(7), at: Key("k7"))
    #expect(forward.fingerprint == backward.fingerprint)
    #expect(forward == backward)
  }

  @Test func `a child under a leaf replaces the leaf, and removing below a leaf changes nothing`() {
    var node = Node.integer(5)
    node.set(.null, at: Path("a/b"))
    #expect(node == .integer(5))
    node.set(.text("x"), at: Path("a/b"))
    #expect(node == Node([(Key("a"), Node([(Key("b"), .text("x"))]))]))
    node.set(.null, at: Path("a/b"))
    #expect(node.isNull)
  }

  @Test func `what was there before is given back, and children stand in key order`() {
    var node = Node.null
    #expect(node.set(.integer(1), at: Key("10")).isNull)
    #expect(node.set(.integer(2), at: Key("9")).isNull)
    #expect(node.set(.integer(3), at: Key("a")).isNull)
    #expect(node.set(.integer(4), at: Key("9")) == .integer(2))
    #expect(node.children.map { $0.key.description } == ["9", "10", "a"])
    #expect(node[Key("9")] == .integer(4))
    #expect(node[Path("9/deeper")].isNull)
    #expect(Node.integer(1).children.isEmpty)
  }
}
