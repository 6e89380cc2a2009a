import Testing
import WeirCore
import WeirScenario

/// A scenario with rules: the lines are indented by four, the first one stands in line 7.
func ruled(_ lines: String) -> String {
  let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
  return least + "server:\n  rules:\n" + indented.map { "    \($0)\n" }.joined()
}

@Suite struct RuleProblemTests {
  /// A rule, and the column, message and remedy that it is told with.
  static let expressions: [(String, String)] = [
    // Words.
    ("data = 5", "20: '=' assigns, and rules change nothing | write == to compare"),
    ("true & false", "20: a single '&' | write && for: both are true"),
    ("true | false", "20: a single '|' | write || for: at least one is true"),
    ("true # false", "20: '#' belongs to no rule | remove it, or put texts in quotes"),
    (
      "now > 12ab",
      "21: '12ab' is not a number | write digits, and a point where needed: 1.5; put texts in quotes"
    ),
    (
      "now > 1e",
      "21: '1e' is not a number | write digits, and a point where needed: 1.5; put texts in quotes"
    ),
    ("auth.uid == 'ann", "27: a text that never ends | close it with '"),
    // Grammar.
    ("(true", "15: the parenthesis is never closed | add the ')'"),
    ("data.child('a'", "25: the parenthesis is never closed | add the ')'"),
    ("data.hasChildren(['a'", "32: the list is never closed | add the ']'"),
    ("true)", "19: unexpected ')': nothing is open | remove it, or write '(' in front"),
    ("true]", "19: unexpected ']': nothing is open | remove it, or write '[' in front"),
    (
      "(true true)",
      "21: unexpected 'true' before the ')' | close the parenthesis first, or join the two with && or ||"
    ),
    ("true and false", "20: unexpected 'and' | write && for: both are true"),
    ("true or false", "20: unexpected 'or' | write || for: at least one is true"),
    ("true false", "20: unexpected 'false' | join two conditions with && or ||"),
    (
      "true &&",
      "22: the rule ends too early | something must follow here: a value, a name or a parenthesis"
    ),
    ("&& true", "15: unexpected '&&' | a value, a name or a parenthesis belongs here"),
    ("true ? false", "20: '?' without ':' | write condition ? one : other"),
    ("data.5", "20: unexpected '5' behind the '.' | write the name of a method"),
    (
      "data['a']",
      "19: unexpected '[' | write .child('name') for what lies below, .uid for who asks"
    ),
    // Names.
    ("dta.exists()", "15: unknown name 'dta' | did you mean 'data'?"),
    (
      "elephant",
      "15: unknown name 'elephant' | write one of auth, now, root, data, newData, or put texts in quotes"
    ),
    ("$rom == 'a'", "15: no wildcard '$rom' stands above this rule | did you mean '$room'?"),
    ("newData.exists()", "15: 'newData' in a .read rule | write data: who reads changes nothing"),
    ("data.exist()", "20: a snapshot has no 'exist' | did you mean 'exists'?"),
    (
      "data.length > 3",
      "20: a snapshot has no 'length' | write .val() in front: length is asked of texts"
    ),
    (
      "data.val().exists()",
      "26: a text has no 'exists' | write it before .val(): exists is asked of snapshots"
    ),
    (
      "data.elephant()",
      "20: a snapshot has no 'elephant' | write one of val, exists, child, parent, hasChild, hasChildren, isString, isNumber, isBoolean, getPriority"
    ),
    ("now.val() == 1", "19: a number has no 'val' | only snapshots and texts have methods"),
    ("auth.token == 'a'", "20: auth has no 'token' | all that is known of who asks is auth.uid"),
    ("auth.uid() == 'a'", "20: auth has no 'uid()' | all that is known of who asks is auth.uid"),
    ("root.parent().exists()", "20: the root has no parent | ask root itself"),
    // Arguments.
    ("data.exists", "20: 'exists' without parentheses | write exists()"),
    ("data.val().length() > 3", "26: 'length' with parentheses | write length"),
    ("data.child().exists()", "20: 'child' with 0 arguments | write child('name')"),
    ("data.exists('a')", "20: 'exists' with 1 arguments | write exists()"),
    ("data.hasChild(5)", "29: expected a text, found a number | write hasChild('name')"),
    (
      "data.hasChildren('a')",
      "32: expected a list, found a text | write hasChildren(['one', 'other'])"
    ),
    ("data.hasChildren([])", "32: an empty list | name a child, or write hasChildren() for any"),
    (
      "data.hasChildren([5])",
      "33: expected a text, found a number | a list has the names of children"
    ),
    ("data.child('').exists()", "26: an empty path | name a child, or remove the call"),
    (
      "data.child('a/b.c').exists()",
      "26: the key 'b.c' contains '.' | use no . # $ [ ] / and no control characters in keys of the tree"
    ),
    (
      "data.hasChildren(['a[0]'])",
      "32: the key 'a[0]' contains '[' | use no . # $ [ ] / and no control characters in keys of the tree"
    ),
    // Types.
    ("5", "15: a rule is true or false, and this is a number | compare it with something"),
    ("auth", "15: a rule is true or false, and this is who asks or null | write auth != null"),
    (
      "auth == 'ann'",
      "20: who asks or null and a text are never the same | write auth.uid for the name of who asks"
    ),
    ("now == 'late'", "19: a number and a text are never the same | compare values of one type"),
    ("data == null", "15: a snapshot cannot be compared | write .val() or .exists() behind it"),
    ("['a'] == null", "15: a list cannot be compared | write it as an argument of hasChildren"),
    ("now < 'late'", "19: '<' between a number and a text | join two numbers or two texts"),
    (
      "true < 5",
      "15: expected a number or a text, found true or false | '<' joins two numbers or two texts: compare it with something"
    ),
    ("'a' + 1 == 'a1'", "19: '+' between a text and a number | join two numbers or two texts"),
    (
      "now - 'a' > 0",
      "21: expected a number, found a text | '-' joins numbers: compare it with something"
    ),
    (
      "data && true",
      "15: expected true or false, found a snapshot | '&&' joins conditions: write .val() or .exists() behind it"
    ),
    (
      "true || auth",
      "23: expected true or false, found who asks or null | '||' joins conditions: write auth != null"
    ),
    ("!data", "16: expected true or false, found a snapshot | write !data.exists()"),
    ("!now", "16: expected true or false, found a number | write a comparison"),
    ("-'a' == 1", "16: expected a number, found a text | only numbers have a minus"),
    (
      "now ? true : false",
      "15: expected true or false, found a number | write a comparison before the '?'"
    ),
  ]

  @Test(arguments: expressions.indices)
  func `a wrong rule is told at its character`(index: Int) {
    let (rule, expected) = Self.expressions[index]
    let words = problems(ruled("$room:\n  .read: \"\(rule)\""))
    let parts = expected.split(separator: " | ", maxSplits: 1)
    #expect(parts.count == 2)
    // The rule's text starts in column 15 of line 8.
    let (column, message) = parts[0].split(separator: ":", maxSplits: 1).map(String.init).pair
    #expect(
      words == "f.yaml:8:\(column): error:\(message)\n  remedy: \(parts[1])",
      "\(rule)")
  }

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

extension [String] {
  /// The only two elements.
  fileprivate var pair: (String, String) { (self[0], self[1]) }
}
