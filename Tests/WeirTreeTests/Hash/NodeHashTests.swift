// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTree

/// The expected hashes were made from the definition by another program with another library.
@Suite struct NodeHashTests {
  @Test(
    arguments: [
      (.bool(true), "E5z61QM0lN/U2WsOnusszCTkR8M="), (.bool(false), "aSSNoqcS4oQwJ2xxH20rvpp3zP0="),
      (.integer(0), "7ysMph9WPitGP7poMnMHMVPtUlI="), (.number(0), "7ysMph9WPitGP7poMnMHMVPtUlI="),
      (.number(-0.0), "m/gA365Q5OBo06Bg8wdybAAiMSQ="),
      (.integer(1), "YPVfR2bXt/lcDjiQZ8pOkAd3qkQ="),
      (.integer(-7), "4kvJSUZG0kcu4u9l8qT9VvnCkTI="),
      (.number(1.5), "4MftviR9Z/2MQCMkjh2RNbvlLJc="),
      (.integer(1 << 53), "m4qsp/5BbIWTdjthNlnOX+WCTB0="),
      (.integer(1 << 53 + 1), "m4qsp/5BbIWTdjthNlnOX+WCTB0="),
      (.number(1e308), "Bkdjp7dOD2ZnmfhntI43NTBXNaU="),
      (.text("é😀"), "z5EhWwfWbdCO10sZHK3vEDoZoOI="), (.text(""), "Ki0Xy0V6morg0TO3Sxi/jwugYDQ="),
      (.integer(1).with(.number(7)), "Vqc3OsuBOv0bXHKOQyT5no451jA="),
      (.text("x").with(.text("é")), "HV+6gwQreZidLgTIeGdOr/FOvUo="), (.null, ""),
    ] as [(Node, String)])
  func `a leaf hashes by kind, value and priority`(node: Node, hash: String) {
    #expect(node.hash == hash)
  }

  @Test func `children hash in the order of their keys`() {
    let node = Node([
      (Key("a"), .integer(1)), (Key("10"), .text("b")), (Key("9"), .bool(true)),
    ])
    #expect(node.hash == "AXI0P2VZMaaEn1V0hJn8t8Xk7P0=")
    #expect(
      Node([(Key("k"), Node([(Key("x"), .integer(1))]))]).hash == "fz8gNa+7Be7nQOOhZh6kt6+G9rI=")
  }

  @Test func `children with priorities hash in their order, and behind that of their parent`() {
    let node = Node([
      (Key("a"), .integer(1).with(.text("z"))), (Key("b"), .integer(2).with(.number(2))),
      (Key("c"), .integer(3)), (Key("5"), .integer(4).with(.number(2))),
    ])
    #expect(node.with(.number(-1)).hash == "WCS4b+Oi/HDy5tAq1F5xpFqMjSo=")
    #expect(node.hash != node.with(.number(-1)).hash)
  }

  @Test func `a server value hashes apart from what it may become`() {
    #expect(Node.deferred(.timestamp).hash.utf8.count == 28)
    #expect(Node.deferred(.increment(1)).hash != Node.deferred(.increment(2)).hash)
    #expect(Node.deferred(.increment(1)).hash != Node.integer(1).hash)
  }
}
