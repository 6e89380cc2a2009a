// SPDX-License-Identifier: GPL-3.0-or-later

/// Help for people: examples first, then what there is.
package enum HelpText {
  /// The help of the whole command.
  package static var overview: String {
    let width = OptionTable.verbs.map(\.name.utf8.count).max() ?? 0
    var lines = [
      "weir runs realtime list clients against a simulated backend, in virtual time, from a seed.",
      "", "Examples:",
    ]
    for example in OptionTable.verbs.prefix(4).compactMap(\.examples.first) {
      lines += ["  \(example.line)"] + wrapped(example.about, indent: 6)
    }
    lines += ["", "Verbs:"]
    lines += OptionTable.verbs.map { "  \(padded($0.name, width))  \($0.summary)" }
    lines += ["", "Flags:"] + entries(OptionTable.global)
    lines += ["", "`weir help VERB` explains a verb, `weir help --man` prints the manual."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the help of one verb.
  package static func of(_ verb: Verb) -> String {
    var lines = [verb.summary, "", "Examples:"]
    for example in verb.examples {
      lines += ["  \(example.line)"] + wrapped(example.about, indent: 6)
    }
    lines += ["", "Usage: \(verb.usage)"]
    if let operand = verb.operand {
      lines += ["", "  \(operand.name)"] + wrapped(operand.about, indent: 6)
    }
    lines += ["", "Flags:"] + entries(verb.shown + OptionTable.global.prefix(1))
    for note in verb.notes { lines += [""] + wrapped(note, indent: 0) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func entries(_ flags: [Flag]) -> [String] {
    flags.flatMap { flag in
      let short = flag.short.map { "-\($0), " } ?? ""
      return ["  \(short)\(flag.usage)"] + wrapped(flag.about, indent: 6)
    }
  }

  private static func padded(_ word: String, _ width: Int) -> String {
    word + String(repeating: " ", count: max(0, width - word.utf8.count))
  }

  /// Returns a text in lines of at most 90 columns.
  static func wrapped(_ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > 90 {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [margin + line]
  }
}
