// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirCases

@Suite struct CaseRecordingTests {
  private let text = """
    {"weir-cases": 1, "cases": [{"case": "c", "rule": "E2", "steps": [
      {"listen": "l", "as": "l"},
      {"set": "l", "to": 1, "events": [["l", "value", 7]]},
      {"server": "l", "data": {"a": 1}, "events": "any"},
      {"ack": 1}]}]}
    """

  @Test func `what really happens is written into the file`() throws {
    let recorded = try CaseFile.recording(Array(text.utf8), file: "c.json")
    #expect(
      recorded == """
        {
          "weir-cases": 1,
          "cases": [
            {
              "case": "c",
              "rule": "E2",
              "steps": [
                {"listen": "l", "as": "l"},
                {"set": "l", "to": 1, "events": [["l","value",1]]},
                {"server": "l", "data": {"a":1}, "events": "any"},
                {"ack": 1, "events": [
                  ["l","child_added","a",1],
                  ["l","value",{"a":1}]]}
              ]
            }
          ]
        }

        """)
    let read = try CaseFile(reading: Array(recorded.utf8), file: "c.json")
    #expect(CaseRunner.failure(of: read.cases[0]) == nil)
    #expect(try CaseFile.recording(Array(recorded.utf8), file: "c.json") == recorded)
  }

  @Test func `of a whole client answers and the wire are written, too`() throws {
    let text = """
      {"weir-cases": 1, "cases": [{"case": "c", "plays": "client", "steps": [
        {"connect": true, "wire": "any"},
        {"set": "l", "to": {".sv": "timestamp"}, "wire": []},
        {"answer": 1, "answers": [[7, "stale"]]}]}]}
      """
    let recorded = try CaseFile.recording(Array(text.utf8), file: "c.json")
    #expect(
      recorded == """
        {
          "weir-cases": 1,
          "cases": [
            {
              "case": "c",
              "plays": "client",
              "steps": [
                {"connect": true, "wire": "any"},
                {"set": "l", "to": {".sv":"timestamp"}, "wire": [["set",1,"/l",{".sv":"timestamp"}]]},
                {"answer": 1, "answers": [[1,"committed"]]}
              ]
            }
          ]
        }

        """)
    #expect(try CaseFile.recording(Array(recorded.utf8), file: "c.json") == recorded)
  }
}
