// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario
import WeirTree

/// How a scenario says what apps keep in the tree, and what is said when it says it wrongly.
@Suite struct ResourceReadingTests {
  private static let text = """
    weir: 1
    about: A test.
    resources:
      - { kind: room, at: /rooms/@ }
      - kind: message
        at: /rooms/$room/messages/@
        counters:
          - { name: count, on: room }
          - { name: done, on: room, by: recount, where: { field: state, is: done } }
    clients: [ { list: a, context: { room: "lobby-{n}" } } ]
    workload: [ { does: { create: 60%, toggle: 40% }, kind: message, veto: 5%, every: 1s, for: 1s } ]

    """

  @Test func `kinds, counters, contexts and the work on them are read`() throws {
    let scenario = try scenario(Self.text)
    #expect(
      scenario.resources == [
        .init(kind: "room", template: "/rooms/@"),
        .init(
          kind: "message", template: "/rooms/$room/messages/@",
          counters: [
            .init(name: "count", owner: "room"),
            .init(
              name: "done", owner: "room", means: .recount,
              filter: .is(Path("state"), .text("done"))),
          ]),
      ])
    #expect(scenario.clients[0].context == [.init(kind: "room", key: "lobby-{n}")])
    let work = scenario.workload[0]
    #expect(work.kind == "message" && work.veto == Ratio(1, of: 20))
    #expect(work.does.map(\.action) == [.create, .toggle])
  }

  @Test func `every word of it counts for the fingerprint, and none where there is none`() throws {
    let changes = [
      ("/rooms/@", "/room/@"), ("count, on", "number, on"), ("recount", "transaction"),
      ("is: done", "is: open"), ("lobby-{n}", "lobby"), ("5%", "6%"),
      ("toggle: 40%", "update: 40%"),
    ]
    let prints =
      try [Self.text]
      .map { try scenario($0).fingerprint }
      + changes.map { from, to in
        try scenario(Self.text.replacing(from, with: to)).fingerprint
      }
    #expect(Set(prints).count == changes.count + 1)
    #expect(try scenario(least).provenance.values.allSatisfy { !$0.path.contains("kind") })
  }

  @Test(arguments: [
    (
      "context: { room", "context: { rom",
      "f.yaml:10:34: error: unknown kind 'rom'\n  remedy: did you mean 'room'? one of: room, message\n"
    ),
    (
      "kind: message, veto", "kind: massage, veto",
      "f.yaml:11:57: error: unknown kind 'massage'\n  remedy: did you mean 'message'? one of: room, message\n"
    ),
    (
      "name: count, on: room", "name: count, on: hall",
      "f.yaml:8:28: error: unknown kind 'hall'\n  remedy: one of: room, message\n"
    ),
    (
      "{ field: state, is: done }", "{ not: { has: a } }",
      "f.yaml:9:53: error: a counter that looks at more than one field\n"
        + "  remedy: write { has: word } or { field: state, is: open }\n"
    ),
    (
      ", context: { room: \"lobby-{n}\" }", "",
      "f.yaml:11:21: error: 'create' by the group 'clients', whose screen has no context\n"
        + "  remedy: add `context:` to the group, such as { room: lobby }\n"
    ),
    (
      ", kind: message, veto", ", veto",
      "f.yaml:11:13: error: missing key 'kind'\n  remedy: add for example `kind: message`\n"
    ),
    (
      "{ create: 60%, toggle: 40% }, kind: message", "post",
      "f.yaml:11:27: error: 'veto' does not belong here\n"
        + "  remedy: kind and veto go with create, update, destroy and toggle\n"
    ),
  ])
  func `what is wrong is said with its place and a remedy`(
    from: String, to: String, expected: String
  ) {
    #expect(problems(Self.text.replacing(from, with: to)) + "\n" == expected)
  }
}

extension String {
  /// The text with one part of it exchanged.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
