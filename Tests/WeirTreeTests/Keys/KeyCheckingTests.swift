// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct KeyCheckingTests {
  @Test(arguments: [
    ("", "an empty key", "a key has at least one character"),
    (
      String(repeating: "é", count: 385), "a key of 770 bytes", "a key has at most 768 bytes"
    ),
    ("a.b", "'.' in the key 'a.b'", "keys may not contain . # $ [ ] or /"),
    ("#", "'#' in the key '#'", "keys may not contain . # $ [ ] or /"),
    ("$x", "'$' in the key '$x'", "keys may not contain . # $ [ ] or /"),
    ("[", "'[' in the key '['", "keys may not contain . # $ [ ] or /"),
    ("x]", "']' in the key 'x]'", "keys may not contain . # $ [ ] or /"),
    ("rooms/lobby", "'/' in the key 'rooms/lobby'", "keys may not contain . # $ [ ] or /"),
    (
      "two\nlines", "a control character in the key 'two\u{FFFD}lines'",
      "remove it; keys are printable text"
    ),
    (
      "del\u{7F}", "a control character in the key 'del\u{FFFD}'",
      "remove it; keys are printable text"
    ),
  ])
  func `refuses what cannot be a key, and says why`(text: String, message: String, remedy: String) {
    #expect(throws: Problems([Problem(message: message, remedy: remedy)])) {
      try Key(checking: text)
    }
    if !text.isEmpty { #expect(!Key(text).isLegal) }
  }

  @Test(arguments: ["a", "-0", "é", "😀", "two words", String(repeating: "é", count: 384)])
  func `accepts what may be a key`(text: String) throws {
    #expect(try Key(checking: text).description == text)
    #expect(Key.fault(in: text) == nil)
    #expect(Key(text).isLegal)
  }
}
