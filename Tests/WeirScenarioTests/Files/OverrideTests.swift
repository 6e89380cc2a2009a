// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct OverrideTests {
  @Test func `values on the command line count instead of the file's`() throws {
    let scenario = try scenario(
      firstSteps,
      overrides: [
        "clients.0.count=500", "workload.0.for=5s", "network.loss=1%", "settle=1min",
        "network.delay={ uniform: [1ms, 2ms] }", "server.tree.rooms.lobby.a=[1, x]",
      ])
    #expect(scenario.clients[0].count == 500)
    #expect(scenario.workload[0].lasts == .seconds(5))
    #expect(scenario.networks[0].loss == Ratio(1, of: 100))
    #expect(scenario.settle == .seconds(60))
    #expect(
      scenario.networks[0].delay == .uniform(from: .milliseconds(1), to: .milliseconds(2)))
    #expect(scenario.provenance.overrides.count == 6)
  }

  @Test func `a path through a plain value makes a mapping of it`() throws {
    let scenario = try scenario(
      least + "network: { delay: 40ms }\n", overrides: ["network.delay.exponential=80ms"])
    #expect(scenario.networks[0].delay == .exponential(mean: .milliseconds(80)))
  }

  @Test func `the later of two overrides counts`() throws {
    #expect(try scenario(least, overrides: ["seed=5", "seed=6"]).seed == 6)
  }

  @Test func `its mistakes are told with its number and its place`() {
    #expect(
      problems(
        least,
        overrides: [
          "seed=x", "clients.0.conut=5", "clients.7.count=5", "settle", "a..b=1", "about='x",
          "network={ loss: 7 }",
        ]) == """
          --set:1:6: error: expected a seed, found 'x'
            remedy: write a whole number from 0 to 18446744073709551615, or 0x and up to 16 digits
          --set:2:11: error: unknown key 'conut'
            remedy: did you mean 'count'? allowed here: name, count, stack, list, pick, newest, \
          oldest, order, descending, from, to, where, show, sections, also, flipped, batch, network, auth, arrive, clock-ahead, presence, persistence, quirks, context
          --set:3:9: error: a list of 1 has no place '7'
            remedy: write a number from 0 to 0
          --set:4:1: error: an override without '=': settle
            remedy: write for example --set clients.0.count=500
          --set:5:3: error: an empty step in the path of an override
            remedy: write keys and places with one dot between them: clients.0.count
          --set:6:7: error: a quote is opened here and never closed
            remedy: add the closing quote
          --set:7:17: error: share without a unit: 7
            remedy: write 7%, or a fraction such as 1/200
          """)
  }

  @Test func `a key that an override replaces is told with the override's place`() {
    #expect(
      problems(
        least + "network: { duplicate: 0% }\n", overrides: ["network.duplicate=1%"]
      ).hasPrefix("--set:1:9: error: 'duplicate' on a stream"))
  }

  @Test func `an override without a value is nothing, and nothing is not a seed`() {
    #expect(
      problems(least, overrides: ["seed="]).hasPrefix(
        "--set:1:6: error: expected a seed, found nothing"))
  }
}
