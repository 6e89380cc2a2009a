// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

/// The fields of rows that apps of two versions sign, and where each of them has what it stores.
///
///     1.5:  { nick: x, home: { city: x } }
///     2.0:  { seal: y, alias: x, home: { town: x } }
package enum SignedRows {
  /// The versions of a row.
  package static let versions = Key("__mv")
  /// The field that the newer app signs.
  package static let seal = Key("seal")
  /// The fields that the older app signs.
  package static let older = [Path([Key("nick")]), Path([Key("home"), Key("city")])]
  /// The places to which the newer app moves those fields when it signs a row.
  package static let newer = [Path([Key("alias")]), Path([Key("home"), Key("town")])]
  /// The versions of a row that the older app has signed.
  package static let olderVersions = StoredVersions([StoredVersion(1, 5)])
  /// The versions of a row that the newer app has signed.
  package static let newerVersions = StoredVersions([StoredVersion(2, 0)])

  /// The numbers by which steps call the actions that sign a row.
  package static let signing = ["sign", "sign-older"].map { ObjectNotes.number(of: $0) }
}

/// The version of one level of an object.
package struct StoredVersion: Hashable, Sendable {
  /// The number that counts first.
  package let major: UInt32
  /// The number that counts among equal ones.
  package let minor: UInt32

  /// Makes a version.
  package init(_ major: UInt32, _ minor: UInt32) { (self.major, self.minor) = (major, minor) }

  /// `true` if it is older than another one.
  package func isOlder(than other: StoredVersion) -> Bool {
    major == other.major ? minor < other.minor : major < other.major
  }
}

/// The versions of an object as the backend stores them, the base first: 32 bits for each number, the low ones first, in base 64.
///
///     StoredVersions([StoredVersion(1, 0)]).node  // "AQAAAAAAAAA="
package struct StoredVersions: Hashable, Sendable, CustomStringConvertible {
  /// The versions, the base first.
  package let levels: [StoredVersion]

  /// Makes versions; none are those of an object of which no app has said any.
  package init(_ levels: [StoredVersion] = []) { self.levels = levels }

  /// Reads versions; what is none counts as none at all.
  package init(_ node: Node) {
    var text = ""
    if case .text(let stored) = node { text = stored }
    var (bits, count, bytes): (UInt32, Int, [UInt8]) = (0, 0, [])
    for character in text.utf8 {
      guard let digit = Self.digits.firstIndex(of: character) else { break }
      (bits, count) = (bits << 6 | UInt32(digit), count + 6)
      if count < 8 { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      bits &= (1 << UInt32(count)) - 1
    }
    let numbers = stride(from: 0, to: bytes.count - bytes.count % 8, by: 4).map { start in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
    }
    self.init(
      stride(from: 0, to: numbers.count, by: 2).map { StoredVersion(numbers[$0], numbers[$0 + 1]) })
  }

  /// `true` if some level is older than in others, or not there.
  package func isBehind(_ others: StoredVersions) -> Bool {
    for (level, other) in others.levels.enumerated() {
      if level >= levels.count || levels[level].isOlder(than: other) { return true }
    }
    return false
  }

  /// The versions as they are stored; none are nothing.
  package var node: Node {
    let bytes = levels.flatMap { [$0.major, $0.minor] }.flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
    if bytes.isEmpty { return .null }
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let three = (0..<3).reduce(UInt32(0)) { sum, place in
        sum << 8 | (start + place < bytes.count ? UInt32(bytes[start + place]) : 0)
      }
      let filled = min(3, bytes.count - start)
      for place in 0..<4 {
        let digit = Int(three >> UInt32(18 - 6 * place) & 63)
        text.append(place <= filled ? Self.digits[digit] : UInt8(ascii: "="))
      }
    }
    return .text(String(decoding: text, as: UTF8.self))
  }

  /// All numbers, such as `2.0`; `none` if there are none.
  package var description: String {
    if levels.isEmpty { return "none" }
    return levels.map { "\($0.major).\($0.minor)" }.joined(separator: " and ")
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
