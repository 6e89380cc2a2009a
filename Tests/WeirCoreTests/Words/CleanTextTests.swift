// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct CleanTextTests {
  @Test(arguments: [
    ("a plain line: 50 %, é, 😀 ✓", "a plain line: 50 %, é, 😀 ✓"),
    ("\u{1B}[2J\u{1B}]0;title\u{7}", "\u{FFFD}[2J\u{FFFD}]0;title\u{FFFD}"),
    ("a\u{202E}b\u{2066}c\u{200F}d\u{061C}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}"),
    ("one\ntwo\r\nthree\tfour", "one two three four"), ("over\rwritten", "over\u{FFFD}written"),
    ("c1 \u{9B}31m \u{85}\u{2028}x", "c1 \u{FFFD}31m \u{FFFD}\u{FFFD}x"),
    ("::error::x", ": :error::x"), ("  ::stop-commands::x", "  : :stop-commands::x"),
    ("\n::error::x", " : :error::x"), ("a::b", "a::b"), ("a ##[error]b", "a # #[error]b"),
    ("##vso[task]", "# #vso[task]"), ("## heading", "## heading"), ("", ""),
  ]) func `a line holds nothing that is obeyed`(text: String, clean: String) {
    #expect(CleanText.line(text).unicodeScalars.elementsEqual(clean.unicodeScalars))
    #expect(CleanText.line(clean) == clean, "what is clean stays as it is")
  }

  @Test(arguments: [
    ("a\nb\r\n\n", "a\nb\r\n\n"), ("a\n\t ::error::b\n", "a\n\t : :error::b\n"),
    ("a\rb\r", "a\u{FFFD}b\u{FFFD}"), ("a\r\r\nb", "a\u{FFFD}\r\nb"),
    ("a\n\u{1B}[31mPASS\u{1B}[0m", "a\n\u{FFFD}[31mPASS\u{FFFD}[0m"),
  ]) func `a page keeps its lines and nothing else`(text: String, clean: String) {
    #expect(CleanText.page(text).unicodeScalars.elementsEqual(clean.unicodeScalars))
    #expect(CleanText.page(clean) == clean, "what is clean stays as it is")
  }

  @Test func `a text in quotes loses nothing`() {
    #expect(
      CleanText.quoted("\"\\\n\t\r\u{1B}\u{9B}\u{202E}é")
        == "\"\\\"\\\\\\n\\t\\r\\u001b\\u009b\\u202eé\"")
  }

  @Test func `an annotation holds no second one`() {
    #expect(
      CleanText.annotation("50 %\r\n::error::\u{7}", isProperty: false)
        == "50 %25%0D%0A::error::\u{FFFD}")
    #expect(CleanText.annotation("a:b,c", isProperty: true) == "a%3Ab%2Cc")
  }
}
