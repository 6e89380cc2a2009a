// SPDX-License-Identifier: GPL-3.0-or-later

/// Colours, where they are wanted; they only ever repeat what the words say.
///
/// `NO_COLOR` always takes them away; `CLICOLOR_FORCE` brings them even into a file; if neither is
/// set, a terminal gets them unless it calls itself `dumb`.
package struct Ink: Sendable {
  /// `true` if there are colours.
  package let isColoured: Bool

  /// Decides for one output.
  package init(onTerminal: Bool, variables: [String: String]) {
    func isSet(_ name: String) -> Bool { variables[name].map { !$0.isEmpty } ?? false }
    if isSet("NO_COLOR") {
      isColoured = false
    } else if isSet("CLICOLOR_FORCE"), variables["CLICOLOR_FORCE"] != "0" {
      isColoured = true
    } else {
      isColoured = onTerminal && isSet("TERM") && variables["TERM"] != "dumb"
    }
  }

  /// The codes before and behind words that give them a colour; both empty if there are no colours.
  struct Tone {
    /// The code before the words.
    var begin: String
    /// The code behind the words.
    var end: String
  }

  /// The tone of alarm: bold red.
  var alarm: Tone { tone("1;31") }
  /// The tone of success: green.
  var good: Tone { tone("32") }
  /// The tone of what stays in the background: dim.
  var quiet: Tone { tone("2") }

  private func tone(_ code: String) -> Tone {
    isColoured
      ? Tone(begin: "\u{1B}[\(code)m", end: "\u{1B}[0m") : Tone(begin: "", end: "")
  }
}
