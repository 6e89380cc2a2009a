// SPDX-License-Identifier: GPL-3.0-or-later
extension Rules {
  /// A condition of the rules, or a part of one.
  package indirect enum Expression: Hashable, Sendable {
    /// Nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A text.
    case text(String)
    /// Some texts, for `hasChildren`.
    case list([Expression])
    /// The person who asks; it is null for somebody unknown, and can be compared with null only.
    case auth
    /// The name of who asks; null for somebody unknown.
    case uid
    /// The server's clock in milliseconds since 1970.
    case now
    /// A place of the tree.
    case snapshot(Snapshot)
    /// The key that a wildcard stands for: so many keys stand before it in the path.
    case variable(String, depth: Int)
    /// Not.
    case not(Expression)
    /// Minus.
    case negative(Expression)
    /// Two operands.
    case binary(Operator, Expression, Expression)
    /// The second if the first is true, else the third.
    case choice(Expression, Expression, Expression)
    /// A method of a snapshot or text.
    case call(Method, of: Expression, [Expression])
  }

  /// The place where a walk through the tree may start.
  package enum Snapshot: String, Hashable, Sendable, CaseIterable {
    /// The whole tree before the write.
    case root
    /// The rule's place before the write.
    case data
    /// The rule's place after the write.
    case newData
  }

  /// An operator that joins two operands.
  package enum Operator: String, Hashable, Sendable, CaseIterable {
    /// At least one is true; the second is looked at only if the first is false.
    case or = "||"
    /// Both are true; the second is looked at only if the first is true.
    case and = "&&"
    /// The same.
    case equal = "=="
    /// Not the same.
    case different = "!="
    /// Smaller.
    case less = "<"
    /// Smaller or the same.
    case atMost = "<="
    /// Larger.
    case more = ">"
    /// Larger or the same.
    case atLeast = ">="
    /// The sum, or one text behind the other.
    case plus = "+"
    /// The difference.
    case minus = "-"
    /// The product.
    case times = "*"
    /// The quotient.
    case divided = "/"
    /// The remainder of a division.
    case remainder = "%"

    /// The strength with which it binds.
    var strength: Int {
      switch self {
      case .or: 1
      case .and: 2
      case .equal, .different: 3
      case .less, .atMost, .more, .atLeast: 4
      case .plus, .minus: 5
      case .times, .divided, .remainder: 6
      }
    }
  }

  /// A question that can be asked of a snapshot or a text.
  package enum Method: String, Hashable, Sendable, CaseIterable {
    /// The data that stands there.
    case val
    /// `true` if anything stands there.
    case exists
    /// The place at a path below.
    case child
    /// The place above.
    case parent
    /// `true` if anything stands at a path below.
    case hasChild
    /// `true` if anything, or each of a list of children, stands below.
    case hasChildren
    /// `true` if a text stands there.
    case isString
    /// `true` if a number stands there.
    case isNumber
    /// `true` if true or false stands there.
    case isBoolean
    /// The priority of what stands there.
    case getPriority
    /// The number of UTF-16 code units that the text has.
    case length
    /// `true` if the text contains another.
    case contains
    /// `true` if the text begins with another.
    case beginsWith
    /// `true` if the text ends with another.
    case endsWith
    /// The text with every occurrence of one text replaced by another.
    case replace
    /// The text in small letters.
    case toLowerCase
    /// The text in capital letters.
    case toUpperCase

    /// The methods of snapshots.
    static let ofSnapshots: [Method] = [
      .val, .exists, .child, .parent, .hasChild, .hasChildren, .isString, .isNumber, .isBoolean,
      .getPriority,
    ]
    /// The methods of texts.
    static let ofTexts: [Method] = [
      .length, .contains, .beginsWith, .endsWith, .replace, .toLowerCase, .toUpperCase,
    ]
  }
}
