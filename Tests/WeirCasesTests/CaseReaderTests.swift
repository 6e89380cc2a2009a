// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

import WeirCases

@Suite struct CaseReaderTests {
  private func problems(_ text: String) -> [String] {
    do throws(Problems) {
      _ = try CaseFile(reading: Array(text.utf8), file: "c.json")
      return []
    } catch {
      return error.all.map { problem in
        "\(problem.mark.map { "\($0.line):\($0.column)" } ?? "?") \(problem.message)"
      }
    }
  }

  private func problems(inSteps steps: String) -> [String] {
    problems(
      "{\"weir-cases\": 1, \"cases\": [{\"case\": \"c\", \"rule\": \"E2\", \"steps\": [\n\(steps)]}]}"
    )
  }

  private func query(_ words: String) throws -> Query? {
    let text =
      "{\"weir-cases\": 1, \"cases\": [{\"case\": \"c\", \"rule\": \"E2\", \"steps\": [{\"listen\": \"l\", \"as\": \"l\", \"query\": \(words)}]}]}"
    let file = try CaseFile(reading: Array(text.utf8), file: "c.json")
    guard case .listen(_, let query, _) = file.cases[0].steps[0].action else { return nil }
    return query
  }

  @Test func `all problems are said at once, by place`() {
    #expect(
      problems(
        """
        {"weir-cases": 2, "abuot": "x",
         "cases": [
          {"case": "a", "steps": []},
          {"case": "a", "rule": [], "steps": [
            {"listen": "l", "as": "l", "querry": {}},
            {"set": "l", "ack": 1},
            {}, 7
          ]}
        ]}
        """) == [
          "1:16 a version of case files that is not known",
          "1:19 unknown key 'abuot'",
          "3:26 a case without a step",
          "4:12 a second case 'a'",
          "4:25 no rule",
          "5:32 unknown key 'querry'",
          "6:5 a step in which two things happen: 'set' and 'ack'",
          "7:5 a step without an action",
          "7:9 a step must be an object",
        ])
  }

  @Test(arguments: [
    (#"[]"#, "3:27 no quirk"),
    (#"["forgets-kept", "doubts-nul"]"#, "3:27 unknown quirk 'doubts-nul'"),
    (#"3"#, "3:27 a quirk must be a text"),
  ])
  func `quirks that there are not are refused`(quirks: String, problem: String) {
    let file = """
      {"weir-cases": 1,
       "cases": [
        {"case": "a", "quirks": \(quirks), "steps": [{"listen": "l", "as": "l"}]}]}
      """
    #expect(problems(file) == [problem])
  }

  @Test func `what is no case file at all is said as well`() {
    #expect(problems("") == ["1:1 nothing to read"])
    #expect(problems("[]") == ["1:1 a case file must be an object"])
    #expect(
      problems("{}") == ["1:1 a case file without 'weir-cases'", "1:1 a case file without 'cases'"])
    #expect(problems("{\"weir-cases\": 1, \"cases\": []}") == ["1:28 a file without a case"])
    #expect(problems("{\"weir-cases\": 1, \"cases\": {}}") == ["1:28 the cases must be an array"])
  }

  @Test(arguments: [
    (#"{"unlisten": "l"}"#, "2:14 there is no listener yet"),
    (#"{"listen": "l", "as": "l"}, {"unlisten": "k"}"#, "2:42 unknown listener 'k'"),
    (
      #"{"listen": "l", "as": "l"}, {"listen": "l", "as": "l"}"#,
      "2:51 a second listener 'l' at one place"
    ),
    (
      #"{"listen": "l", "as": "l"}, {"listen": "m", "as": "l", "snapshot": {"l": {"keys": []}}}"#,
      "2:69 a snapshot of 'l', which listens at several places"
    ),
    (#"{"listen": "l", "as": "l", "events": [{"anyOrder": []}]}"#, "2:52 a group without an event"),
    (#"{"listen": "l", "as": "l", "events": [{}]}"#, "2:39 a group of events without 'anyOrder'"),
    (
      #"{"listen": "l", "as": "l", "wire": [["listen", "l", "known"]]}"#, "2:37 3 parts of 'listen'"
    ),
    (#"{"connect": true}"#, "2:2 'connect' in a case of views"),
    (#"{"ack": 1, "answers": []}"#, "2:12 unknown key 'answers'"),
    (#"{"listen": "l"}"#, "2:1 the step 'listen' without 'as'"),
    (#"{"listen": "a.b", "as": "l"}"#, "2:12 '.' in the key 'a.b'"),
    (#"{"listen": 5, "as": "l"}"#, "2:12 the path must be a text"),
    (#"{"server": "l"}"#, "2:1 what does the server say?"),
    (#"{"server": "l", "data": 1, "merge": {}}"#, "2:1 what does the server say?"),
    (#"{"server": "l", "data": {"$": 1}}"#, "2:26 '$' in the key '$'"),
    (#"{"server": "l", "merge": 5}"#, "2:26 a merge must be an object"),
    (
      #"{"server": "l", "data": 1, "for": 0}"#,
      "2:35 the number of a listen must be a whole number from 1 on"
    ),
    (#"{"set": "l", "to": {".sv": "timestamp"}}"#, "2:20 a value that the server fills in"),
    (#"{"set": "l/.priority", "to": true}"#, "2:30 /l/.priority: this is not a priority"),
    (
      #"{"set": "l", "to": 1, "write": 2}, {"set": "l", "to": 1, "write": 2}"#,
      "2:67 write 2 after write 2"
    ),
    (#"{"set": "l", "to": 1, "visible": 1}"#, "2:34 'visible' is neither true nor false"),
    (#"{"update": "l", "with": {"a": 1, "a/b": 2}}"#, "2:25 /a/b lies below /a in one merge"),
    (#"{"ack": "1"}"#, "2:9 the number of a write must be a whole number from 1 on"),
    (#"{"ack": 1, "events": {}}"#, "2:22 the events must be an array"),
    (#"{"ack": 1, "events": [5]}"#, "2:23 an event must be an array of a listener and a kind"),
    (
      #"{"listen": "l", "as": "l", "events": [["l", "child_add", "a", 1]]}"#,
      "2:45 unknown event 'child_add'"
    ),
    (
      #"{"listen": "l", "as": "l", "events": [["l", "child_added", "a"]]}"#,
      "2:39 3 parts of 'child_added'"
    ),
    (
      #"{"listen": "l", "as": "l", "events": [["l", "child_removed", "a", 1, "b"]]}"#,
      "2:39 5 parts of 'child_removed'"
    ),
    (
      #"{"listen": "l", "as": "l", "events": [["l", "child_added", 5, 1]]}"#,
      "2:60 the key of a child must be a text"
    ),
    (#"{"listen": "l", "as": "l", "wire": [["ask", "l"]]}"#, "2:38 unknown wish 'ask'"),
    (#"{"listen": "l", "as": "l", "wire": ["l"]}"#, "2:37 this is not a wish"),
    (#"{"ack": 1, "snapshot": {}}"#, "2:24 a snapshot must be an object by listeners"),
    (#"{"listen": "l", "as": "l", "snapshot": {"l": {}}}"#, "2:41 an empty snapshot"),
    (#"{"listen": "l", "as": "l", "snapshot": {"l": {"kesy": []}}}"#, "2:47 unknown key 'kesy'"),
    (#"{"listen": "l", "as": "l", "query": {"orderBy": "$keys"}}"#, "2:49 unknown order '$keys'"),
    (
      #"{"listen": "l", "as": "l", "query": {"startAt": 1, "equalTo": 2}}"#,
      "2:49 both 'equalTo' and 'startAt'"
    ),
    (
      #"{"listen": "l", "as": "l", "query": {"limitToLast": 0}}"#,
      "2:53 the limit must be a whole number from 1 on"
    ),
    (
      #"{"listen": "l", "as": "l", "query": {"orderBy": "$key", "startAt": 1}}"#,
      "2:68 an end of a range in key order must be a text"
    ),
    (
      #"{"listen": "l", "as": "l", "query": {"startAt": true}}"#,
      "2:49 an end of a range that no child can stand at"
    ),
    (
      #"{"listen": "l", "as": "l", "query": {"orderBy": "$value", "startAt": [1]}}"#,
      "2:70 an end of a range of 1 parts"
    ),
    (
      #"{"listen": "l", "as": "l", "query": {"orderBy": "/"}}"#,
      "2:49 an order by an empty path"
    ),
  ])
  func `what has no meaning is refused where it stands`(steps: String, problem: String) {
    #expect(problems(inSteps: steps).contains(problem), "\(problems(inSteps: steps))")
  }

  @Test(arguments: [
    (#"{"ack": 1}"#, "2:2 'ack' in a case of a whole client"),
    (#"{"connect": false}"#, "2:13 this is not a time of the server"),
    (#"{"connect": -1}"#, "2:13 this is not a time of the server"),
    (#"{"disconnect": "brake"}"#, "2:16 unknown end of a connection 'brake'"),
    (#"{"transaction": "n"}"#, "2:1 what does the transaction do?"),
    (#"{"transaction": "n", "add": 1, "put": 1}"#, "2:1 what does the transaction do?"),
    (#"{"transaction": "n", "add": "1"}"#, "2:29 the number to add must be a whole number"),
    (#"{"onDisconnect": "n"}"#, "2:1 what is to happen when the client is gone?"),
    (#"{"answer": 0}"#, "2:12 the number of a request must be a whole number from 1 on"),
    (#"{"answer": 1, "says": "yes"}"#, "2:23 unknown answer 'yes'"),
    (#"{"server": "n", "data": 1}"#, "2:1 the server sends data under no listen"),
    (#"{"set": "n", "to": 1, "visible": false}"#, "2:23 unknown key 'visible'"),
    (#"{"answer": 1, "answers": [1]}"#, "2:27 this is not an answer"),
    (#"{"answer": 1, "answers": [[1, "done"]]}"#, "2:31 unknown end 'done'"),
    (#"{"answer": 1, "wire": [["sett", 1, "n", 1]]}"#, "2:25 unknown wish 'sett'"),
    (#"{"answer": 1, "wire": [["set", 1, "n"]]}"#, "2:24 3 parts of 'set'"),
    (#"{"answer": 1, "wire": [["set", 1, "n", 1, "if"]]}"#, "2:43 this is not 'if unchanged'"),
    (#"{"answer": 1, "wire": [["onDisconnect", "put", 1, "n", 1]]}"#, "2:41 unknown wish 'put'"),
    (#"{"answer": 1, "wire": [["hello", 1]]}"#, "2:24 2 parts of 'hello'"),
  ])
  func `what has no meaning for a whole client is refused where it stands`(
    step: String, problem: String
  ) {
    let found = problems(
      "{\"weir-cases\": 1, \"cases\": [{\"case\": \"c\", \"plays\": \"client\", \"steps\": [\n\(step)]}]}"
    )
    #expect(found.contains(problem), "\(found)")
  }

  @Test func `what plays a case is one of two`() {
    let text =
      #"{"weir-cases": 1, "cases": [{"case": "c", "plays": "clients", "steps": [{"ack": 1}]}]}"#
    #expect(problems(text) == ["1:52 unknown player 'clients'"])
  }

  @Test func `every problem has a remedy`() {
    let text =
      #"{"weir-cases": 1, "cases": [{"case": 1, "rule": [], "steps": [{"listen": "l"}], "x": 1}]}"#
    do throws(Problems) {
      _ = try CaseFile(reading: Array(text.utf8), file: "c.json")
      Issue.record("it was read")
    } catch {
      #expect(error.all.count == 4)
      for problem in error.all { #expect(!problem.remedy.isEmpty && problem.mark != nil) }
    }
  }

  @Test func `queries are those of the service's own clients`() throws {
    #expect(try query("{}") == Query(.priority))
    #expect(try query(#"{"orderBy": "$key"}"#) == Query(.key))
    #expect(
      try query(#"{"orderBy": "a/b", "limitToLast": 3}"#)
        == Query(.child(Path("a/b")), limit: .last(3)))
    #expect(
      try query(#"{"orderBy": "$value", "startAt": [1, "k"], "endAt": "x"}"#)
        == Query(.value, from: .init(.integer(1), key: Key("k")), to: .init(.text("x"))))
    #expect(
      try query(#"{"orderBy": "$key", "equalTo": "k"}"#)
        == Query(.key, from: .init(Key("k")), to: .init(Key("k"))))
    #expect(
      try query(#"{"startAfter": 1, "endBefore": null}"#)
        == Query(
          .priority, from: .init(.integer(1), isExclusive: true),
          to: .init(.none, isExclusive: true)))
    #expect(
      try query(#"{"orderBy": "$key", "startAfter": "k"}"#)
        == Query(.key, from: .init(Key("k"), isExclusive: true)))
    #expect(
      try query(#"{"orderBy": "$value", "startAfter": [1, "k"], "endBefore": [2, "k"]}"#)
        == Query(
          .value, from: .init(.integer(1), key: Key("k"), isExclusive: true),
          to: .init(.integer(2), key: Key("k"), isExclusive: true)))
  }

  @Test func `every beginning of a file is refused and none traps`() {
    let text =
      #"{"weir-cases": 1, "cases": [{"case": "c", "rule": "E2", "steps": [{"listen": "l", "as": "l", "query": {"orderBy": "$value", "startAt": [1, "k"]}, "events": [["l", "child_added", "a", {"b": 1}, null]], "wire": [["listen", "l"]]}]}]}"#
    let other =
      #"{"weir-cases": 1, "cases": [{"case": "c", "plays": "client", "steps": [{"connect": 5}, {"listen": "l", "as": "l"}, {"transaction": "l", "add": 1, "events": [{"anyOrder": [["l", "value", {"b": 1}]]}], "answers": [[1, "committed"]], "wire": [["set", 1, "l", 1, "if unchanged"]]}, {"onDisconnect": "l", "with": {"a": 1}, "wire": [["onDisconnect", "update", 2, "l", {"a": 1}]]}]}]}"#
    for text in [text, other] {
      #expect(problems(text).isEmpty)
      for count in 0..<text.utf8.count {
        #expect(!problems(String(decoding: text.utf8.prefix(count), as: UTF8.self)).isEmpty)
      }
    }
  }
}
