// SPDX-License-Identifier: Apache-2.0

/// A promise that a checker watches, in the words of everybody who speaks of it: scenarios, `weir explain`, reports.
public struct Promise: Hashable, Sendable {
  /// The name that scenarios use.
  public var name: String
  /// The promise, in a sentence.
  public var about: String
  /// The usual cause when it is broken, in a sentence.
  public var usualCause: String

  /// Makes a promise.
  public init(_ name: String, _ about: String, usualCause: String) {
    self.name = name
    self.about = about
    self.usualCause = usualCause
  }
}
