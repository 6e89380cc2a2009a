// SPDX-License-Identifier: GPL-3.0-or-later

/// The types that a part of a rule may have, as far as reading can tell.
struct RuleKinds: OptionSet, Hashable {
  let rawValue: UInt8

  static let null = RuleKinds(rawValue: 1)
  static let bool = RuleKinds(rawValue: 2)
  static let number = RuleKinds(rawValue: 4)
  static let text = RuleKinds(rawValue: 8)
  /// Data with children, as `val()` gives it.
  static let object = RuleKinds(rawValue: 16)
  static let auth = RuleKinds(rawValue: 32)
  static let snapshot = RuleKinds(rawValue: 64)
  static let list = RuleKinds(rawValue: 128)

  /// Whatever may stand in the tree.
  static let value: RuleKinds = [.null, .bool, .number, .text, .object]
  /// A part that has been complained about; it goes with everything, so that nobody complains again.
  static let unknown = RuleKinds(rawValue: 255)

  /// The types in words, for a sentence: `expected a text, found a number`.
  var words: String {
    let names: [(RuleKinds, String)] = [
      (.bool, "true or false"), (.number, "a number"), (.text, "a text"), (.object, "an object"),
      (.auth, "who asks"), (.snapshot, "a snapshot"), (.list, "a list"), (.null, "null"),
    ]
    let present = names.filter { contains($0.0) }.map(\.1)
    guard let last = present.last, present.count > 1 else { return present.first ?? "nothing" }
    return present.dropLast().joined(separator: ", ") + " or \(last)"
  }
}

/// A mistake in the text of a rule.
package struct RuleFault: Error, Hashable {
  /// The character that it stands at, from 0.
  package var offset: Int
  /// A sentence that says what is wrong.
  package var message: String
  /// A sentence that says what to write.
  package var remedy: String
}
