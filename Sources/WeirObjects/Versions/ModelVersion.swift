// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// The version of a kind of objects: how its fields are stored, and what they are called.
///
///     ModelVersion(1, 5) < ModelVersion(2, 0)  // true
public struct ModelVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number that rises when older apps can no longer read what is stored.
  public var major: UInt32
  /// The number that rises with each other change.
  public var minor: UInt32

  /// Makes a version.
  public init(_ major: UInt32, _ minor: UInt32) { (self.major, self.minor) = (major, minor) }

  /// Orders by the first number, and then by the second.
  public static func < (a: ModelVersion, b: ModelVersion) -> Bool {
    (a.major, a.minor) < (b.major, b.minor)
  }

  /// Both numbers.
  public var description: String { "\(major).\(minor)" }
}

/// The versions of the levels of a kind, such as those of a class and its subclass: the base first.
///
/// A level that is not there is older than any that is.
public struct ModelVersions: Sendable, Hashable, Comparable, ExpressibleByArrayLiteral {
  /// The versions, the base first.
  public var levels: [ModelVersion]

  /// Takes the versions, the base first.
  public init(_ levels: [ModelVersion] = []) { self.levels = levels }

  /// Takes the versions, the base first.
  public init(arrayLiteral levels: ModelVersion...) { self.levels = levels }

  /// `true` if there are no levels, as of what was stored before there were versions.
  public var isEmpty: Bool { levels.isEmpty }

  /// Returns the version of a level; nil if there is no such level.
  public subscript(level: Int) -> ModelVersion? {
    levels.indices.contains(level) ? levels[level] : nil
  }

  /// Orders by the first level in which they differ.
  public static func < (a: ModelVersions, b: ModelVersions) -> Bool {
    a.levels.lexicographicallyPrecedes(b.levels)
  }

  /// `true` if some level is older than in `other`, or not there; others may be newer.
  public func isBehind(_ other: ModelVersions) -> Bool {
    other.levels.indices.contains { level in self[level].map { $0 < other.levels[level] } ?? true }
  }

  /// Returns the newer version of each level.
  func joined(with other: ModelVersions) -> ModelVersions {
    ModelVersions(
      (0..<max(levels.count, other.levels.count)).compactMap { level in
        [self[level], other[level]].compactMap(\.self).max()
      })
  }
}

extension Coding where Value == ModelVersions {
  /// Versions, as the data model stores them: the 32 bits of each number, the low ones first, in base 64.
  static var versions: Self {
    Coding<[UInt8]>.bytes.mapped(
      to: { bytes in
        if !bytes.count.isMultiple(of: 8) { return nil }
        let numbers = stride(from: 0, to: bytes.count, by: 4).map { start in
          (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
        }
        return ModelVersions(
          stride(from: 0, to: numbers.count, by: 2).map {
            ModelVersion(numbers[$0], numbers[$0 + 1])
          })
      },
      from: { versions in
        versions.levels.flatMap { [$0.major, $0.minor] }.flatMap { number in
          (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
        }
      }, called: "versions in base 64")
  }
}

extension ObjectKind {
  /// The versions of what this app stores; none unless the kind names them.
  public static var versions: ModelVersions { [] }

  /// Makes what an older app has stored into what this one stores: nothing, unless the kind says how.
  public static func migrate(
    _ node: Node, from stored: ModelVersions
  ) throws(TransactionFault) -> [Write.Part] { [] }
}
