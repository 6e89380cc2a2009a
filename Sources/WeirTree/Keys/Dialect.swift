/// Whose clients are imitated where the services' own clients differ.
///
/// What differs is the neighbour of a key, and so what a range shows that starts behind a child or ends
/// before one. One knows only the characters of push ids, the others every UTF-16 unit from the blank
/// on:
///
///     Key("a").successor(.firebaseJS)   // "a-"
///     Key("a").successor(.firebaseIOS)  // "a "
public enum Dialect: UInt8, Sendable, CaseIterable {
  /// The clients for browsers.
  case firebaseJS
  /// The clients for iOS.
  case firebaseIOS
  /// Wilddog, whose clients descend from those for iOS; they had no such ranges, so it goes with iOS.
  case wilddog

  /// The least character that a neighbour is made with.
  public var leastCharacter: Unicode.Scalar { self == .firebaseJS ? "-" : " " }

  /// The greatest character that a neighbour is made with.
  public var greatestCharacter: Unicode.Scalar { self == .firebaseJS ? "z" : "\u{FFFF}" }

  /// How many UTF-16 units the longest neighbour has; more than a key of a child may have.
  public static let longestKey = 786

  /// The next character in the order of UTF-16 units that neighbours are made with, if there is one.
  func character(after character: Unicode.Scalar) -> Unicode.Scalar? {
    if self == .firebaseJS { return PushIDs.characters.first { character < $0 } }
    return switch character.value {
    case ..<0x20: " "
    case 0xD7FF: "\u{10000}"
    case 0x10FFFF: "\u{E000}"
    case 0xFFFF: nil
    case let value: Unicode.Scalar(value + 1)
    }
  }

  /// The character before in the order of UTF-16 units that neighbours are made with, if there is one.
  func character(before character: Unicode.Scalar) -> Unicode.Scalar? {
    if self == .firebaseJS { return PushIDs.characters.last { $0 < character } }
    return switch character.value {
    case ...0x20: nil
    case 0x10000: "\u{D7FF}"
    case 0xE000: "\u{10FFFF}"
    case let value: Unicode.Scalar(value - 1)
    }
  }
}
