// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirRun
import WeirTrace

import WeirReport

@Suite struct ChromeTraceTests {
  private static func events(_ name: String = "room") throws -> (
    steps: [Step], events: [[String: Any]]
  ) {
    var world = try World(Watched.room(name), seed: 1, keepingSteps: true)
    var chromeTrace = ChromeTrace(world.names)
    var text = ChromeTrace.heading(scenario: name, seed: 1)
    var all: [Step] = []
    var goesOn = true
    while goesOn {
      goesOn = world.advance(by: 50)
      let steps = world.takeSteps()
      for step in steps { text += chromeTrace.events(of: step) }
      all += steps
    }
    text += ChromeTrace.ending
    let page = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    return (all, try #require(page["traceEvents"] as? [[String: Any]]))
  }

  @Test func `the file is JSON, whatever the scenario is called`() throws {
    #expect(try Self.events("a \"b\"\\\n\u{1}").events.count > 100)
  }

  @Test func `every arc that begins ends, and no earlier`() throws {
    let (steps, events) = try Self.events()
    var begun: [String: Double] = [:]
    var ended = 0
    for event in events {
      guard let phase = event["ph"] as? String, phase == "b" || phase == "e" else { continue }
      let category = try #require(event["cat"] as? String)
      let id = try #require(event["id"] as? Int)
      let at = try #require(event["ts"] as? Double)
      let key = "\(category) \(id)"
      if phase == "b" {
        #expect(begun[key] == nil)
        begun[key] = at
      } else {
        ended += 1
        let start = try #require(begun[key])
        #expect(start <= at)
      }
    }
    #expect(ended == begun.count)
    #expect(begun.count == steps.filter { [.meant, .arrived, .served].contains($0.kind) }.count)
  }

  @Test func `each client is named once, and every event has its track`() throws {
    let (_, events) = try Self.events()
    let names = events.filter { $0["name"] as? String == "thread_name" }
    #expect(names.count == 3)
    let tracks = Set(names.compactMap { $0["tid"] as? Int })
    for event in events where event["pid"] as? Int == 2 && event["ph"] as? String != "M" {
      #expect(tracks.contains(event["tid"] as? Int ?? -1))
    }
  }

  @Test func `times are exact to the nanosecond`() {
    #expect(ChromeTrace.time(Instant(nanoseconds: 1_234_567)) == "1234.567")
    #expect(ChromeTrace.time(Instant(nanoseconds: 9_000_000_000_000_007)) == "9000000000000.007")
    #expect(ChromeTrace.time(.zero) == "0.000")
  }
}
