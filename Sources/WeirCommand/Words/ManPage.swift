// SPDX-License-Identifier: GPL-3.0-or-later

/// The whole manual in roff, for `man -l -`.
package enum ManPage {
  /// The page.
  package static var text: String {
    var page = [
      ".TH WEIR 1 \(Version.day) \"weir \(Version.program)\" \"User Commands\"",
      ".SH NAME",
      "weir \\- run realtime list clients against a simulated backend",
      ".SH SYNOPSIS",
    ]
    for (index, verb) in OptionTable.verbs.enumerated() {
      page += (index == 0 ? [] : [".br"]) + [".B \(escaped("weir \(verb.name)"))"]
      let rest = verb.usage.dropFirst("weir \(verb.name)".count)
      if !rest.isEmpty { page.append(escaped(String(rest.dropFirst()))) }
    }
    page += [
      ".SH DESCRIPTION",
      escaped(
        "A scenario file says who takes part, over which network, against which backend, and "
          + "what must be true at the end. weir runs it in virtual time from a seed and judges "
          + "what happened. The same build, scenario and seed give the same result."),
      ".SH VERBS",
    ]
    page += OptionTable.verbs.flatMap(section)
    page += [".SH FLAGS OF EVERY VERB"] + OptionTable.global.flatMap(entry)
    page += [".SH EXIT STATUS"]
    for code in ExitCode.allCases {
      page += [".TP", ".B \(code.rawValue)", escaped(code.meaning)]
    }
    page += [escaped("1 is never used."), ".SH ENVIRONMENT"]
    // `1 is never used` is a paragraph of its own, not part of the last entry.
    page.insert(".PP", at: page.count - 2)
    for (name, about) in environment { page += [".TP", ".B \(name)", escaped(about)] }
    page += [
      ".SH FILES", ".TP", ".I \(RunOptions.usualFolder)", "Where results go without",
      ".BR \\-\\-out .",
    ]
    return page.joined(separator: "\n") + "\n"
  }

  private static let environment: KeyValuePairs = [
    "NO_COLOR": "If it is not empty: no colours.",
    "CLICOLOR_FORCE": "If it is neither empty nor 0: colours even where there is no terminal.",
    "TERM": "With dumb, neither colours nor a progress line.",
  ]

  private static func section(_ verb: Verb) -> [String] {
    var lines = [".SS \(escaped(verb.usage))", escaped(verb.summary)]
    if let operand = verb.operand {
      lines += [".TP", ".I \"\(escaped(operand.name))\"", escaped(operand.about)]
    }
    lines += verb.shown.flatMap(entry)
    for note in verb.notes { lines += [".PP", escaped(note)] }
    if !verb.examples.isEmpty { lines += [".PP", "Examples:"] }
    for example in verb.examples {
      lines += [".PP", ".RS", ".EX", escaped(example.line), ".EE", escaped(example.about), ".RE"]
    }
    return lines
  }

  private static func entry(_ flag: Flag) -> [String] {
    let short = flag.short.map { "-\($0), " } ?? ""
    let value = flag.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
    return [".TP", "\\fB\(escaped("\(short)--\(flag.name)"))\\fR\(value)", escaped(flag.about)]
  }

  /// Returns a text in which roff finds nothing to obey.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
  }
}
