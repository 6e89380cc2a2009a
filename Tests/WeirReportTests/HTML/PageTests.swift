// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirTestSupport
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario
import WeirTrace
import WeirTree

import WeirReport

/// A run with everything that a page draws.
struct Watched {
  var outcome: Outcome
  var timeline: RunTimeline
  var distributions: [MetricDistribution]

  /// Runs a scenario to its end and gathers in steps of `stride` events.
  init(_ scenario: Scenario, seed: UInt64 = 1, stride: Int = 300) throws {
    var world = try World(scenario, seed: seed, keepingSteps: true)
    world.keepsSamples = true
    var timeline = RunTimeline(world.names, expecting: world.horizon - .zero)
    var goesOn = true
    while goesOn {
      goesOn = world.advance(by: stride)
      timeline.observe(world.takeSteps(), world.takeSamples(), firstBroken: world.firstBroken)
    }
    outcome = world.outcome()
    self.timeline = timeline
    distributions = world.distributions()
  }

  /// The page of the run.
  var page: Page {
    Page(Report(outcome, file: "a.yaml"), timeline: timeline, distributions: distributions)
  }

  /// Phones in one room, on a network of one delay.
  static func room(
    _ name: String = "room", about: String = "Phones in a room.", clients: Int = 3,
    loss: Ratio = .zero, settle: Interval = .seconds(30)
  ) -> Scenario {
    var scenario = Scenario(
      name: name, about: about, settle: settle,
      server: .init(servers: 1, service: .constant(.milliseconds(5))),
      networks: [.init(name: "default", delay: .constant(.milliseconds(40)))],
      clients: [.init(count: clients, lists: ["room"], window: .newest(10))],
      workload: [
        .init(
          name: "posts", does: [.init(action: .post, weight: .one)],
          pace: .every(.constant(.milliseconds(700))), lasts: .seconds(20))
      ])
    scenario.networks[0].loss = loss
    scenario.server.crashes = [.init(at: .seconds(8), lasts: .seconds(2))]
    return scenario
  }
}

