// SPDX-License-Identifier: GPL-3.0-or-later

/// The completion script for fish.
enum FishCompletion {
  /// Returns the script that completes these verbs of a program.
  static func script(_ verbs: [Verb], of program: String) -> String {
    let none = "'not __fish_seen_subcommand_from \(OptionTable.verbNames.joined(separator: " "))'"
    var lines = [
      "# Completion of \(program) for fish: save it as ~/.config/fish/completions/\(program).fish",
      "complete -c \(program) -f",
    ]
    for verb in verbs {
      lines += [
        "complete -c \(program) -n \(none) -a \(verb.name) -d \(Completions.quoted(verb.summary))"
      ]
    }
    lines += OptionTable.global.map { line($0, of: program, when: none) }
    for verb in verbs {
      let seen = "'__fish_seen_subcommand_from \(verb.name)'"
      lines += Completions.flags(of: verb).map { line($0, of: program, when: seen) }
      if Completions.takesFiles(verb) { lines += ["complete -c \(program) -n \(seen) -F"] }
      let words = Completions.words(of: verb)
      if !words.isEmpty {
        let list = Completions.quoted(words.joined(separator: " "))
        lines += ["complete -c \(program) -n \(seen) -a \(list)"]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(
    _ flag: Flag, of program: String, when condition: String
  ) -> String {
    let short = flag.short.map { " -s \($0)" } ?? ""
    let value: String
    switch flag.values {
    case _ where flag.value == nil: value = ""
    case .words(let words): value = " -x -a \(Completions.quoted(words.joined(separator: " ")))"
    case .files: value = " -r -F"
    case .folders: value = " -x -a '(__fish_complete_directories)'"
    case .anything, .number, .setting, .checkers: value = " -x"
    }
    return "complete -c \(program) -n \(condition) -l \(flag.name)\(short)\(value)"
      + " -d \(Completions.quoted(flag.about))"
  }
}
