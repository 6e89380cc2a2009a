// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

/// A scenario with rules: the lines are indented by four, the first one stands in line 7.
func ruled(_ lines: String) -> String {
  let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
  return least + "server:\n  rules:\n" + indented.map { "    \($0)\n" }.joined()
}

@Suite struct RuleProblemTests {
  static let files: [WrongText] = [
    WrongText(
      "rules that are no mapping", text: least + "server: { rules: true }\n",
      expected: """
        f.yaml:5:18: error: expected rules, found 'true'
          remedy: write for example `rules: { rooms: { $room: { .read: "auth != null", .write: "auth.uid == $room" } } }`
        """),
    WrongText(
      "an unknown rule", text: ruled(".readd: true\nrooms: { .elephant: true }"),
      expected: """
        f.yaml:7:5: error: unknown rule '.readd'
          remedy: did you mean '.read'?
        f.yaml:8:14: error: unknown rule '.elephant'
          remedy: write one of .read, .write, .validate, .indexOn
        """),
    WrongText(
      "a rule without its point", text: ruled("read: true\nrooms: \"auth != null\"\nlobby:"),
      expected: """
        f.yaml:7:5: error: 'read' is a place and needs a mapping, found 'true'
          remedy: did you mean '.read'?
        f.yaml:8:12: error: 'rooms' is a place and needs a mapping, found 'auth != null'
          remedy: write for example `rooms: { .read: true }`
        f.yaml:9:11: error: 'lobby' is a place and needs a mapping, found nothing
          remedy: write for example `lobby: { .read: true }`
        """),
    WrongText(
      "rules of the wrong kind", text: ruled(".read: [true]\n.write:\n.validate: \"\""),
      expected: """
        f.yaml:7:12: error: expected a rule, found a list
          remedy: write true, false or a text: `.read: "auth != null"`
        f.yaml:8:12: error: expected a rule, found nothing
          remedy: write true, false or a text: `.write: "auth != null"`
        f.yaml:9:17: error: an empty rule
          remedy: write true, false or an expression
        """),
    WrongText(
      "wildcards", text: ruled("$a:\n  $b: {}\n  $c: {}\n  x: { $a: {} }\n$d-e: {}\n$: {}"),
      expected: """
        f.yaml:9:7: error: the wildcard '$c' beside '$b'
          remedy: each place has at most one; join the two
        f.yaml:10:12: error: the wildcard '$a' stands above already
          remedy: give one of the two another name
        f.yaml:11:5: error: '$d-e' is not the name of a wildcard
          remedy: write $ and letters, digits or underscores: $room
        f.yaml:12:5: error: '$' is not the name of a wildcard
          remedy: write $ and letters, digits or underscores: $room
        """),
    WrongText(
      "a variable that nothing binds",
      text: ruled("$room: {}\nother: { .read: \"$room == 'a'\" }\n$x: { y: { .read: $z == 'a' } }"),
      expected: """
        f.yaml:8:22: error: no wildcard '$room' stands above this rule
          remedy: name the place above it '$room'
        f.yaml:9:5: error: the wildcard '$x' beside '$room'
          remedy: each place has at most one; join the two
        """),
    WrongText(
      "a place that cannot be", text: ruled("a/b: {}"),
      expected: """
        f.yaml:7:5: error: the key 'a/b' contains '/'
          remedy: use no . # $ [ ] / and no control characters in keys of the tree
        """),
    WrongText(
      "indexes", text: ruled(".indexOn: [score, score, a.b, [c]]\na: { .indexOn: { b: c } }"),
      expected: """
        f.yaml:7:23: error: the index 'score' twice
          remedy: remove one of the two
        f.yaml:7:30: error: the key 'a.b' contains '.'
          remedy: use no . # $ [ ] / and no control characters in keys of the tree
        f.yaml:7:35: error: expected the name of a child, found a list
          remedy: write for example `.indexOn: [score, name]`
        f.yaml:8:20: error: expected the name of a child, found a mapping
          remedy: write for example `.indexOn: [score, name]`
        """),
    WrongText(
      "several mistakes in a rule, and rules in every kind of quotes",
      text: ruled(
        "a: { .read: dta.exists() || !now }\nb: { .read: 'dta.exists()' }\n"
          + "c: { .read: \"dta.\\u0065xists()\" }\nd:\n  .read: >\n    true &&\n    dta"),
      expected: """
        f.yaml:7:17: error: unknown name 'dta'
          remedy: did you mean 'data'?
        f.yaml:7:34: error: expected true or false, found a number
          remedy: write a comparison
        f.yaml:8:18: error: unknown name 'dta'
          remedy: did you mean 'data'?
        f.yaml:9:17: error: unknown name 'dta' (character 1 of the rule)
          remedy: did you mean 'data'?
        f.yaml:11:14: error: unknown name 'dta' (character 9 of the rule)
          remedy: did you mean 'data'?
        """),
    WrongText(
      "backslashes", text: ruled(".read: \"'\\\\q' == ''\"\n.write: '''\\'"),
      expected: """
        f.yaml:7:12: error: '\\q' stands for nothing (character 2 of the rule)
          remedy: behind a backslash write one of ' " \\ / n r t
        f.yaml:8:13: error: a backslash with nothing behind it (character 2 of the rule)
          remedy: write \\\\ for one
        """),
  ]

  @Test(arguments: files)
  func `rules that cannot be are told with place and remedy`(_ example: WrongText) {
    #expect(example.words == example.expected, "\(example.title)")
  }

  @Test func `ten thousand parentheses are a problem and no crash`() {
    for (open, close) in [("(", ")"), ("!", ""), ("-", ""), ("[", "]"), ("true ? ", " : true")] {
      let rule =
        String(repeating: open, count: 10_000) + "true" + String(repeating: close, count: 10_000)
      let words = problems(ruled(".read: \"\(rule)\""))
      #expect(words.contains("error: a rule is nested more than 64 deep"), "\(open)")
    }
    for (part, first) in [(" || true", "true"), (" + 1", "1"), (".parent()", "data")] {
      let words = problems(
        ruled(".read: \"\(first)\(String(repeating: part, count: 10_000))\""))
      #expect(words.contains("error: a rule joins more than 400 parts"), "\(part)")
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random texts are read or told within their line`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "rule", of: "text")
    let words = [
      "data", "newData", "root", "auth", ".uid", "now", ".val()", ".child('a')", "(", ")", "[", "]",
      "'", "!", "-", "&&", "||", "==", "<", "?", ":", ",", "5", "1.5e", "$room", "$", "=", "é", "😀",
      " ", ".", "true", ".length", ".replace('a',", "null", "\u{1F}",
    ]
    var rule = ""
    for _ in 0...Int(chance.below(14)) {
      if chance.below(8) == 0 {
        rule.unicodeScalars.append(Unicode.Scalar(UInt8(chance.below(256))))
      } else {
        rule += words[Int(chance.below(UInt64(words.count)))]
      }
    }
    let quoted = rule.split(separator: "'", omittingEmptySubsequences: false).joined(
      separator: "''")
    let told = problems(ruled("$room: { .read: '\(quoted)' }"))
    #expect(told == problems(ruled("$room: { .read: '\(quoted)' }")))
    #expect(told == "no problem" || told.hasPrefix("f.yaml:"), "\(rule)\n\(told)")
  }
}
