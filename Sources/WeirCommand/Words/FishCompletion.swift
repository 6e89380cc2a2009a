// SPDX-License-Identifier: GPL-3.0-or-later

/// The completion script for fish.
enum FishCompletion {
  /// The script that completes these verbs.
  static func script(_ verbs: [Verb]) -> String {
    let none = "'not __fish_seen_subcommand_from \(OptionTable.verbNames.joined(separator: " "))'"
    var lines = [
      "# Completion of weir for fish: save it as ~/.config/fish/completions/weir.fish",
      "complete -c weir -f",
    ]
    for verb in verbs {
      lines += [
        "complete -c weir -n \(none) -a \(verb.name) -d \(Completions.quoted(verb.summary))"
      ]
    }
    lines += OptionTable.global.map { line($0, when: none) }
    for verb in verbs {
      let seen = "'__fish_seen_subcommand_from \(verb.name)'"
      lines += Completions.flags(of: verb).map { line($0, when: seen) }
      if Completions.takesFiles(verb) { lines += ["complete -c weir -n \(seen) -F"] }
      let words = Completions.words(of: verb)
      if !words.isEmpty {
        let list = Completions.quoted(words.joined(separator: " "))
        lines += ["complete -c weir -n \(seen) -a \(list)"]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ flag: Flag, when condition: String) -> String {
    let short = flag.short.map { " -s \($0)" } ?? ""
    let value: String
    switch flag.values {
    case _ where flag.value == nil: value = ""
    case .words(let words): value = " -x -a \(Completions.quoted(words.joined(separator: " ")))"
    case .files: value = " -r -F"
    case .folders: value = " -x -a '(__fish_complete_directories)'"
    case .anything, .number, .setting, .checkers: value = " -x"
    }
    return "complete -c weir -n \(condition) -l \(flag.name)\(short)\(value)"
      + " -d \(Completions.quoted(flag.about))"
  }
}
