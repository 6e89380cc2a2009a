// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirScenario

/// Keys that would change nothing: each is refused with its place and what to do.
@Suite struct IdleKeyTests {
  private static func text(_ work: String, _ more: String = "") -> String {
    """
    weir: 1
    about: A test.
    clients: [ { list: a } ]
    workload: [ { every: 1s, for: 10s, \(work) } ]
    \(more)
    """
  }

  @Test(arguments: [
    ("does: count, field: score", "field", "count and transact always add to the field 'likes'"),
    ("does: transact, field: score", "field", "count and transact always add to the field 'likes'"),
    ("does: post, field: score", "field", "leave it out, or add one of these to `does`"),
    ("does: edit, values: [1]", "values", "leave it out, or add one of these to `does`"),
    ("does: post, page: 5", "page", "leave it out, or add one of these to `does`"),
    ("does: { post: 50%, edit: 50% }, away: 1s", "away", "add one of these to `does`"),
    ("does: { post: 100%, assign: 0% }, field: a", "field", "add one of these to `does`"),
  ])
  func `a key of work that no action looks at is refused`(
    work: String, key: String, remedy: String
  ) {
    let words = problems(Self.text(work))
    #expect(words.hasPrefix("f.yaml:4:"), "\(words)")
    #expect(words.contains("error: '\(key)' changes nothing here: it goes with "))
    #expect(words.contains(remedy))
    #expect(words.split(separator: "\n").count == 2)
  }

  @Test(arguments: [
    "does: assign, field: score, values: [1]", "does: { post: 50%, assign: 50% }, field: a",
    "does: { count: 50%, assign: 50% }, field: a", "does: page, page: 5", "does: leave, away: 1s",
    "does: { post: 50%, restart: 50% }, away: 1s", "does: reopen, away: 1s",
  ])
  func `a key that one of the actions looks at is fine`(work: String) {
    #expect(problems(Self.text(work)) == "no problem")
  }

  @Test func `the field of a thing needs values`() {
    func words(_ work: String) -> String {
      problems(
        """
        weir: 1
        about: A test.
        resources: [ { kind: room, at: /rooms/@ } ]
        clients: [ { list: rooms, context: { room: lobby } } ]
        workload: [ { kind: room, every: 1s, for: 10s, \(work) } ]

        """)
    }
    #expect(words("does: create, field: name").contains("'field' changes nothing here"))
    #expect(words("does: destroy, values: [a]").contains("'values' changes nothing here"))
    #expect(!words("does: create, field: name, values: [a]").contains("changes nothing"))
  }

  @Test(arguments: [("15s", false), ("14999ms", true), ("2min", false)])
  func `a crash of the server that never comes is refused`(at: String, isFine: Bool) {
    let words = problems(
      Self.text("does: post", "settle: 5s\nserver: { crashes: [ { at: \(at), for: 1s } ] }\n"))
    #expect(
      words
        == (isFine
          ? "no problem"
          : """
          f.yaml:6:28: error: the run is over at 15s, before the server crashes
            remedy: let it crash before that, or let the work go on, or settle, for longer
          """))
  }

  @Test(arguments: [
    ("counters: held", "no resource is counted", "add `resources:` with `counters:`"),
    ("counters: broken", "no resource is counted", "add `resources:` with `counters:`"),
    ("resources: held", "the scenario has no resources", "add `resources:`, or leave it out"),
  ])
  func `a checker of resources needs some`(expect: String, message: String, remedy: String) {
    let words = problems(Self.text("does: count", "expect: { \(expect) }\n"))
    #expect(words.hasPrefix("f.yaml:5:11: error: "), "\(words)")
    #expect(words.contains(message) && words.contains(remedy))
  }

  @Test(arguments: [
    ("post-to-seen: \"<500ms\"", "{ p99: { under: 500ms } }"),
    ("post-to-seen: '>= 1s'", "{ p99: { at-least: 1s } }"),
    ("post-to-seen: { p50: <500ms }", "{ under: 500ms }"),
    ("commits: \"> 5\"", "{ value: { over: 5 } }"),
    ("commits: { value: '<=5' }", "{ at-most: 5 }"),
  ])
  func `a bound with a sign gets the words for it`(expect: String, remedy: String) {
    let words = problems(Self.text("does: post", "expect: { \(expect) }\n"))
    #expect(words.contains("expected a comparison, found '"), "\(words)")
    #expect(words.hasSuffix("remedy: write \(remedy)"), "\(words)")
  }

  @Test(arguments: [
    ("clients: [ { list: rooms/{1..20} } ]", "put the whole path with {1..20} in double quotes"),
    ("clients: [ { list: {1..20} } ]", "`list: \"{1..20}\"`"),
    ("clients: [ { count: 2, list: a/r-{0..7}/b, newest: 3 } ]", "with {0..7} in double quotes"),
  ])
  func `a range of lists without quotes is told to be quoted`(clients: String, remedy: String) {
    let words = problems(
      "weir: 1\nabout: A test.\n\(clients)\nworkload: [ { does: post, every: 1s, for: 1s } ]\n")
    #expect(words.contains("braces mean a mapping unless they stand in quotes"), "\(words)")
    #expect(words.contains("remedy: quote it: ") && words.contains(remedy))
  }
}
