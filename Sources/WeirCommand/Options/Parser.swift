// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCheck
package import WeirCore

/// Reads a command line by the table.
///
///     try Parser.parse(["run", "--seed=7", "chat.yaml"])
///     // .perform: verb run, seed 7, operand chat.yaml
///
/// Every problem of the line is said at once. A request for help wins over problems.
package struct Parser {
  private let checkers: [String]
  private var problems: [Problem] = []
  private var verb: Verb?
  private var invocation: Invocation?
  private var asked: Request?

  private init(checkers: [String]) { self.checkers = checkers }

  /// Returns what `words`, the command line without the program's name, ask for.
  ///
  /// `checkers` are the names that a checker can have.
  package static func parse(
    _ words: [String], checkers: [String] = Checkers.names + ["oracle"]
  ) throws(Problems) -> Request {
    var parser = Parser(checkers: checkers)
    parser.read(words)
    if let asked = parser.asked {
      if case .help = asked { return asked }
      if parser.problems.isEmpty { return asked }
    }
    guard parser.problems.isEmpty, let invocation = parser.finished() else {
      throw Problems(parser.problems)
    }
    return .perform(invocation)
  }

  private mutating func read(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        for operand in rest { take(operand) }
        return
      }
      if word.hasPrefix("-"), word != "-" {
        readFlag(word, &rest)
      } else {
        take(word)
      }
    }
  }

  /// Takes a word other than a flag: the verb first, then the operands of the verb.
  private mutating func take(_ word: String) {
    if verb != nil {
      invocation?.operands.append(word)
      return
    }
    // A word that is no verb still counts as one, so that its neighbours are not blamed too.
    let found = OptionTable.verb(named: word)?.knowing(checkers)
    if found == nil { problems.append(.unknownVerb(word)) }
    let verb = found ?? Verb(name: word, summary: "", examples: [])
    self.verb = verb
    invocation = found.map { Invocation(verb: $0) }
  }

  private mutating func readFlag(_ word: String, _ rest: inout ArraySlice<String>) {
    let cut = word.firstIndex(of: "=")
    let typed = String(word[..<(cut ?? word.endIndex)])
    let given = cut.map { String(word[$0...].dropFirst()) }
    guard let flag = flag(typed) else {
      if verb == nil || invocation != nil { problems.append(unknownFlag(typed)) }
      return
    }
    var value = given ?? ""
    if flag.value == nil {
      if given != nil { problems.append(.unwantedValue(flag)) }
    } else if given == nil {
      guard let next = rest.first, !isFlag(next) else {
        problems.append(.missingValue(flag))
        return
      }
      value = next
      rest.removeFirst()
    }
    note(flag, value)
  }

  /// Takes in a flag with its value.
  private mutating func note(_ flag: Flag, _ value: String) {
    if flag.value != nil, let problem = flag.problem(with: value) {
      problems.append(problem)
      return
    }
    switch flag.name {
    case "help": asked = .help(invocation?.verb)
    case "version": asked = asked ?? .version
    case "generate-completion-script": asked = asked ?? .completions(shell: value)
    default:
      if !flag.repeats, invocation?.has(flag.name) == true {
        problems.append(.repeated(flag))
      }
      invocation?.values[flag.name, default: []].append(value)
    }
  }

  /// Returns the flag that `typed` (with its hyphens) names here.
  private func flag(_ typed: String) -> Flag? {
    known.first { "--\($0.name)" == typed || $0.short.map { "-\($0)" } == typed }
  }

  private var known: [Flag] { (verb?.flags ?? []) + OptionTable.global }

  /// `true` if a word can only be a flag, and so is not the value of the one before it.
  private func isFlag(_ word: String) -> Bool {
    word.hasPrefix("--") || flag(word) != nil
  }

  private func unknownFlag(_ typed: String) -> Problem {
    if verb == nil {
      let owners = OptionTable.verbs.filter { $0.shown.contains { "--\($0.name)" == typed } }
      if let owner = owners.first {
        return Problem(
          message: "'\(typed)' is before the verb",
          remedy: "write the verb first: weir \(owner.name) \(typed)")
      }
    }
    let names = known.filter { !$0.hidden }.map { "--\($0.name)" }
    return .unknownFlag(typed, among: names, of: verb)
  }

  /// Returns the invocation, if the number of its operands is right.
  private mutating func finished() -> Invocation? {
    guard let invocation else {
      problems.append(.noVerb)
      return nil
    }
    if let problem = invocation.verb.problem(with: invocation.operands) {
      problems.append(problem)
      return nil
    }
    return invocation
  }
}
