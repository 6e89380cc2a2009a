// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore
package import WeirTrace
public import WeirTree

/// The way in which a promise was broken: in words, and by two facts that contradict each other.
///
///     breach.words    // "client 3 went back to an old 'a'"
///     breach.first    // at 1.2s client 3 showed the version of journey 7
///     breach.second   // at 1.9s client 3 shows the version of journey 4
///     breach.journey  // 7: whose life to follow
///
/// A text will do where there is nothing to say but words.
public struct Breach: Hashable, Sendable {
  /// A clause that says what is wrong, so that it can follow "because".
  public var words: String
  /// The fact that was known before, if that can be told.
  public var first: Fact?
  /// The fact that contradicts it, if that can be told.
  public var second: Fact?
  /// The journey on which to look for the cause, 0 for none.
  public var journey: UInt32
  /// The first row in which a list differs from the server's data, if that is what is wrong.
  public var difference: RowDifference?

  /// Makes a breach; unless a journey is given it is that of the first fact that has one.
  public init(
    _ words: String, first: Fact? = nil, second: Fact? = nil, journey: UInt32? = nil
  ) {
    self.words = words
    self.first = first
    self.second = second
    let known = [first, second].compactMap { $0?.journey }
    self.journey = journey ?? known.first { $0 != 0 } ?? 0
  }
}

extension Breach: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Makes a breach of which nothing is told but words.
  public init(stringLiteral words: String) { self.init(words) }

  /// The words.
  public var description: String { words }
}

extension Verdict {
  /// The verdict with each surface's facts at the client whose app shows it; the words call the surface by its name.
  func atHome(_ surfaces: SurfaceNumbers) -> Verdict {
    guard !surfaces.isEmpty, case .broken(let instant, var breach) = self else { return self }
    for fact in [\Breach.first, \Breach.second] {
      if let client = breach[keyPath: fact]?.client {
        breach[keyPath: fact]?.client = surfaces.home(of: client)
      }
    }
    return .broken(at: instant, because: breach)
  }
}

/// Something that happened, as one of the two sides of a contradiction.
public struct Fact: Hashable, Sendable {
  /// The time at which it happened.
  public var at: Instant
  /// The client; `UInt32.max` for the server.
  public var client: UInt32
  /// The list, by its number; `UInt32.max` for none.
  public var list: UInt32
  /// The row that it is about; a dash for none.
  public var key: Key
  /// The journey, 0 for none.
  public var journey: UInt32
  /// A clause that says what happened: "client 3 shows 'a'".
  public var words: String

  /// Makes a fact.
  package init(
    at instant: Instant, client: UInt32 = Step.nobody, list: UInt32 = Step.nowhere,
    key: Key = Step.noKey, journey: UInt32 = 0, _ words: String
  ) {
    self.at = instant
    self.client = client
    self.list = list
    self.key = key
    self.journey = journey
    self.words = words
  }

  /// Makes a fact of a step, of its row unless another one is given.
  package init(_ step: Step, key: Key? = nil, _ words: String) {
    self.init(
      at: step.at, client: step.client, list: step.list, key: key ?? step.key,
      journey: step.journey, words)
  }
}

extension Fact: CustomStringConvertible {
  /// `at 1.5s client 3 shows 'a' (journey 7)`.
  public var description: String {
    "at \(at) \(words)" + (journey == 0 ? "" : " (journey \(journey))")
  }
}
