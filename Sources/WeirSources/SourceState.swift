// SPDX-License-Identifier: Apache-2.0

/// The state of a source: whether its content still follows the truth.
public enum SourceState: Hashable, Sendable {
  /// The content follows what it is made from.
  case live
  /// The content is the last that was known.
  case failed(SourceFailure)
}

/// A reason for which a source stopped following the truth; an ordinary value, for sources fail.
public struct SourceFailure: Hashable, Sendable, Error, CustomStringConvertible {
  /// The reason, in a sentence.
  public var description: String

  /// Makes a failure.
  public init(_ description: String) { self.description = description }
}
