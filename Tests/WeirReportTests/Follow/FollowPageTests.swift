// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCheck
import WeirCore
import WeirRun
import WeirScenario
import WeirSweep
import WeirTrace
import WeirTree

import WeirReport

@Suite struct FollowPageTests {
  private let key = Key("a")

  private func at(_ milliseconds: Int64) -> Instant { Instant.zero + .milliseconds(milliseconds) }

  /// One post by client 0, and what comes of it at client 1.
  private var steps: [Step] {
    [
      Step(at: at(1000), .meant, client: 0, journey: 7, list: 0, x: 1),
      Step(at: at(1000), .wrote, client: 0, journey: 7, list: 0, key: key, x: 99, y: 1),
      Step(at: at(1000), .sent, client: 0, journey: 7, x: UInt64(at(1040).nanoseconds)),
      Step(at: at(1010), .meant, client: 1, journey: 8, list: 0, x: 1),
      Step(at: at(1040), .arrived, client: 0, journey: 7, x: UInt64(at(1000).nanoseconds), y: 0),
      Step(at: at(1040), .committed, client: 0, journey: 7, list: 0, key: key, x: 99, y: 3),
      Step(at: at(1040), .sent, client: 1, journey: 7, x: .max, y: 2),
      Step(at: at(1090), .heard, client: 1, list: 0, key: key, x: 99, y: 1),
      Step(at: at(1190), .published, client: 1, list: 0, y: 1 << 30),
      Step(at: at(1190), .faulted, client: 1, list: 0, x: 3),
    ]
  }

