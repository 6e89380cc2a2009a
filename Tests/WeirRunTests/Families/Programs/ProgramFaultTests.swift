// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore

import WeirRun

/// Programs that misbehave: each is named with its place, and ends the run.
struct ProgramFaultTests {
  @Test func `a program that answers as agreed is no fault`() throws {
    let end = try PlayedProgram(script: #"answer '[]'"#)
    #expect(end.program.verdict == .held)
  }

  @Test func `a program that is not there ends with the code of the shell`() throws {
    let words = try PlayedProgram(command: "no-such-program-at-all").fault
    #expect(words.hasPrefix("client 0: line 1 to 'no-such-program-at-all': it ended with code 127"))
    #expect(words.contains("its last words were"))
  }

  @Test func `a program that dies is told with its code and its last words`() throws {
    let words = try PlayedProgram(script: "read line; echo 'no such phone' >&2; exit 3").fault
    #expect(words.contains("it ended with code 3; its last words were 'no such phone'"))
  }

  @Test func `a program that is killed is told with its signal`() throws {
    let words = try PlayedProgram(script: "read line; kill -9 $$").fault
    #expect(words.contains("it was killed by signal 9"))
  }

  @Test func `a program that closes its output and stays is ended`() throws {
    let words = try PlayedProgram(script: "read line; exec >&-; sleep 1000").fault
    #expect(words.contains("it has closed its standard output"))
  }

  @Test func `a program that is silent is ended when its time is over`() throws {
    let words = try PlayedProgram(script: "read line; sleep 1000", silence: "50ms").fault
    // On a busy machine the first line may already take as long.
    #expect(words.contains("to '") && words.contains("no answer came within 50ms"))
  }

  @Test func `a word too many is a fault, at once or before the next line`() throws {
    let behind = try PlayedProgram(script: #"read line; printf '[]\n[]\n'; sleep 1000"#).fault
    #expect(behind.contains("wrote '[]' behind '[]', its answer to line 2"))
    let before = try PlayedProgram(
      script: #"read line; printf '[]\nhello\n'; answer '[]'"#
    ).fault
    #expect(before.contains("wrote 'hello'"))
  }

  @Test func `a line without an end is cut off at its limit`() throws {
    let words = try PlayedProgram(script: "read line; cat /dev/zero").fault
    #expect(words.contains("an answer is longer than 16 MB"))
  }

  @Test func `a program that floods its standard error is heard all the same`() throws {
    let end = try PlayedProgram(
      script: #"head -c 300000 /dev/zero >&2; answer '[]'"#)
    #expect(end.program.verdict == .held)
  }

  @Test(arguments: [
    ("{", "column 2: "),
    ("[1,]", "column 3: "),
    ("[\"\u{FF}", "column"),
    ("[] []", "column 4: "),
  ])
  func `what is no JSON is told with its column`(answer: String, place: String) throws {
    let words = try PlayedProgram(answerToOpen: answer).fault
    #expect(words.contains("answer 3 of "))
    #expect(words.contains(place))
  }

  @Test(arguments: [
    (#"{}"#, "an answer is no array"),
    (#"[1]"#, "column 2: expected an object"),
    (#"[{}]"#, "an object without members"),
    (#"[{"lisen":1}]"#, "column 3: unknown key 'lisen'; did you mean 'listen'?"),
    (#"[{"listen":1,"pth":"a"}]"#, "unknown key 'pth'; did you mean 'path'?"),
    (#"[{"listen":-1}]"#, "'listen' is no whole number from 0 to 4294967295"),
    (#"[{"listen":1.0}]"#, "'listen' is no whole number"),
    (#"[{"listen":1,"path":"a/b#c"}]"#, "#"),
    (#"[{"listen":1,"query":{"by":"colour"}}]"#, "lists are not ordered by this"),
    (#"[{"listen":1,"query":{"by":"child"}}]"#, "without 'child'"),
    (#"[{"listen":1,"query":{"child":"a"}}]"#, "'child' without \"by\": \"child\""),
    (#"[{"listen":1,"query":{"first":1,"last":1}}]"#, "'first' beside 'last'"),
    (#"[{"listen":1,"query":{"first":0}}]"#, "'first' is no whole number from 1"),
    (#"[{"listen":1,"query":{"from":{"value":1}}}]"#, "an end in the order of keys is a key"),
    (#"[{"listen":1,"query":{"by":"value","to":{"key":"a"}}}]"#, "an end without a value"),
    (#"[{"wake":"soon"}]"#, "'wake' is no whole number"),
    (#"[{"show":"a"}]"#, "'show' is no array"),
    (#"[{"show":[1]}]"#, "the key of a row is no text"),
    (#"[{"show":["a","a"],"values":{"a":1}}]"#, "the row a comes twice"),
    (#"[{"show":["a"]}]"#, "the row 'a' is shown, but what it shows was not said"),
    (#"[{"show":["a"],"values":[1]}]"#, "'values' is no object"),
    (#"[{"show":[],"changes":{"delete":[-1]}}]"#, "this is no place in a list"),
    (#"[{"show":[],"changes":{"move":[[1]]}}]"#, "expected two places, found 1"),
    (#"[{"show":[],"changes":{"deletes":[]}}]"#, "did you mean 'delete'?"),
    (#"[{"listen":1},{"listen":1}]"#, "the listen 1 is open already"),
    (#"[{"unlisten":1}]"#, "there is no listen 1"),
    (#"[{"show":["a"],"values":{"a":1,"b":2}}]"#, "says what 'b' shows, which is not shown"),
    (#"[{"listen":1,"query":{"from":9}}]"#, "write {\"key\": \"a\"}, or {\"value\": 9}"),
    (#"[{"lost":1}]"#, "no listen 1 was lost in this life"),
    (#"[{"paged":1,"new":1}]"#, "'more' is missing"),
    (#"[{"paged":1,"new":1,"more":1}]"#, "'more' is neither true nor false"),
    (#"[{"page-failed":1,"why":"tired"}]"#, "one of: busy, not-loaded"),
    (#"[{"write":1,"set":1}]"#, "a write without a path"),
    (#"[{"write":1,"path":"a"}]"#, "a write says either what is set or what is merged"),
    (#"[{"write":1,"path":"a","set":1,"merge":{}}]"#, "either"),
    (#"[{"write":1,"path":".info/a","set":1}]"#, "outside of .info"),
    (#"[{"over":true}]"#, "'over' is no whole number"),
    (#"[{"over":9}]"#, "no action of the journey 9 is under way"),
    (#"[{"paged":4,"new":1,"more":true}]"#, "no page 4 is asked for"),
    (#"[{"page-failed":4,"why":"busy"}]"#, "no page 4 is asked for"),
    (
      #"[{"write":1,"path":"a","set":1,"journey":9}]"#,
      "a write for the journey 9, which no line 'act'"
    ),
    (
      #"[{"write":1,"path":"a","set":1},{"write":1,"path":"b","set":1}]"#,
      "the write 1 is under way already"
    ),
  ])
  func `what is not agreed is told with a remedy`(answer: String, words: String) throws {
    #expect(try PlayedProgram(answerToOpen: answer).fault.contains(words))
  }

  @Test(arguments: [
    (
      #"[]"#,
      "answer 1 of 'read a; echo '[]'; sleep 1000': expected an object; write {\"weir-stack\":1}"
    ),
    (#"{"weir-stack":1,"does":["pages"]}"#, "'does' knows no 'pages'; one of: page, act"),
    (#"{"weir-stack":2}"#, "this Weir speaks weir-stack/1 alone"),
    (#"{"name":"a"}"#, "'weir-stack' is missing"),
    (#"{"weir-stack":1,"nam":"a"}"#, "did you mean 'name'?"),
  ])
  func `the first answer says the agreement`(answer: String, words: String) throws {
    #expect(
      try PlayedProgram(command: "read a; echo '\(answer)'; sleep 1000").fault.contains(words))
  }

  @Test func `the first answer says what the program does beside showing a list`() throws {
    let command = #"read a; echo '{"weir-stack":1,"does":["act","page"]}'; sleep 1000"#
    #expect(
      try Conversation(command, silence: .seconds(10), seed: 1).greet() == ["act", "page"])
  }

  @Test func `a program that is a line behind is told so`() throws {
    let words = try PlayedProgram(
      script: #"read line; echo '[{"listen":1}]'; answer '[]'"#
    ).fault
    #expect(words.contains("answer 2 of '") && words.contains("a line behind with everything"))
  }

  @Test func `nothing is said any more after a fault`() throws {
    let end = try PlayedProgram(answerToOpen: "nonsense")
    #expect(end.program.verdict.isBroken)
    #expect(end.instant < Instant.zero + .seconds(1))
  }
}
