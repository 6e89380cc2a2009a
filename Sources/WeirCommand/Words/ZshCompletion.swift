// SPDX-License-Identifier: GPL-3.0-or-later

/// The completion script for zsh.
enum ZshCompletion {
  /// Returns the script that completes these verbs of a program.
  static func script(_ verbs: [Verb], of program: String) -> String {
    let function = Completions.function(of: program)
    var lines = [
      "#compdef \(program)",
      "# Completion of \(program) for zsh: put it as \(function) into a folder of $fpath.",
      "\(function)() {",
      "  local context state state_descr line",
      "  typeset -A opt_args",
      "  _arguments -C \\",
    ]
    lines += OptionTable.global.map { "    \(argument($0)) \\" }
    lines += [
      "    '1:verb:->verb' \\", "    '*::operand:->operand'", "  case $state in", "    verb)",
    ]
    lines += ["      local -a verbs=("]
    lines += verbs.map {
      "        \(Completions.quoted("\($0.name):\(bare($0.summary))"))"
    }
    lines += ["      )", "      _describe verb verbs ;;", "    operand)", "      case $line[1] in"]
    for verb in verbs {
      let parts = Completions.flags(of: verb).map(argument) + operand(of: verb)
      lines += ["        \(verb.name)) _arguments \(parts.joined(separator: " ")) ;;"]
    }
    lines += ["      esac ;;", "  esac", "}", "compdef \(function) \(program)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func argument(_ flag: Flag) -> String {
    let star = flag.repeats ? "*" : ""
    let value = flag.value.map { ":\(bare($0)):\(action(flag.values))" } ?? ""
    let about = "[\(bare(flag.about))]"
    let long = Completions.quoted("\(star)--\(flag.name)\(about)\(value)")
    return flag.short.map { "\(long) \(Completions.quoted("-\($0)\(about)\(value)"))" } ?? long
  }

  private static func operand(of verb: Verb) -> [String] {
    guard let operand = verb.operand else { return [] }
    return [Completions.quoted("*:\(bare(operand.name)):\(action(operand.values))")]
  }

  private static func action(_ values: Flag.Values) -> String {
    switch values {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .files: "_files"
    case .folders: "_files -/"
    case .anything, .number, .setting, .checkers: " "
    }
  }

  /// Returns a text without what `_arguments` would obey.
  private static func bare(_ text: String) -> String {
    String(text.map { ":[]".contains($0) ? " " : $0 })
  }
}
