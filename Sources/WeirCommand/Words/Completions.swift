// SPDX-License-Identifier: GPL-3.0-or-later

/// Completion scripts for three shells, from the one table.
package enum Completions {
  /// Returns the script for a shell of ``OptionTable/shells``, where checkers have these names, of a program.
  package static func script(
    for shell: String, _ checkers: [String], of program: String = "weir"
  ) -> String {
    let verbs = OptionTable.verbs.map { $0.knowing(checkers) }
    return switch shell {
    case "bash": BashCompletion.script(verbs, of: program)
    case "zsh": ZshCompletion.script(verbs, of: program)
    default: FishCompletion.script(verbs, of: program)
    }
  }

  /// Returns the name of a program's function in a script: two programs in one shell have two.
  static func function(of program: String) -> String {
    "_" + String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
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