  @Test
  func `an operation's life tells each of its stages, first before and then after the server`() {
    let stages: [ResourceStage] = [.asked, .allowed, .wrote, .did, .logged, .persisted]
    var life = Life(of: 7)
    life.add(Step(at: at(0), .meant, client: 0, journey: 7, list: 0, x: 1))
    life.add(Step(at: at(0), .operated, client: 0, journey: 7, list: 0, key: key, x: 3, y: 1))
    for (place, stage) in stages.enumerated() {
      life.add(
        Step(
          at: at(Int64(place)), .reported, client: 0, journey: 7, list: 0, key: key, x: 3,
          y: UInt64(stage.rawValue) | 5 << 8))
    }
    let lines = FollowPage(life, names: StepNames(lists: ["/l"])).text.split(separator: "\n").map(
      String.init)
    let told = lines.filter { $0.contains("operation 3") }
    #expect(
      told.map { $0.components(separatedBy: "client 0   ").last ?? "" } == [
        "begins to update 'a' (operation 3)", "operation 3 asks the app whether it may go on",
        "operation 3 may go on", "operation 3 writes",
        "operation 3 tells the app that it shows",
        "operation 3 tells the app what was committed",
        "operation 3 tells the app that it stands",
      ])
    #expect(told.map { $0.contains("   4   ") } == [true, true, true, true, true, false, false])
    #expect(told.suffix(2).allSatisfy { $0.contains("  11   a stack") })
  }

  @Test func `a message's life is a table with numbers and rooms`() {
    var life = Life(of: 7)
    for step in steps { life.add(step) }
    #expect(
      FollowPage(life, names: Catalogue.standard.names(lists: ["/rooms/lobby"])).text == """
        journey 7 · client 0 means to post in /rooms/lobby

             at   later        room           who        what
             1s     0ns    3   WeirWorkload   client 0   means to post
             1s     0ns    4   a stack        client 0   writes 'a', which it shows at once
             1s     0ns    6   WeirNetwork    client 0   sends it; it takes 40ms
          1.04s    40ms    7   WeirKernel     client 0   reaches the backend after 40ms
          1.04s    40ms    8   WeirBackend    server     commits 'a', version 3
          1.04s    40ms    9   WeirNetwork    client 1   is sent it, and it is lost
          1.09s    90ms   10   WeirClient     client 1   hears of a new 'a'
          1.19s   190ms   12   a stack        client 1   shows its list: +1
          1.19s   190ms   13   WeirLists      client 1   FAULTS by rule LV-3

        1 client showed it, the last 190ms after it was meant.

        """)
    #expect(
      FollowPage(Life(of: 9), names: StepNames()).text.contains("Nobody went on this journey."))
  }

  private var finding: Finding {
    Finding(
      checker: "lists",
      verdict: .broken(
        at: at(1190),
        because: Breach(
          "the list view of client 1 faulted by rule LV-3",
          first: Fact(steps[5], "the server committed 'a'"), second: Fact(steps[9], "it faulted"))),
      opportunities: 1)
  }

  @Test func `who knew what when stands in columns, as many as there is room for`() throws {
    let breach = try #require(finding.verdict.breach)
    #expect(breach.journey == 7)
    var last = LastSteps(before: at(1190), of: breach, most: 4)
    for step in steps { last.add(step) }
    let page = try #require(
      AroundPage(finding, last, names: StepNames(lists: ["/rooms/lobby"]), width: 100)?.text)
    #expect(
      page == """
        lists broke at 1.19s, because the list view of client 1 faulted by rule LV-3.
          at 1.04s the server committed 'a' (journey 7)
          at 1.19s it faulted

             at   server                         client 0                       client 1
          … 2 earlier steps
          1.04s   client 0: commits 'a',
                  version 3
          1.09s                                                                 hears of a new 'a'
          1.19s                                                                 shows its list: +1
          1.19s                                                                 FAULTS by rule LV-3

        """)
    var all = LastSteps(before: at(1190), of: breach, most: 40)
    for step in steps { all.add(step) }
    let narrow = try #require(
      AroundPage(finding, all, names: StepNames(lists: ["/rooms/lobby"]), width: 40)?.text)
    #expect(narrow.contains("… and 1 clients for which there is no room"))
    #expect(narrow.split(separator: "\n").dropFirst(4).dropLast().allSatisfy { $0.count <= 60 })
    let held = Finding(checker: "lists", verdict: .held, opportunities: 1)
    #expect(AroundPage(held, all, names: StepNames(lists: []), width: 80) == nil)
  }

  @Test func `what an app shows beside its list has a column next to its client`() throws {
    // Client 1 shows a badge as well, whose number is 2.
    var surfaces = SurfaceNumbers(clients: 2)
    surfaces.add("badge", of: 1)
    let names = StepNames(lists: ["/rooms/lobby"], surfaces: surfaces)
    let breach = Breach(
      "client 1's badge shows an old 'a' as row 0", first: Fact(steps[5], "the server committed"),
      second: Fact(at: at(1190), client: 1, "client 1's badge published its list"))
    let finding = Finding(
      checker: "converge", verdict: .broken(at: at(1190), because: breach), opportunities: 1)
    var last = LastSteps(before: at(1190), of: breach, most: 3, names: names)
    var steps = steps
    steps[8].client = 2
    for step in steps { last.add(step) }
    let page = try #require(AroundPage(finding, last, names: names, width: 160)?.text)
    #expect(page.firstMatch(of: #/client 1 +client 1's badge/#) != nil, "\(page)")
    var life = Life(of: 7, names: names)
    for step in steps { life.add(step) }
    let text = FollowPage(life, names: names).text
    #expect(text.contains("client 1's badge") && text.contains("1 client showed it"), "\(text)")
  }

  @Test func `a failure tells the facts, how to replay it and whom to follow`() throws {
    var result = SeedResult(scenario: 0, seed: 92, verdict: .broken, words: "")
    result.findings = [finding]
    var tally = SweepTally()
    tally.add(result)
    let report = SweepReport(
      parts: [.init(name: "chat", about: "Chat.", file: "chat.yaml", tally: tally)],
      seeds: 92...92, settings: ["network.loss=5%"])
    let tail = """
          at 1.04s the server committed 'a' (journey 7)
          at 1.19s it faulted
          weir run chat.yaml --seed 92 --set network.loss=5%
          weir follow chat.yaml --seed 92 --set network.loss=5% 7

      """
    #expect(report.text.contains(tail), "\(report.text)")
    #expect(
      Report.follow(file: "chat.yaml", seed: 1, settings: [], journey: 0)
        == "weir follow chat.yaml --seed 1")
  }

  @Test func `a life tells whether it is that of the row that differs`() {
    var breach: Breach = "client 1 shows 3 rows"
    breach.difference = RowDifference(
      client: 1, list: 0, section: 0, row: 3, server: key, shown: Key("b"))
    let finding = Finding(
      checker: "converge", verdict: .broken(at: at(9), because: breach), opportunities: 1)
    func text(_ journey: UInt32) -> String {
      var life = Life(of: journey)
      for step in steps { life.add(step) }
      return FollowPage(life, names: StepNames(lists: ["/l"]), findings: [finding]).text
    }
    let words = "/l, row 3: the server has 'a', client 1 shows 'b'."
    #expect(text(7).contains("converge broke on this row: \(words)"))
    #expect(text(8).contains("converge broke: \(words)"))
  }
}
