// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

extension Coding where Value == String {
  /// Texts.
  public static var text: Self {
    Coding(
      encode: { .text($0) },
      decode: { node throws(CodingFault) in
        guard case .text(let text) = node else { throw CodingFault(node, instead: "a text") }
        return text
      })
  }
}

extension Coding where Value == Bool {
  /// True or false.
  public static var flag: Self {
    Coding(
      encode: { .bool($0) },
      decode: { node throws(CodingFault) in
        guard case .bool(let flag) = node else {
          throw CodingFault(node, instead: "true or false")
        }
        return flag
      })
  }
}

extension Coding where Value == Double {
  /// Numbers; a whole one may have been stored as such.
  public static var number: Self {
    Coding(
      encode: { .number($0) },
      decode: { node throws(CodingFault) in
        switch node {
        case .number(let number): return number
        case .integer(let number):
          if let exact = Double(exactly: number) { return exact }
          throw CodingFault(node, instead: "a number that can have a fraction")
        default: throw CodingFault(node, instead: "a number")
        }
      })
  }
}

extension Coding where Value: FixedWidthInteger {
  /// Whole numbers of any width.
  ///
  /// A number that the type cannot hold is a fault, and no other number. The tree keeps 64 bits: greater ones are kept as
  /// texts.
  public static func integer() -> Self {
    Coding(
      encode: { $0.wholeNode }, decode: { node throws(CodingFault) in try Value.whole(in: node) })
  }
}

extension Coding where Value: FixedWidthInteger {
  /// Whole numbers, that may have been stored in other ways which lose nothing: as a text of just that number, or as true or
  /// false for 1 or 0.
  ///
  /// They are stored as ``integer()`` stores them.
  public static func lenientInteger() -> Self {
    let strict = integer()
    return Coding(
      encode: { strict.node(for: $0) },
      decode: { node throws(CodingFault) in
        switch node {
        case .text(let text):
          if let number = Value(text), "\(number)" == text { return number }
          throw CodingFault(node, instead: "a whole number of \(Value.self)")
        case .bool(let flag): return flag ? 1 : 0
        default: return try strict.value(in: node)
        }
      })
  }
}

extension FixedWidthInteger {
  /// The node that stands for a whole number.
  var wholeNode: Node { Int64(exactly: self).map { .integer($0) } ?? .text("\(self)") }

  /// Returns the whole number that a node stands for.
  static func whole(in node: Node) throws(CodingFault) -> Self {
    let found: Self? =
      switch node {
      case .integer(let number): Self(exactly: number)
      case .number(let number): Self(exactly: number)
      case .text(let text): Int64(text) == nil ? Self(text) : nil
      default: nil
      }
    guard let found else { throw CodingFault(node, instead: "a whole number of \(Self.self)") }
    return found
  }
}

extension Coding where Value: RawRepresentable {
  /// Cases of an enumeration, or other values that another one stands for.
  public static func raw(_ raw: Coding<Value.RawValue>) -> Self where Value.RawValue: Sendable {
    raw.mapped(
      to: { Value(rawValue: $0) }, from: { $0.rawValue }, called: "a case of \(Value.self)")
  }
}

extension Coding where Value == [UInt8] {
  /// Bytes, as a text of base 64.
  public static var bytes: Self {
    Coding(
      encode: { .text(Base64.text(of: $0)) },
      decode: { node throws(CodingFault) in
        guard case .text(let text) = node, let bytes = Base64.bytes(of: text) else {
          throw CodingFault(node, instead: "bytes in base 64")
        }
        return bytes
      })
  }
}

extension Coding {
  /// Lists, as children that are numbered from 0.
  ///
  /// An empty list is nothing in the tree, which has no empty nodes. A gap between the numbers is a fault: nobody can tell
  /// what stood there.
  public static func list<Element: Sendable>(of element: Coding<Element>) -> Self
  where Value == [Element] {
    Coding(
      encode: { values in
        Node(values.enumerated().map { (Key("\($0.offset)"), element.node(for: $0.element)) })
      },
      decode: { node throws(CodingFault) in
        guard case .branch(let branch) = node else { throw CodingFault(node, instead: "a list") }
        var values: [Element] = []
        for (key, child) in branch.children {
          guard key == Key("\(values.count)") else {
            throw CodingFault(
              "the child '\(key)'", instead: "the element \(values.count) of a list")
          }
          values.append(try element.value(in: child))
        }
        return values
      })
  }

  /// Returns a coding of lists that are stored, and read, in an order of their own, however they were put together.
  ///
  ///     static let tags = Field<Post, [String]>("tags", .list(of: .text).sorted())
  public func sorted<Element: Comparable>() -> Self where Value == [Element] {
    mapped(to: { $0.sorted() }, from: { $0.sorted() }, called: "a list")
  }

  /// Values by name, as children.
  public static func dictionary<Element: Sendable>(of element: Coding<Element>) -> Self
  where Value == [Key: Element] {
    Coding(
      encode: { values in
        Node(values.keys.sorted().map { ($0, values[$0].map(element.node) ?? .null) })
      },
      decode: { node throws(CodingFault) in
        guard case .branch(let branch) = node else {
          throw CodingFault(node, instead: "values by name")
        }
        var values: Value = [:]
        for (key, child) in branch.children { values[key] = try element.value(in: child) }
        return values
      })
  }
}

extension Coding where Value == Node {
  /// Nodes as they stand in the tree.
  public static var node: Self { Coding(encode: { $0 }, decode: { $0 }) }
}
