// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// A piece of a YAML text as it was written, with its place and without any guess at its type.
///
/// Nothing is resolved: `no`, `1:30` and `0x10` are texts. What a text means is for the schema
/// to say, which knows what belongs there.
package struct YAMLNode: Sendable {
  /// The content of a node.
  package indirect enum Content: Sendable {
    /// A text, and whether it was written without quotes.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([YAMLNode])
    /// Named entries, in the order of the text, no name twice.
    case mapping([Entry])
    /// Something that is wrong and was reported; nobody needs to complain again.
    case broken
  }

  /// A named entry of a mapping.
  package struct Entry: Sendable {
    package var key: String
    package var keyMark: Mark
    package var value: YAMLNode

    package init(key: String, keyMark: Mark, value: YAMLNode) {
      self.key = key
      self.keyMark = keyMark
      self.value = value
    }
  }

  /// The content.
  package var content: Content
  /// The place where it starts.
  package var mark: Mark
  /// The number of characters after that at which its text begins, if the file spells it on one line as it is; nil: a
  /// character of the text has no place that could be counted.
  var inset: Int?

  package init(content: Content, mark: Mark, inset: Int? = nil) {
    self.content = content
    self.mark = mark
    self.inset = inset
  }
}

extension YAMLNode {
  /// The node in words, for a sentence: `expected a duration, found a list`.
  var kindWords: String {
    switch content {
    case .scalar("", isPlain: true): "nothing"
    case .scalar(let text, isPlain: _): "'\(shortened(text))'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .broken: "nothing"
    }
  }

  /// `true` if it is a plain scalar without a letter, as in `server:` and nothing behind it.
  var isEmpty: Bool {
    if case .scalar("", isPlain: true) = content { return true }
    return false
  }

  /// `true` if something is wrong with it that was reported already.
  var isBroken: Bool {
    if case .broken = content { return true }
    return false
  }
}
