// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// The possible problems of a command line.
extension Problem {
  static let noVerb = Problem(
    message: "nothing to do", remedy: "`weir help` shows what there is, such as `weir run FILE`")

  static func unknownVerb(_ word: String) -> Problem {
    let near = nearestName(to: word, among: OptionTable.verbNames)
    let names = OptionTable.verbNames.joined(separator: ", ")
    return Problem(
      message: "unknown verb '\(word)'",
      remedy: near.map { "did you mean '\($0)'? `weir help` explains the verbs" }
        ?? "use one of: \(names)")
  }

  static func unknownFlag(_ typed: String, among names: [String], of verb: Verb?) -> Problem {
    let help = verb.map { "`weir help \($0.name)`" } ?? "`weir help`"
    let near = nearestName(to: typed, among: names)
    return Problem(
      message: "unknown flag '\(typed)'",
      remedy: near.map { "did you mean '\($0)'? \(help) lists the flags" }
        ?? "\(help) lists the flags; a file of that name goes after --")
  }

  static func missingValue(_ flag: Flag) -> Problem {
    Problem(
      message: "'--\(flag.name)' lacks its value",
      remedy: "write \(flag.usage), or --\(flag.name)=\(flag.value ?? "") if it begins with hyphens"
    )
  }

  static func unwantedValue(_ flag: Flag) -> Problem {
    Problem(
      message: "'--\(flag.name)' takes no value",
      remedy: "write --\(flag.name) alone, or leave it out")
  }

  static func repeated(_ flag: Flag) -> Problem {
    Problem(
      message: "'--\(flag.name)' is given more than once", remedy: "keep one of them")
  }
}

extension Flag {
  /// Returns the problem with a value, or nil.
  func problem(with value: String) -> Problem? {
    if value.isEmpty { return .missingValue(self) }
    switch values {
    case .anything, .files, .folders, .checkers: return nil
    case .number:
      let digits = value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if digits, UInt64(value) != nil { return nil }
      return Problem(
        message: "'\(value)' is not a number that '--\(name)' can take",
        remedy: "use a whole number from 0 to \(UInt64.max)")
    case .words(let words):
      if words.contains(value) { return nil }
      let near = nearestName(to: value, among: words).map { "did you mean '\($0)'? " } ?? ""
      return Problem(
        message: "'--\(name)' cannot be '\(value)'",
        remedy: "\(near)use one of: \(words.joined(separator: ", "))")
    case .setting:
      if let cut = value.firstIndex(of: "="), cut != value.startIndex { return nil }
      return Problem(
        message: "'\(value)' is not a setting",
        remedy: "write --set KEY=VALUE, such as --set clients.0.count=100")
    }
  }
}

extension Verb {
  /// Returns the words of which one comes first behind the verb, for the end of a remedy; empty if it may be anything.
  private func choices(of operand: Operand) -> String {
    guard case .words(let words) = operand.values, words.count > 1 else { return "" }
    let name = operand.name.prefix { $0 != " " }
    return ", where \(name) is one of: \(words.joined(separator: ", "))"
  }

  /// Returns the problem with the operands, or nil.
  func problem(with operands: [String]) -> Problem? {
    guard let operand else {
      guard let first = operands.first else { return nil }
      return Problem(
        message: "'\(first)' is too much: `weir \(name)` works alone", remedy: "write \(usage)")
    }
    if operands.contains("") {
      return Problem(
        message: "an empty word in place of \(operand.name)",
        remedy: "a variable of the script may be empty; write \(usage)")
    }
    guard operand.allows(operands.count) else {
      let message =
        operands.isEmpty
        ? "`weir \(name)` lacks \(operand.name.prefix { $0 != " " })"
        : "'\(operands[operands.count - 1])' is too much"
      return Problem(message: message, remedy: "write \(usage)" + choices(of: operand))
    }
    guard case .words(let words) = operand.values, let first = operands.first,
      !words.contains(first)
    else { return nil }
    let near = nearestName(to: first, among: words).map { "did you mean '\($0)'? " } ?? ""
    return Problem(
      message: "`weir \(name)` does not know '\(first)'",
      remedy: "\(near)use one of: \(words.joined(separator: ", "))")
  }
}
