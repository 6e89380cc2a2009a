// SPDX-License-Identifier: Apache-2.0

/// Text from scenarios, file names and child processes, made safe to show.
///
///     CleanText.line("a\u{1B}[31m\u{202E}b\n::error::c")  // "a\u{FFFD}[31m\u{FFFD}b ::error::c"
///     CleanText.page("fine\n  ::error::no")               // "fine\n  : :error::no"
///
/// Everything that Weir prints for people, and every table and annotation that it writes, goes through
/// here. What a terminal would obey (escapes, bells, a return to the start of the line), what turns the
/// direction of reading, and what a CI system takes for a command at the start of a line is replaced, so
/// that no file can colour, hide or forge what is said about it. What is clean stays as it is.
///
/// - Complexity: O(*n*).
public enum CleanText {
  /// The character that replaces one that must not be shown.
  public static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// `true` if a terminal, an editor or a browser would do something else with a character than show it:
  /// controls, marks of direction, and separators of lines and paragraphs.
  public static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFFF9...0xFFFB, 0xFFFE, 0xFFFF:
      true
    default: false
    }
  }

  /// Returns a text on one line: line ends and tabs become blanks, and a CI system cannot take it
  /// for a command.
  public static func line(_ text: String) -> String {
    if isPlain(text) { return text }
    var result = ""
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where last == "\r":
        result.unicodeScalars.removeLast()
        result.unicodeScalars.append(" ")
      case "\n", "\t": result.unicodeScalars.append(" ")
      default: result.unicodeScalars.append(isHidden(scalar) ? replacement : scalar)
      }
      last = scalar
    }
    return disarmed(result)
  }

  /// Returns a text of several lines, which are kept; none of them is a command to a CI system.
  public static func page(_ text: String) -> String {
    if isPlain(text, allowing: UInt8(ascii: "\n")) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var line = ""
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      // A return belongs to the line end behind it, and to nothing else.
      if isAfterReturn, scalar != "\n" { line.unicodeScalars.append(replacement) }
      switch scalar {
      case "\r": break
      case "\n":
        result += disarmed(line)
        result.unicodeScalars += isAfterReturn ? ["\r", "\n"] : ["\n"]
        line = ""
      case "\t": line.unicodeScalars.append(scalar)
      default: line.unicodeScalars.append(isHidden(scalar) ? replacement : scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    if isAfterReturn { line.unicodeScalars.append(replacement) }
    return result + disarmed(line)
  }

  /// Returns a text in double quotes, as JSON and YAML read it; what must not be shown is written
  /// as an escape, so that nothing is lost.
  public static func quoted(_ text: String) -> String {
    let inside = text.replacingScalars { scalar in
      switch scalar {
      case "\"": return "\\\""
      case "\\": return "\\\\"
      case "\n": return "\\n"
      case "\t": return "\\t"
      case "\r": return "\\r"
      case _ where isHidden(scalar):
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: return nil
      }
    }
    return "\"\(inside)\""
  }

  /// Returns a text as the value of a workflow command on GitHub, or, if `isProperty`, of one of
  /// its properties.
  ///
  ///     CleanText.annotation("50 %\n::error::", isProperty: false)  // "50 %25%0A::error::"
  public static func annotation(_ text: String, isProperty: Bool) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "%": "%25"
      case "\n": "%0A"
      case "\r": "%0D"
      case "\t": nil
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      default: isHidden(scalar) ? String(replacement) : nil
      }
    }
  }

  /// `true` if a text in ASCII has nothing to clean; the common case, told without taking it apart.
  private static func isPlain(_ text: String, allowing other: UInt8 = UInt8(ascii: " ")) -> Bool {
    text.utf8.allSatisfy { byte in
      ((0x20..<0x7F).contains(byte) || byte == other) && byte != UInt8(ascii: ":")
        && byte != UInt8(ascii: "#")
    }
  }

  /// Returns a line that no CI system takes for a command.
  ///
  /// GitHub looks for `::` behind blanks at the start of a line and for `##[` anywhere in it; Azure for
  /// `##vso[`, TeamCity for `##teamcity[`.
  private static func disarmed(_ line: String) -> String {
    var scalars = Array(line.unicodeScalars)
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    if scalars[start...].starts(with: [":", ":"]) { scalars.insert(" ", at: start + 1) }
    var place = 0
    while place + 1 < scalars.count {
      if scalars[place] == "#", scalars[place + 1] == "#" {
        let word = scalars[(place + 2)...].prefix { $0.properties.isAlphabetic }
        let next = place + 2 + word.count
        if next < scalars.count, scalars[next] == "[" { scalars.insert(" ", at: place + 1) }
      }
      place += 1
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }
}
