// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A text in angle brackets out of which no content can break.
///
///     var markup = Markup()
///     markup.element("p", ["class": "about"]) { $0.words("1 < 2 & \"so\"") }
///     markup.text  // <p class="about">1 &lt; 2 &amp; &quot;so&quot;</p>
///
/// It serves HTML and the SVG within: every word and every value of an attribute goes through one door.
package struct Markup {
  /// The text written so far.
  package private(set) var text = ""
  private var open: [String] = []

  package init() {}

  /// Writes an element with what is inside of it.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
    _ inside: (inout Markup) -> Void
  ) {
    begin("\(name)", attributes, end: ">")
    let depth = open.count
    open.append("\(name)")
    inside(&self)
    invariant(open.count == depth + 1, "<\(name)> is closed by another element")
    open.removeLast()
    text += "</\(name)>"
  }

  /// Writes an element with words in it.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>, _ words: String
  ) {
    element(name, attributes) { $0.words(words) }
  }

  /// Writes an element with words in it and no attributes.
  package mutating func element(_ name: StaticString, _ words: String) {
    element(name, [:]) { $0.words(words) }
  }

  /// Writes an element that holds nothing, as SVG has them.
  package mutating func empty(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]
  ) {
    begin("\(name)", attributes, end: "/>")
  }

  /// Writes words.
  package mutating func words(_ words: String) { text += Self.escaped(words) }

  /// Writes a line end, so that people can read and compare pages.
  package mutating func line() { text += "\n" }

  /// Writes text that is markup already and comes from this program alone.
  package mutating func own(_ markup: StaticString) { text += "\(markup)" }

  /// Writes what another markup says.
  package mutating func add(_ other: Markup) {
    invariant(other.open.isEmpty, "a piece of markup that is still open")
    text += other.text
  }

  private mutating func begin(
    _ name: String, _ attributes: KeyValuePairs<StaticString, String>, end: String
  ) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
    text += end
  }

  /// Returns the words with every mark that means something replaced, and what no page may hold as
  /// well.
  package static func escaped(_ words: String) -> String {
    words.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\n", "\t": nil
      // Marks that turn the direction of what follows could make a page say something else.
      default: CleanText.isHidden(scalar) ? String(CleanText.replacement) : nil
      }
    }
  }
}
