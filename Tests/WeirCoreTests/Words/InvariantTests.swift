// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct InvariantTests {
  @Test func `what holds costs no words`() {
    var said = 0
    func words() -> String {
      said += 1
      return "never said"
    }
    invariant(1 + 1 == 2, words())
    #expect(said == 0)
  }

  @Test func `what is broken stops the process and says why and where`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (event, instant) = (7, Instant(nanoseconds: 3))
      invariant(instant > Instant.zero + .seconds(1), "event \(event) scheduled at \(instant)")
    }
    #expect(died(death, saying: "invariant broken: event 7 scheduled at 0.000000003s"))
    #expect(died(death, saying: "WeirCoreTests/InvariantTests.swift:"))
  }

  @Test func `a branch that cannot be reached says so`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      invariantBroken("a row without a key")
    }
    #expect(died(death, saying: "invariant broken: a row without a key"))
  }
}
