// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirRules
import WeirScenario
import WeirTree

/// The rules of a scenario, from the lines below `rules:`.
func permissions(_ lines: String) throws -> Permissions {
  let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
  let text = """
    weir: 1
    about: A test.
    clients: [ { list: a } ]
    workload: [ { does: post, every: 1s, for: 1s } ]
    server:
      rules:
    \(indented)
    """
  let scenario = try Scenario(
    text: Array(text.utf8), named: "f.yaml",
    in: Schema(
      promises: [], metrics: [],
      stacks: [StackFormat("streams", "Lists.", options: NoStackOptions.self, actions: [])]))
  let rules: Rules = try #require(scenario.server.rules)
  return Permissions(rules)
}

/// A branch of nodes.
func tree(_ children: [(String, Node)]) -> Node { Node(children.map { (Key($0.0), $0.1) }) }

@Suite struct RuleLanguageTests {
  static let root = tree([
    ("users", tree([("ann", tree([("admin", .bool(true)), ("age", .integer(40))]))])),
    (
      "place",
      tree([
        ("none", .null), ("yes", .bool(true)), ("no", .bool(false)), ("five", .integer(5)),
        ("half", .number(0.5)), ("text", .text("Hello")), ("wide", .text("a😀é")),
        ("ann", tree([("by", .text("ann")), ("word", .text("hi")), ("zero", .integer(0))])),
        ("ranked", Node.text("r").with(.number(7))), ("named", Node.integer(1).with(.text("p"))),
      ])
    ),
  ])

