// SPDX-License-Identifier: GPL-3.0-or-later

/// The completion script for bash.
enum BashCompletion {
  /// Returns the script that completes these verbs of a program.
  static func script(_ verbs: [Verb], of program: String) -> String {
    let function = Completions.function(of: program)
    let globals = OptionTable.global.map { "--\($0.name)" }
    var lines = [
      "# Completion of \(program) for bash: source <(\(program) --generate-completion-script bash)",
      "\(function)() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= i",
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    case ${COMP_WORDS[i]} in",
      "      \(OptionTable.verbNames.joined(separator: " | "))) verb=${COMP_WORDS[i]}; break ;;",
      "    esac",
      "  done",
      "  COMPREPLY=()",
      "  case $verb:$before in",
    ]
    for flag in OptionTable.global { lines += value(of: flag, after: "*") }
    for verb in verbs {
      for flag in verb.shown { lines += value(of: flag, after: verb.name) }
    }
    lines += ["  esac", "  case $verb in"]
    let start = (OptionTable.verbNames + globals).joined(separator: " ")
    lines += ["    '') \(offer(start)) ;;"]
    for verb in verbs { lines += rest(of: verb) }
    lines += ["  esac", "}", "complete -F \(function) \(program)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func offer(_ words: String) -> String {
    "COMPREPLY=($(compgen -W \(Completions.quoted(words)) -- \"$word\"))"
  }

  private static func value(of flag: Flag, after verb: String) -> [String] {
    guard flag.value != nil else { return [] }
    let reply =
      switch flag.values {
      case .words(let words): offer(words.joined(separator: " ")) + "; return"
      case .files: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")); return"
      case .folders: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$word\")); return"
      case .anything, .number, .setting, .checkers: "return"
      }
    return ["    \(verb):--\(flag.name)) \(reply) ;;"]
  }

  private static func rest(of verb: Verb) -> [String] {
    let flags = Completions.flags(of: verb).map { "--\($0.name)" }
    let words = (Completions.words(of: verb) + flags).joined(separator: " ")
    guard Completions.takesFiles(verb) else { return ["    \(verb.name)) \(offer(words)) ;;"] }
    return [
      "    \(verb.name))",
      "      if [[ $word == -* ]]; then \(offer(words))",
      "      else compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")); fi ;;",
    ]
  }
}
