// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirRules

/// The read rule of a room, read with the wildcard `$room` above it, or all that is wrong with it.
private func read(_ rule: String) -> (expression: Rules.Expression?, faults: [RuleFault]) {
  RuleParser.read(rule, purpose: .read, variables: [("$room", depth: 0)])
}

@Suite struct RuleFaultTests {
  /// A rule, and the character, message and remedy that it is told with.
  static let expressions: [(String, String)] = [
    // Words.
    ("data = 5", "5: '=' assigns, and rules change nothing | write == to compare"),
    ("true & false", "5: a single '&' | write && for: both are true"),
    ("true | false", "5: a single '|' | write || for: at least one is true"),
    ("true # false", "5: '#' belongs to no rule | remove it, or put texts in quotes"),
    (
      "now > 12ab",
      "6: '12ab' is not a number | write digits, and a point where needed: 1.5; put texts in quotes"
    ),
    (
      "now > 1e",
      "6: '1e' is not a number | write digits, and a point where needed: 1.5; put texts in quotes"
    ),
    ("auth.uid == 'ann", "12: a text that never ends | close it with '"),
    // Grammar.
    ("(true", "0: the parenthesis is never closed | add the ')'"),
    ("data.child('a'", "10: the parenthesis is never closed | add the ')'"),
    ("data.hasChildren(['a'", "17: the list is never closed | add the ']'"),
    ("true)", "4: unexpected ')': nothing is open | remove it, or write '(' in front"),
    ("true]", "4: unexpected ']': nothing is open | remove it, or write '[' in front"),
    (
      "(true true)",
      "6: unexpected 'true' before the ')' | close the parenthesis first, or join the two with && or ||"
    ),
    ("true and false", "5: unexpected 'and' | write && for: both are true"),
    ("true or false", "5: unexpected 'or' | write || for: at least one is true"),
    ("true false", "5: unexpected 'false' | join two conditions with && or ||"),
    (
      "true &&",
      "7: the rule ends too early | something must follow here: a value, a name or a parenthesis"
    ),
    ("&& true", "0: unexpected '&&' | a value, a name or a parenthesis belongs here"),
    ("true ? false", "5: '?' without ':' | write condition ? one : other"),
    ("data.5", "5: unexpected '5' behind the '.' | write the name of a method"),
    (
      "data['a']",
      "4: unexpected '[' | write .child('name') for what lies below, .uid for who asks"
    ),
    // Names.
    ("dta.exists()", "0: unknown name 'dta' | did you mean 'data'?"),
    (
      "elephant",
      "0: unknown name 'elephant' | write one of auth, now, root, data, newData, or put texts in quotes"
    ),
    ("$rom == 'a'", "0: no wildcard '$rom' stands above this rule | did you mean '$room'?"),
    ("newData.exists()", "0: 'newData' in a .read rule | write data: who reads changes nothing"),
    ("data.exist()", "5: a snapshot has no 'exist' | did you mean 'exists'?"),
    (
      "data.length > 3",
      "5: a snapshot has no 'length' | write .val() in front: length is asked of texts"
    ),
    (
      "data.val().exists()",
      "11: a text has no 'exists' | write it before .val(): exists is asked of snapshots"
    ),
    (
      "data.elephant()",
      "5: a snapshot has no 'elephant' | write one of val, exists, child, parent, hasChild, hasChildren, isString, isNumber, isBoolean, getPriority"
    ),
    ("now.val() == 1", "4: a number has no 'val' | only snapshots and texts have methods"),
    ("auth.token == 'a'", "5: auth has no 'token' | all that is known of who asks is auth.uid"),
    ("auth.uid() == 'a'", "5: auth has no 'uid()' | all that is known of who asks is auth.uid"),
    ("root.parent().exists()", "5: the root has no parent | ask root itself"),
    // Arguments.
    ("data.exists", "5: 'exists' without parentheses | write exists()"),
    ("data.val().length() > 3", "11: 'length' with parentheses | write length"),
    ("data.child().exists()", "5: 'child' with 0 arguments | write child('name')"),
    ("data.exists('a')", "5: 'exists' with 1 arguments | write exists()"),
    ("data.hasChild(5)", "14: expected a text, found a number | write hasChild('name')"),
    (
      "data.hasChildren('a')",
      "17: expected a list, found a text | write hasChildren(['one', 'other'])"
    ),
    ("data.hasChildren([])", "17: an empty list | name a child, or write hasChildren() for any"),
    (
      "data.hasChildren([5])",
      "18: expected a text, found a number | a list has the names of children"
    ),
    ("data.child('').exists()", "11: an empty path | name a child, or remove the call"),
    (
      "data.child('a/b.c').exists()",
      "11: the key 'b.c' contains '.' | use no . # $ [ ] / and no control characters in keys of the tree"
    ),
    (
      "data.hasChildren(['a[0]'])",
      "17: the key 'a[0]' contains '[' | use no . # $ [ ] / and no control characters in keys of the tree"
    ),
    // Types.
    ("5", "0: a rule is true or false, and this is a number | compare it with something"),
    ("auth", "0: a rule is true or false, and this is who asks or null | write auth != null"),
    (
      "auth == 'ann'",
      "5: who asks or null and a text are never the same | write auth.uid for the name of who asks"
    ),
    ("now == 'late'", "4: a number and a text are never the same | compare values of one type"),
    ("data == null", "0: a snapshot cannot be compared | write .val() or .exists() behind it"),
    ("['a'] == null", "0: a list cannot be compared | write it as an argument of hasChildren"),
    ("now < 'late'", "4: '<' between a number and a text | join two numbers or two texts"),
    (
      "true < 5",
      "0: expected a number or a text, found true or false | '<' joins two numbers or two texts: compare it with something"
    ),
    ("'a' + 1 == 'a1'", "4: '+' between a text and a number | join two numbers or two texts"),
    (
      "now - 'a' > 0",
      "6: expected a number, found a text | '-' joins numbers: compare it with something"
    ),
    (
      "data && true",
      "0: expected true or false, found a snapshot | '&&' joins conditions: write .val() or .exists() behind it"
    ),
    (
      "true || auth",
      "8: expected true or false, found who asks or null | '||' joins conditions: write auth != null"
    ),
    ("!data", "1: expected true or false, found a snapshot | write !data.exists()"),
    ("!now", "1: expected true or false, found a number | write a comparison"),
    ("-'a' == 1", "1: expected a number, found a text | only numbers have a minus"),
    (
      "now ? true : false",
      "0: expected true or false, found a number | write a comparison before the '?'"
    ),
  ]

  @Test(arguments: expressions.indices)
  func `a wrong rule is told at its character`(index: Int) {
    let (rule, expected) = Self.expressions[index]
    let (expression, faults) = read(rule)
    #expect(expression == nil)
    #expect(
      faults.map { "\($0.offset): \($0.message) | \($0.remedy)" } == [expected], "\(rule)")
  }

  @Test func `ten thousand parentheses are a fault and no crash`() {
    for (open, close) in [("(", ")"), ("!", ""), ("-", ""), ("[", "]"), ("true ? ", " : true")] {
      let rule =
        String(repeating: open, count: 10_000) + "true" + String(repeating: close, count: 10_000)
      let messages = read(rule).faults.map(\.message)
      #expect(messages.contains("a rule is nested more than 64 deep"), "\(open)")
    }
    for (part, first) in [(" || true", "true"), (" + 1", "1"), (".parent()", "data")] {
      let messages = read(first + String(repeating: part, count: 10_000)).faults.map(\.message)
      #expect(messages.contains("a rule joins more than 400 parts"), "\(part)")
    }
  }
}
