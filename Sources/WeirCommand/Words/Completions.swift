// SPDX-License-Identifier: GPL-3.0-or-later

/// Completion scripts for three shells, from the one table.
package enum Completions {
  /// The script for a shell of ``OptionTable/shells``, where checkers have these names.
  package static func script(for shell: String, _ checkers: [String]) -> String {
    let verbs = OptionTable.verbs.map { $0.knowing(checkers) }
    return switch shell {
    case "bash": BashCompletion.script(verbs)
    case "zsh": ZshCompletion.script(verbs)
    default: FishCompletion.script(verbs)
    }
  }

  /// Returns a text between single quotes, for any of the shells.
  package static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// Returns the flags of a verb, and those of every verb.
  static func flags(of verb: Verb) -> [Flag] { verb.shown + OptionTable.global.prefix(1) }

  /// Returns the words that can come after a verb.
  package static func words(of verb: Verb) -> [String] {
    if case .words(let words)? = verb.operand?.values { return words }
    return []
  }

  /// `true` if files can come after a verb.
  static func takesFiles(_ verb: Verb) -> Bool {
    if case .files? = verb.operand?.values { return true }
    return false
  }
}
