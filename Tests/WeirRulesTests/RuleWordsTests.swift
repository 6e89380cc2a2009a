// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirRules

@Suite struct RuleWordsTests {
  /// The rule in the words that every spelling of it shares; nil if it cannot be read.
  private func words(_ rule: String) -> String? {
    RuleParser.read(rule, purpose: .read, variables: [("$room", depth: 0)]).expression?.words
  }

  @Test(arguments: [
    ("(true&&(false))||true", "true && false || true"),
    ("true && (false || true)", "true && (false || true)"),
    ("1-(2-3)==(1-2)-3", "1 - (2 - 3) == 1 - 2 - 3"),
    ("!( data.exists( ) )", "!data.exists()"), ("!(true && true)", "!(true && true)"),
    ("-(1+2) < - 3.50", "-(1 + 2) < -3.5"),
    (
      "(true ? false : true) ? true : (false ? true : false)",
      "(true ? false : true) ? true : false ? true : false"
    ),
    ("data.child( \"it's\" ).val() === 'a\\\\b\\n'", "data.child('it\\'s').val() == 'a\\\\b\\n'"),
    ("( 'a' + $room ).length >= 1e2", "('a' + $room).length >= 100"),
    ("data.hasChildren( ['a',$room] )", "data.hasChildren(['a', $room])"),
    ("auth!==null && auth . uid != 'x'", "auth != null && auth.uid != 'x'"),
    ("root.child('n').getPriority() % 2 == 0", "root.child('n').getPriority() % 2 == 0"),
    ("now <= 1767225600000", "now <= 1767225600000"),
  ])
  func `each rule has one way to be written, which reads as the same rule`(
    _ rule: String, _ expected: String
  ) {
    #expect(words(rule) == expected)
    #expect(words(expected) == expected)
  }
}