  /// An expression, the child of `place` at which it is a read rule, and whether ann may read there.
  static let cases: [(String, String, Bool)] = [
    ("true", "none", true), ("false", "none", false),
    // Who asks, and when.
    ("auth != null", "none", true), ("auth == null", "none", false),
    ("auth.uid == 'ann'", "none", true), ("auth.uid == \"bob\"", "none", false),
    ("auth.uid == $key", "ann", true), ("auth.uid == $key", "five", false),
    ("now == 1767225601500", "none", true), ("now > 1767225601500", "none", false),
    // Comparisons.
    ("data.val() == null", "none", true), ("data.val() == null", "five", false),
    ("data.val() == 5", "five", true), ("data.val() === 5.0", "five", true),
    ("data.val() != 5", "half", true), ("data.val() !== 0.5", "half", false),
    ("data.val() == 'Hello'", "text", true), ("data.val() == 'hello'", "text", false),
    ("data.val() == '5'", "five", false), ("data.val() == true", "yes", true),
    ("data.val() == true", "no", false), ("data.val() == null", "ann", false),
    ("data.val() == data.val()", "five", true), ("data.val() == data.val()", "ann", false),
    ("data.val() < 6", "five", true), ("data.val() <= 5", "five", true),
    ("data.val() > 5", "five", false), ("data.val() >= 0.5", "half", true),
    ("'B' < 'a'", "none", true), ("'a' <= 'a' && 'b' > 'a'", "none", true),
    ("'😀' < '\u{FFFD}'", "none", true), ("data.val() < 6", "text", false),
    ("!(data.val() < 6)", "text", false),
    // Numbers.
    ("1 + 2 * 3 == 7", "none", true), ("(1 + 2) * 3 == 9", "none", true),
    ("10 - 2 - 3 == 5", "none", true), ("7 % 4 == 3 && -7 % 4 == -3", "none", true),
    ("1 / 4 == 0.25", "none", true), ("1e3 == 1000 && 2.5e-1 == 0.25", "none", true),
    ("1 / 0 > 0", "none", false), ("1 / 0 > 0 || true", "none", false),
    ("1e308 * 10 > 0", "none", false), ("--5 == 5", "none", true),
    ("data.val() - 1 == 4", "five", true), ("data.val() - 1 == 4", "text", false),
    // Conditions.
    ("true || data.val() > 1", "text", true), ("data.val() > 1 || true", "text", false),
    ("false && data.val() > 1", "text", false), ("!(false && data.val() > 1)", "text", true),
    ("true || false && false", "none", true), ("(true || false) && false", "none", false),
    ("!true || !false", "none", true), ("!!true", "none", true), ("data.val()", "yes", true),
    ("data.val()", "no", false), ("data.val()", "five", false), ("!data.val()", "no", true),
    ("true ? false : true", "none", false), ("false ? false : true ? true : false", "none", true),
    ("(data.exists() ? 1 : 2) == 2", "none", true), ("data.val() ? true : true", "five", false),
    // Snapshots.
    ("data.exists()", "ann", true), ("data.exists()", "none", false),
    ("data.child('by').val() == 'ann'", "ann", true), ("data.child('by/x').exists()", "ann", false),
    ("data.child('/by').val() == auth.uid", "ann", true),
    ("data.child($key).exists()", "ann", false),
    ("data.child('' + '').exists() || true", "none", false),
    ("data.child('a.b' + '').exists() || true", "none", false),
    ("data.parent().child('five').val() == 5", "none", true),
    ("data.parent().parent().child('users').exists()", "none", true),
    ("!data.parent().parent().parent().exists()", "none", false),
    ("root.child('users/' + auth.uid + '/admin').val() == true", "none", true),
    ("root.child('users').child(auth.uid).child('age').val() >= 18", "none", true),
    ("root.exists()", "none", true), ("data.hasChild('zero')", "ann", true),
    ("data.hasChild('nothing')", "ann", false), ("data.hasChildren()", "ann", true),
    ("data.hasChildren()", "five", false), ("data.hasChildren(['by', 'word'])", "ann", true),
    ("data.hasChildren(['by', 'date'])", "ann", false), ("data.hasChildren([$key])", "ann", false),
    ("data.isString()", "text", true), ("data.isString()", "five", false),
    ("data.isNumber()", "five", true), ("data.isNumber()", "half", true),
    ("data.isNumber()", "text", false), ("data.isBoolean()", "no", true),
    ("data.isBoolean()", "none", false), ("data.isString()", "ranked", true),
    ("data.getPriority() == 7", "ranked", true), ("data.getPriority() == 'p'", "named", true),
    ("data.getPriority() == null", "five", true), ("data.val() == 1", "named", true),
    // Texts.
    ("data.val().length == 5", "text", true), ("data.val().length == 4", "wide", true),
    ("data.val().length > 0", "five", false), ("data.val().contains('ell')", "text", true),
    ("data.val().contains('elL')", "text", false), ("data.val().contains('')", "text", true),
    ("data.val().beginsWith('He')", "text", true), ("data.val().beginsWith('e')", "text", false),
    ("data.val().endsWith('lo')", "text", true), ("data.val().endsWith('xHello')", "text", false),
    ("data.val().replace('l', 'LL') == 'HeLLLLo'", "text", true),
    ("data.val().replace('', 'x') == 'Hello'", "text", true),
    ("data.val().toLowerCase() == 'hello'", "text", true),
    ("data.val().toUpperCase() == 'HELLO'", "text", true), ("'a' + 'b' == 'ab'", "none", true),
    ("'it\\'s'.length == 4 && '\\n\\t\\\\'.length == 3", "none", true),
    ("'é' == 'e\u{301}'", "none", false),
  ]

  @Test(arguments: cases.indices)
  func `an expression says what it should`(index: Int) throws {
    let (expression, key, expected) = Self.cases[index]
    let permissions = try permissions(
      """
      place:
        $key:
          .read: |
            \(expression)
      """)
    let allowed = permissions.allowsRead(
      at: Path([Key("place"), Key(key)]), auth: .init(uid: "ann"),
      now: Instant.zero + .milliseconds(1500), root: Self.root)
    #expect(allowed == expected, "\(expression) at \(key)")
  }

  @Test func `for somebody unknown the name is null`() throws {
    let rules = try permissions(
      """
      a: { .read: "auth.uid == null" }
      b: { .read: "auth == null" }
      c: { .read: "root.child('users/' + auth.uid).exists() || true" }
      """)
    let allowed = ["a", "b", "c"].map {
      rules.allowsRead(at: Path($0), auth: nil, now: .zero, root: Self.root)
    }
    #expect(allowed == [true, true, false])
  }

  @Test func `a text that replace makes too long makes the rule false`() throws {
    let doubling = String(repeating: ".replace('a', 'aa')", count: 200)
    let rules = try permissions(".read: \"'a'\(doubling).length > 0 || true\"")
    #expect(!rules.allowsRead(at: .root, auth: nil, now: .zero, root: .null))
  }
}
