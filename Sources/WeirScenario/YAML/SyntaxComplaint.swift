// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A complaint of libyaml about a text that is not YAML, and what a person is told instead.
///
/// libyaml speaks of tokens and indicators. A person wants to know which bracket, which quote,
/// which line, and what to type.
struct SyntaxComplaint {
  /// libyaml's words for what is wrong.
  var problem: String
  /// libyaml's words for what it was doing.
  var context: String
  /// The place where it noticed.
  var mark: Mark
  /// The place where the thing started that it was reading.
  var contextMark: Mark?

  /// The same in our words.
  func problem(in source: SourceText) -> Problem {
    let start = contextMark ?? mark
    if let range = source.numberRange(line: mark.line, column: mark.column) {
      return Problem(
        mark: mark, message: "braces mean a mapping unless they stand in quotes",
        remedy: "quote it: put the whole path with \(range) in double quotes")
    }
    switch problem {
    case "found unexpected end of stream" where context.contains("quoted scalar"),
      "found unexpected document indicator" where context.contains("quoted scalar"):
      return Problem(
        mark: start, message: "a quote is opened here and never closed",
        remedy: "add the closing quote")
    case "found unknown escape character", "did not find expected hexdecimal number",
      "found invalid Unicode character escape code":
      return Problem(
        mark: mark, message: "an unknown escape inside double quotes",
        remedy: "write \\\\ for a backslash, or use single quotes, where nothing is an escape")
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return tabProblem(at: mark)
    case "found character that cannot start any token":
      return strayCharacter(in: source)
    case "did not find expected ',' or ']'":
      return Problem(
        mark: mark, message: "expected ',' or ']' in the list that starts in \(words(start))",
        remedy: "separate entries with ',' and close the list with ']'")
    case "did not find expected ',' or '}'":
      return Problem(
        mark: mark, message: "expected ',' or '}' in the mapping that starts in \(words(start))",
        remedy: "separate entries with ',' and close the mapping with '}'")
    case "mapping values are not allowed in this context":
      return Problem(
        mark: mark, message: "a ':' where no key can stand",
        remedy:
          "quote the text if it contains ': '; a key starts a line, in the column of its neighbours"
      )
    case "could not find expected ':'":
      return Problem(
        mark: start, message: "a key without ':'",
        remedy: "write `key: value`, with a space after the colon")
    case "did not find expected key", "did not find expected '-' indicator",
      "mapping keys are not allowed in this context",
      "block sequence entries are not allowed in this context":
      return Problem(
        mark: mark, message: "this line does not fit the indentation of the lines above",
        remedy: "start it in the same column as its neighbours, with spaces")
    case "did not find expected node content":
      return Problem(
        mark: mark, message: "expected a value here",
        remedy: "write a value; quote it if it starts with one of , ] } : ? - % @ & * ! | > #")
    case "did not find expected alphabetic or numeric character":
      return Problem(
        mark: start, message: "a name is missing after '&' or '*'",
        remedy: "write `&name` or `*name`, or quote the text")
    case "did not find expected <document start>":
      return Problem(
        mark: mark, message: "something follows the end of the document",
        remedy: "remove it, or indent it as a part of what stands above")
    case "found undefined tag handle": return Self.tagProblem(at: mark)
    default: return fallback()
    }
  }

  /// Refuses a tag such as `!!int`.
  static func tagProblem(at mark: Mark) -> Problem {
    Problem(
      mark: mark, message: "a YAML tag (a word that starts with '!')",
      remedy: "remove it; quote the text if it should start with '!'")
  }

  private func tabProblem(at mark: Mark) -> Problem {
    Problem(
      mark: mark, message: "a tab in the indentation", remedy: "indent with spaces, two a level")
  }

  private func strayCharacter(in source: SourceText) -> Problem {
    guard let byte = source.byte(line: mark.line, column: mark.column) else { return fallback() }
    if byte == 0x09 { return tabProblem(at: mark) }
    let character = String(decoding: [byte], as: UTF8.self)
    return Problem(
      mark: mark, message: "a value cannot start with '\(character)'",
      remedy: "put the text in quotes")
  }

  private func fallback() -> Problem {
    if context.contains("tag") { return Self.tagProblem(at: contextMark ?? mark) }
    if context.contains("block scalar") {
      return Problem(
        mark: mark, message: "after '|' or '>' the text starts on the next line",
        remedy: "put the text on the lines below, indented, or quote it")
    }
    return Problem(
      mark: mark, message: "this is not YAML",
      remedy: "check quotes, brackets and indentation around this place")
  }

  private func words(_ start: Mark) -> String {
    start.line == mark.line ? "column \(start.column)" : "line \(start.line)"
  }
}
