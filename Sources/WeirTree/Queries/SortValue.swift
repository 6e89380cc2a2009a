// SPDX-License-Identifier: Apache-2.0

/// The value of a child that decides its position in a list, in one total order of all values.
///
/// Nothing comes first, then false, true, numbers, texts by UTF-16 code units, and last everything
/// that has children, all alike. A leaf that the server has yet to fill in comes before false.
public enum SortValue: Sendable {
  /// Nothing.
  case none
  /// A leaf that the server has yet to fill in.
  case deferred
  /// False or true.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any number; a whole one is equal to the integer.
  case number(Double)
  /// A text.
  case text(String)
  /// A node with children; all of them are equal.
  case children

  /// The place of a node's content; its priority does not matter.
  public init(_ node: Node) {
    switch node {
    case .null: self = .none
    case .bool(let flag): self = .bool(flag)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = Int64(exactly: value).map { .integer($0) } ?? .number(value)
    case .text(let text): self = .text(text)
    case .branch: self = .children
    case .deferred: self = .deferred
    case .ranked(let ranked): self = SortValue(ranked.content)
    }
  }

  private var kind: Int {
    switch self {
    case .none: 0
    case .deferred: 1
    case .bool: 2
    case .integer, .number: 3
    case .text: 4
    case .children: 5
    }
  }

  /// Returns a number below zero if this value comes before `other`, and zero if they are equal.
  public func compared(to other: SortValue) -> Int {
    switch (self, other) {
    case (.bool(let x), .bool(let y)): (x ? 1 : 0) - (y ? 1 : 0)
    case (.integer(let x), .integer(let y)): x < y ? -1 : x > y ? 1 : 0
    case (.number(let x), .number(let y)): Self.compare(x, y)
    case (.integer(let x), .number(let y)): Self.compare(x, y)
    case (.number(let x), .integer(let y)): -Self.compare(y, x)
    case (.text(let x), .text(let y)): compareCodeUnits(x, y)
    default: kind - other.kind
    }
  }

  /// Compares two numbers; NaN comes before all others, so that the order is total.
  private static func compare(_ x: Double, _ y: Double) -> Int {
    if x.isNaN || y.isNaN { return (x.isNaN ? 0 : 1) - (y.isNaN ? 0 : 1) }
    return x < y ? -1 : x > y ? 1 : 0
  }

  /// Compares exactly, also where a `Double` cannot hold the whole number.
  private static func compare(_ x: Int64, _ y: Double) -> Int {
    if y >= 0x1p63 { return -1 }
    // Written so that what is no number ends here too.
    guard y >= -0x1p63 else { return 1 }
    let floor = Int64(y.rounded(.down))
    if x != floor { return x < floor ? -1 : 1 }
    return y == y.rounded(.down) ? 0 : -1
  }
}

extension SortValue: Comparable, Hashable {
  /// `true` if both are at one place.
  public static func == (a: SortValue, b: SortValue) -> Bool { a.compared(to: b) == 0 }

  /// `true` if the first comes before the second.
  public static func < (a: SortValue, b: SortValue) -> Bool { a.compared(to: b) < 0 }

  /// Feeds the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .bool(let flag): hasher.combine(flag)
    case .integer(let value): hasher.combine(value)
    case .number(let value): Self.hash(value, into: &hasher)
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    default: break
    }
  }

  /// Feeds the same for every way to write a number.
  private static func hash(_ value: Double, into hasher: inout Hasher) {
    if let integer = Int64(exactly: value) {
      hasher.combine(integer)
    } else {
      hasher.combine(value.isNaN ? .nan : value)
    }
  }
}

/// Compares two texts by their UTF-16 code units without making any.
///
/// In UTF-8 only the characters beyond U+FFFF stand elsewhere: they become surrogates in UTF-16 and so
/// come before U+E000…U+FFFF, which begin with the bytes 0xEE and 0xEF.
public func compareCodeUnits(_ a: String, _ b: String) -> Int {
  var x = a.utf8.makeIterator()
  var y = b.utf8.makeIterator()
  while true {
    switch (x.next(), y.next()) {
    case (nil, nil): return 0
    case (nil, _): return -1
    case (_, nil): return 1
    case (let p?, let q?) where p != q:
      return Int(Key.codeUnitRank(p)) - Int(Key.codeUnitRank(q))
    default: continue
    }
  }
}
