// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTree

/// A number as it is: `mantissa` times two to the `exponent`.
private struct Exact {
  var mantissa: Int64
  var exponent: Int

  init(_ value: Int64) { (mantissa, exponent) = (value, 0) }

  init(_ value: Double) {
    let size = Int64(value.significandBitPattern) | (value.isNormal ? 1 << 52 : 0)
    mantissa = value.sign == .minus ? -size : size
    exponent = max(Int(value.exponentBitPattern), 1) - 1075
  }

  /// Compares without rounding anything.
  func compared(to other: Exact) -> Int {
    if exponent < other.exponent { return -other.compared(to: self) }
    let shift = exponent - other.exponent
    if shift > 63, mantissa != 0 { return mantissa < 0 ? -1 : 1 }
    let (x, y) = (Int128(mantissa) << Int128(min(shift, 63)), Int128(other.mantissa))
    return x < y ? -1 : x > y ? 1 : 0
  }
}

@Suite struct SortValueTests {
  /// The contents between which an order most easily goes wrong.
  static let world: [Node] = {
    let integers: [Int64] = [
      0, 1, -1, 2, 10, 1 << 53 - 1, 1 << 53, 1 << 53 + 1, -1 << 53 - 1, -1 << 53, -1 << 53 + 1,
      .max, .max - 1, .max - 511, .max - 512, .max - 1023, .min, .min + 1, .min + 1024,
    ]
    let numbers: [Double] = [
      0, -0.0, 1, 0.5, -0.5, 1.5, 0.1, 1e308, -1e308, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p53, 0x1p53 + 2,
      0x1p63, 0x1p63 - 1024, 0x1p63 + 2048, -0x1p63, -0x1p63 - 2048, -0x1p63 + 1024, 1e19,
      9_007_199_254_740_991.5,
    ]
    let texts = [
      "", "0", "1", "01", "10", "9", "-0", "A", "a", "a\u{0}", "aa", "é", "e\u{301}", "e", "f",
      "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "😀", "\u{10FFFF}", "a\u{E000}", "a\u{10000}",
    ]
    let children = [Node([(Key("a"), .integer(1))]), Node([(Key("b"), .integer(0))])]
    return [.null, .bool(false), .bool(true), .deferred(.timestamp), .deferred(.increment(1))]
      + integers.map { .integer($0) } + numbers.map { .number($0) } + texts.map { .text($0) }
      + children + [children[0].with(.number(1)), Node.integer(5).with(.text("p"))]
  }()

  private func kind(_ node: Node) -> Int {
    switch node.content {
    case .null: 0
    case .deferred: 1
    case .bool: 2
    case .integer, .number: 3
    case .text: 4
    default: 5
    }
  }

  private func exact(_ node: Node) -> Exact {
    switch node.content {
    case .integer(let value): Exact(value)
    case .number(let value): Exact(value)
    default: Exact(Int64(0))
    }
  }

  /// The order by the letter of the rule.
  private func naive(_ a: Node, _ b: Node) -> Int {
    if kind(a) != kind(b) { return kind(a) < kind(b) ? -1 : 1 }
    switch (a.content, b.content) {
    case (.bool(let x), .bool(let y)): return x == y ? 0 : x ? 1 : -1
    case (.text(let x), .text(let y)):
      if x.utf16.elementsEqual(y.utf16) { return 0 }
      return x.utf16.lexicographicallyPrecedes(y.utf16) ? -1 : 1
    default: return exact(a).compared(to: exact(b))
    }
  }

  @Test func `two contents stand as the rule says, for every pair of a small world`() {
    for a in Self.world {
      for b in Self.world {
        let order = naive(a, b)
        let (x, y) = (SortValue(a), SortValue(b))
        #expect(x.compared(to: y).signum() == order, "\(x) and \(y)")
        #expect((x == y) == (order == 0) && (x < y) == (order < 0), "\(x) and \(y)")
        if order == 0 { #expect(Set([x, y]).count == 1, "\(x) and \(y)") }
      }
    }
  }

  @Test func `the order is strict and weak over every three values, however they are written`() {
    let odd: [SortValue] = [
      .number(1), .number(0x1p53), .number(-0.0), .number(.nan), .number(-.nan), .number(.infinity),
      .number(-.infinity), .integer(1), .none, .children, .text("x"),
    ]
    let values = Self.world.map { SortValue($0) } + odd
    var breaches = 0
    for a in values {
      if a.compared(to: a) != 0 { breaches += 1 }
      for b in values {
        let order = a.compared(to: b).signum()
        if order != -b.compared(to: a).signum() { breaches += 1 }
        if order == 0, Set([a, b]).count != 1 { breaches += 1 }
        guard order <= 0 else { continue }
        for c in values where b.compared(to: c) <= 0 {
          let whole = a.compared(to: c).signum()
          if whole != min(order, b.compared(to: c).signum()) { breaches += 1 }
        }
      }
    }
    #expect(breaches == 0)
  }

  @Test func `what is no number stands before all numbers instead of stopping the run`() {
    #expect(SortValue(.number(.nan)) < SortValue(.integer(.min)))
    #expect(SortValue(.number(.nan)) < SortValue.number(-.infinity))
    #expect(SortValue(.number(.nan)) > SortValue(.bool(true)))
    #expect(SortValue.number(.infinity) > SortValue(.integer(.max)))
  }
}
