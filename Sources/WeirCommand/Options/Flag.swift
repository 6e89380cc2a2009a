/// A flag of the command line: `--quiet`, or `--seed N`.
package struct Flag: Sendable {
  /// What a shell may offer for a value.
  enum Values: Sendable {
    /// Anything; nothing can be offered.
    case anything
    /// One of these words, and nothing else is taken.
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
  /// What stands for its value in help texts; nil: it takes none.
  var value: String?
  /// What the value may be.
  var values: Values = .anything
  /// `true` if it may be given more than once.
  var repeats = false
  /// `true` if help texts and completions leave it out.
  var hidden = false
  /// What it does, in one sentence.
  let about: String

  /// `--seed N`.
  var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// What stands on the command line besides flags.
struct Operand: Sendable {
  /// How many there may be.
  enum Count: Sendable {
    /// None or one.
    case optional
    /// One.
    case one
    /// One or more.
    case oneOrMore
    /// One, and perhaps a second.
    case oneOrTwo
  }

  /// What help texts call it.
  let name: String
  /// How many there may be.
  let count: Count
  /// What it may be.
  var values: Flag.Values = .anything
  /// What it is, in one sentence.
  let about: String

  /// `FILE…`, `[KEY|FILE]`.
  var usage: String {
    switch count {
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)…"
    case .one, .oneOrTwo: name
    }
  }

  /// `true` if `number` of them may be given.
  func allows(_ number: Int) -> Bool {
    switch count {
    case .optional: number <= 1
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
    /// What it does.
    let about: String
  }

  /// The word that is typed.
  package let name: String
  /// What it does, in one line.
  let summary: String
  /// Lines to try.
  package let examples: [Example]
  /// What else stands on the line.
  var operand: Operand?
  /// Its flags.
  package var flags: [Flag] = []
  /// What one has to know, a paragraph each.
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
