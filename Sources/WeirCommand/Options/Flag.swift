// SPDX-License-Identifier: GPL-3.0-or-later

/// A flag of the command line: `--quiet`, or `--seed N`.
package struct Flag: Sendable {
  /// The values that a shell may offer.
  enum Values: Sendable {
    /// Anything; nothing can be offered.
    case anything
    /// One of these words; no other value is accepted.
    case words([String])
    /// The name of a checker that the program knows, or one of these words.
    case checkers(or: [String])
    /// A file or folder.
    case files
    /// A folder.
    case folders
    /// A whole number from 0.
    case number
    /// `key=value`.
    case setting
  }

  /// Its long name without the hyphens.
  package let name: String
  /// Its one-letter name.
  package var short: Character?
  /// The word for its value in help texts, such as `N`; nil: it takes none.
  var value: String?
  /// The allowed values.
  var values: Values = .anything
  /// `true` if it may be given more than once.
  var repeats = false
  /// `true` if help texts and completions leave it out.
  var hidden = false
  /// The effect of the flag, in one sentence.
  let about: String

  /// `--seed N`.
  var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// The operands: the words on the command line besides flags.
struct Operand: Sendable {
  /// The allowed numbers of operands.
  enum Count: Sendable {
    /// None or one.
    case optional
    /// None, one, or two.
    case upToTwo
    /// One.
    case one
    /// One or more.
    case oneOrMore
    /// One, and perhaps a second.
    case oneOrTwo
  }

  /// The name in help texts.
  let name: String
  /// The allowed number of them.
  let count: Count
  /// The allowed values.
  var values: Flag.Values = .anything
  /// The meaning, in one sentence.
  let about: String

  /// `FILE…`, `[KEY|FILE]`.
  var usage: String {
    switch count {
    case .optional, .upToTwo: "[\(name)]"
    case .oneOrMore: "\(name)…"
    case .one, .oneOrTwo: name
    }
  }

  /// `true` if `number` of them may be given.
  func allows(_ number: Int) -> Bool {
    switch count {
    case .optional: number <= 1
    case .upToTwo: number <= 2
    case .one: number == 1
    case .oneOrMore: number >= 1
    case .oneOrTwo: (1...2).contains(number)
    }
  }
}

/// Something that `weir` can do.
package struct Verb: Sendable {
  /// A line to try, and what it does.
  package struct Example: Sendable {
    /// The line, as it is typed.
    package let line: String
    /// The effect of the example.
    let about: String
  }

  /// The word that is typed.
  package let name: String
  /// The purpose of the verb, in one line.
  let summary: String
  /// Lines to try.
  package let examples: [Example]
  /// The operands of the verb, if it takes any.
  var operand: Operand?
  /// Its flags.
  package var flags: [Flag] = []
  /// Notes for the user, a paragraph each.
  var notes: [String] = []

  /// The same verb where checkers have these names.
  func knowing(_ checkers: [String]) -> Verb {
    var verb = self
    for place in flags.indices {
      if case .checkers(let words) = flags[place].values {
        verb.flags[place].values = .words(words + checkers)
      }
    }
    return verb
  }

  /// The flags that help texts and completions show.
  package var shown: [Flag] { flags.filter { !$0.hidden } }

  /// `weir run [flags] FILE…`.
  var usage: String {
    (["weir", name] + (shown.isEmpty ? [] : ["[flags]"]) + (operand.map { [$0.usage] } ?? []))
      .joined(separator: " ")
  }
}