@Suite struct PageTests {
  @Test func `a page holds the verdict, the command, a plot for each series, and its numbers`()
    throws
  {
    let watched = try Watched(Watched.room())
    let html = watched.page.html
    let heard = try #require(Heard.ofPage(html), "the page is not well-formed")
    #expect(html.utf8.count <= Page.mostBytes)
    for words in [
      "PASS", "weir run a.yaml --seed 1", "post-to-seen against time", "write-to-ack against time",
      "Writes against time", "List operations against time", "\(watched.outcome.digest)",
    ] {
      #expect(heard.words.contains(words), "\(words)")
    }
    let plots = heard.elements.filter { $0 == "figure" }.count
    #expect(plots >= 5)
    #expect(heard.elements.filter { $0 == "desc" }.count == plots)
    #expect(heard.elements.filter { $0 == "table" }.count >= plots)
    #expect(
      !heard.elements.contains("script") && !html.contains("http://") && !html.contains("https://"))
    #expect(heard.words.contains("Shaded: the server was down"))
  }

  @Test func `the same run gives the same bytes, however often it was looked at`() throws {
    let pages = try [1, 77, 100_000].map {
      try Watched(Watched.room(loss: Ratio(1, of: 50)), seed: 3, stride: $0).page.html
    }
    #expect(pages[0] == pages[1] && pages[1] == pages[2])
  }

  @Test func `names and reasons cannot become part of the page`() throws {
    let evil = "</title><script>alert('x')</script>&\"\u{202E}"
    var watched = try Watched(Watched.room(evil, about: evil))
    watched.outcome.findings[1].verdict = .broken(
      at: Instant.zero + .seconds(3), because: Breach(evil))
    watched.outcome.scenario.expectations = []
    let report = Report(watched.outcome, file: evil, settings: ["a=\(evil)"])
    let html = Page(
      report, timeline: watched.timeline, distributions: watched.distributions
    ).html
    let heard = try #require(Heard.ofPage(html))
    #expect(!heard.elements.contains("script"))
    #expect(heard.words.contains("BROKEN") && heard.words.contains("</title><script>alert('x')"))
  }

  @Test func `a broken promise is drawn with the messages before it`() throws {
    // The time to settle ends while the last message is still on its way.
    var scenario = Watched.room(settle: .milliseconds(1))
    scenario.server.crashes = []
    scenario.workload[0].lasts = .milliseconds(4210)
    let watched = try Watched(scenario)
    #expect(watched.outcome.isBroken)
    let failure = try #require(watched.timeline.failure)
    #expect(failure.finding.checker == "converge")
    let heard = try #require(Heard.ofPage(watched.page.html))
    #expect(heard.words.contains("Before it broke") && heard.words.contains("converge breaks at"))
    #expect(heard.words.contains("converge broke at"))
  }

  @Test func `a run in which nothing happened has a page, too`() throws {
    var scenario = Watched.room()
    scenario.workload[0].lasts = .milliseconds(100)
    scenario.server.crashes = []
    let heard = try #require(Heard.ofPage(try Watched(scenario).page.html))
    #expect(heard.words.contains("All numbers"))
  }

  @Test func `a load in stages on a network that takes no time has a page, too`() throws {
    var scenario = Watched.room()
    scenario.networks[0].delay = .constant(.zero)
    scenario.server.service = .constant(.zero)
    scenario.server.crashes = []
    scenario.workload[0].pace = .arrivals(
      .stages(
        from: Scenario.Rate(millionths: 2_000_000),
        [
          .init(rate: Scenario.Rate(millionths: 4_000_000), lasts: .seconds(5), slides: true),
          .init(rate: Scenario.Rate(millionths: 4_000_000), lasts: .seconds(5), slides: false),
        ]))
    let html = try Watched(scenario).page.html
    let heard = try #require(Heard.ofPage(html))
    #expect(heard.words.contains("write-to-ack against load"))
    #expect(!html.contains(#/\b(nan|inf)\b/#))
  }

  @Test func `lengths of which only one is not zero have a page, too`() throws {
    var watched = try Watched(Watched.room())
    var lengths = LatencyHistogram()
    for length in [0, 0, 0, 40_000_000] as [Int64] { lengths.add(length) }
    watched.distributions = [MetricDistribution(metric: "write-to-ack", histogram: lengths)]
    let heard = try #require(Heard.ofPage(watched.page.html))
    #expect(heard.words.contains("How lengths of time are spread"))
  }

  @Test func `what a run has very much of is drawn in part, and the page says so`() throws {
    var watched = try Watched(Watched.room())
    for number in 0..<300_000 {
      let instant = Instant(nanoseconds: Int64(number) * 1_000_000)
      watched.timeline.observe(
        [Step(at: instant, .meant, client: UInt32(number % 1000), journey: 1)],
        [
          Sample(
            .postToSeen, at: instant, nanoseconds: 1000 + Int64(number) * 7919 % 1_000_000_000),
          Sample(
            .writeToAck, at: instant, nanoseconds: 1000 + Int64(number) * 104_729 % 1_000_000_000),
        ])
    }
    let html = watched.page.html
    #expect(html.utf8.count <= Page.mostBytes)
    #expect(html.contains("is drawn, "))
  }

  @Test func `plots end with the work, and what they leave out is said`() throws {
    let short = try Watched(Watched.room(settle: .milliseconds(200)))
    #expect(short.page.restWords == nil)
    var long = try Watched(Watched.room(settle: .seconds(200)))
    // A connection is kept alive.
    let late = Instant.zero + .seconds(150)
    long.timeline.observe([], [Sample(.messageFlight, at: late, nanoseconds: 40_000_000)])
    #expect(long.page.lasts < 25 && long.page.lasts > 19)
    let words = try #require(long.page.restWords)
    #expect(words.contains("with the work. Left out: the time to settle, until 220s"))
    #expect(try #require(Heard.ofPage(long.page.html)).words.contains(words))
  }

  @Test func `a promise that breaks when all is settled is marked at the edge and told`() throws {
    var watched = try Watched(Watched.room(settle: .seconds(200)))
    let at = Instant.zero + .seconds(220)
    let finding = Finding(
      checker: "contiguity", verdict: .broken(at: at, because: "so"), opportunities: 1)
    watched.timeline.observe([], [], firstBroken: finding)
    #expect(watched.page.lasts < 25)
    #expect(watched.page.restWords?.contains("contiguity broke at 220s") == true)
    #expect(watched.page.html.contains("contiguity broke →"))
  }

  @Test func `a pass above promises that broke says that they had to`() throws {
    var watched = try Watched(Watched.room())
    #expect(!watched.page.html.contains("Wrong on purpose"))
    watched.outcome.scenario.expectations = [
      .init(subject: .broken("lists"), mark: Mark(file: "a.yaml", line: 1, column: 1))
    ]
    for place in watched.outcome.findings.indices
    where ["lists", "leak"].contains(watched.outcome.findings[place].checker) {
      watched.outcome.findings[place].verdict = .broken(at: .zero, because: "so")
    }
    // A scenario may wait for a bug of somebody's own to be mended.
    let waiting = try #require(Heard.ofPage(watched.page.html))
    #expect(waiting.words.contains("PASS"))
    #expect(waiting.words.contains("lists broke, as expected; with it broke leak."))
    #expect(!waiting.words.contains("Wrong on purpose"))
    watched.outcome.scenario.server.mutant = "so"
    let heard = try #require(Heard.ofPage(watched.page.html))
    #expect(
      heard.words.contains(
        "Wrong on purpose, and caught: lists broke, as expected; with it broke leak."))
  }

  @Test func `a list that is not like the server's is shown with the row that differs`() throws {
    var watched = try Watched(Watched.room())
    var breach: Breach = "client 1 shows 3 rows"
    breach.difference = RowDifference(
      client: 1, list: 0, section: 0, row: 2, server: Key("b"), shown: nil)
    watched.outcome.findings[0].verdict = .broken(at: .zero, because: breach)
    let heard = try #require(Heard.ofPage(watched.page.html))
    #expect(heard.words.contains("client 1 shows") && heard.words.contains("nothing there"))
    #expect(heard.words.contains("/room2'b'nothing there"))
    #expect(
      heard.words.contains("The first row that differs (\(watched.outcome.findings[0].checker)):"))
  }
}
