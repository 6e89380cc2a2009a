// SPDX-License-Identifier: Apache-2.0

/// Habits of an official client in dealing with what its views know; views have them here only on
/// request.
///
/// Both lose something that the client knew; an app that must live with them can be tested beside them:
///
///     var engine = ViewEngine(quirks: .forgetsKept)
///     engine.write(1, .set(Path("l/a"), .integer(1)), isVisible: true, into: &wishes)
///     engine.acknowledge(1, into: &wishes)  // "l" has had no answer yet: 1 is kept, and shown
///     engine.write(2, .set(Path("l/a"), .integer(2)), isVisible: true, into: &wishes)
///     engine.revert(2, into: &wishes)       // removed a; without the quirk changed a, to 1
public struct ViewQuirks: OptionSet, Sendable {
  /// The quirks as bits.
  public let rawValue: UInt8

  /// Makes quirks of their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A write that is refused takes with it what was kept of acknowledged writes of the same children, or of all if it
  /// covered the view.
  public static let forgetsKept = Self(rawValue: 1)

  /// A child that the server holds nothing of is unknown in a view that is not complete, so that a write deeper in it
  /// is not shown.
  public static let doubtsNull = Self(rawValue: 2)

  /// All quirks with their names, as files write them.
  public static let named: [(name: String, quirk: ViewQuirks)] = [
    ("forgets-kept", .forgetsKept), ("doubts-null", .doubtsNull),
  ]

  /// The quirk with a name, all for `all`, none for any other word.
  public init(named name: String) {
    self = Self.named.reduce(into: []) { quirks, known in
      if name == "all" || name == known.name { quirks.insert(known.quirk) }
    }
  }
}
