// SPDX-License-Identifier: Apache-2.0

/// The client library that is imitated where the services' own clients differ.
///
/// They differ in what a range shows that starts behind a child or ends before one. Current browsers compare with the
/// value and the key and leave out that child alone. The others make the range start or end at a neighbour of the key,
/// which misses what lies between the two. Older browsers know only the characters of push ids there, the others every
/// UTF-16 unit from the blank on:
///
///     Query(.key).startingAfter(Key("Tom"), .firebaseJS)       // shows "Tom (2)"
///     Query(.key).startingAfter(Key("Tom"), .olderFirebaseJS)  // starts at "Tom-", which is behind it
///     Key("a").successor(.olderFirebaseJS)  // "a-"
///     Key("a").successor(.firebaseIOS)      // "a "
public enum Dialect: UInt8, Sendable, CaseIterable {
  /// The clients for browsers.
  case firebaseJS
  /// The clients for iOS.
  case firebaseIOS
  /// Wilddog, whose clients descend from those for iOS; they had no such ranges, so it goes with iOS.
  case wilddog
  /// The clients for browsers before their ranges could leave out their own ends.
  case olderFirebaseJS

  /// `true` if a range behind or before a child starts or ends at a neighbour of its key.
  public var hasNeighbours: Bool { self != .firebaseJS }

  /// `true` if neighbours are made of the characters of push ids alone.
  private var isOfBrowsers: Bool { self == .firebaseJS || self == .olderFirebaseJS }

  /// The least character that a neighbour is made with.
  public var leastCharacter: Unicode.Scalar { isOfBrowsers ? "-" : " " }

  /// The greatest character that a neighbour is made with.
  public var greatestCharacter: Unicode.Scalar { isOfBrowsers ? "z" : "\u{FFFF}" }

  /// The length of the longest neighbour in UTF-16 units; more than the key of a child may have.
  public static let longestKey = 786

  /// Returns the next character in the order of UTF-16 units that neighbours are made with, if
  /// there is one.
  func character(after character: Unicode.Scalar) -> Unicode.Scalar? {
    if isOfBrowsers { return PushIDs.characters.first { character < $0 } }
    return switch character.value {
    case ..<0x20: " "
    case 0xD7FF: "\u{10000}"
    case 0x10FFFF: "\u{E000}"
    case 0xFFFF: nil
    case let value: Unicode.Scalar(value + 1)
    }
  }

  /// Returns the character before in the order of UTF-16 units that neighbours are made with, if
  /// there is one.
  func character(before character: Unicode.Scalar) -> Unicode.Scalar? {
    if isOfBrowsers { return PushIDs.characters.last { $0 < character } }
    return switch character.value {
    case ...0x20: nil
    case 0x10000: "\u{D7FF}"
    case 0xE000: "\u{10FFFF}"
    case let value: Unicode.Scalar(value - 1)
    }
  }
}
