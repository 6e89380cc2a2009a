/// Colours, where they are wanted; they only ever repeat what the words say.
///
/// `NO_COLOR` takes them away, whatever else; `CLICOLOR_FORCE` brings them even into a file;
/// otherwise a terminal gets them unless it calls itself `dumb`.
package struct Ink: Sendable {
  /// Whether there are colours.
  package let isColoured: Bool

  /// Decides for one output.
  package init(onTerminal: Bool, environment: [String: String]) {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    if isSet("NO_COLOR") {
      isColoured = false
    } else if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" {
      isColoured = true
    } else {
      isColoured = onTerminal && isSet("TERM") && environment["TERM"] != "dumb"
    }
  }

  /// Words of alarm: bold red.
  func alarm(_ words: String) -> String { paint(words, "1;31") }
  /// Words of success: green.
  func good(_ words: String) -> String { paint(words, "32") }
  /// Words in the background: dim.
  func quiet(_ words: String) -> String { paint(words, "2") }

  private func paint(_ words: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(words)\u{1B}[0m" : words
  }
}
