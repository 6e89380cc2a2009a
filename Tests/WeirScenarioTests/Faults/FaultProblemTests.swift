// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct FaultProblemTests {
  @Test(arguments: wrong)
  func `a mistake in a fault is told with place and remedy`(_ line: String, _ expected: String) {
    let text = """
      weir: 1
      about: A test.
      clients: [ { name: phones, list: a } ]
      workload: [ { does: post, every: 1s, for: 60s } ]
      faults:
        - \(line)

      """
    #expect(problems(text) == expected, "\(line)")
  }

  @Test(arguments: [
    ("", "", "no problem"), (", clients: couriers", "", "no problem"),
    (
      ", clients: phones", "",
      """
      f.yaml:8:14: error: 'cut-files' of 'phones' where no file moves
        remedy: add what moves files to `does` (bring), or leave the fault out
      """
    ),
    (
      "", "post",
      """
      f.yaml:8:14: error: 'cut-files' where no file moves
        remedy: add what moves files to `does` (bring), or leave the fault out
      """
    ),
  ])
  func `a fault of files is for those who move some`(
    _ whom: String, _ others: String, _ expected: String
  ) {
    let text = """
      weir: 1
      about: A test.
      clients: [ { name: phones, list: a }, { name: couriers, list: a, stack: couriers } ]
      workload:
        - { clients: phones, does: post, every: 1s, for: 60s }
        - { clients: couriers, does: \(others.isEmpty ? "bring" : others), every: 1s, for: 60s }
      faults:
        - { fault: cut-files, chance: 50%, from: 1s, until: 9s\(whom) }

      """
    #expect(problems(text, in: fileSchema) == expected)
  }

  static let wrong: [(String, String)] = [
    (
      "{ fault: lose, chance: 1% }",
      """
      f.yaml:6:14: error: unknown fault 'lose'
        remedy: did you mean 'loss'? one of: slow-link, loss, duplicate, reorder, clog, partition, \
      disconnect, background, kill, clock, cache-loss, cache-corruption, crash, slow-server, \
      overload, throttle, quota, revoke, reject, stale-replica, …
      """
    ),
    (
      "{ fault: loss }",
      """
      f.yaml:6:5: error: missing key 'chance'
        remedy: add for example `chance: 30%`
      """
    ),
    (
      "{ fault: slow-server, factor: 10, at: 1s, for: 1s }",
      """
      f.yaml:6:14: error: 'slow-server' where the server takes no time
        remedy: say how long a request takes: server: { service: { exponential: 2ms } }
      """
    ),
    (
      "{ fault: stale-replica, lag: 2s, at: 1s, for: 1s }",
      """
      f.yaml:6:14: error: 'stale-replica' of a server that has no copy
        remedy: say how many copies there are: server: { replicas: 2 }
      """
    ),
    (
      "{ fault: slow-files, factor: 10, at: 1s, for: 1s }",
      """
      f.yaml:6:14: error: 'slow-files' where no file moves
        remedy: leave the fault out
      """
    ),
    (
      "{ fault: stalled-files, clients: phones, at: 1s, for: 1s }",
      """
      f.yaml:6:14: error: 'stalled-files' of 'phones' where no file moves
        remedy: leave the fault out
      """
    ),
    (
      "{ fault: loss, chance: 0% }",
      """
      f.yaml:6:28: error: a chance of 0% is no fault
        remedy: write more than 0%, or remove the fault
      """
    ),
    (
      "{ fault: loss, chance: 1%, factor: 2 }",
      """
      f.yaml:6:32: error: 'factor' does not belong here
        remedy: loss goes with chance, direction, clients, share
      """
    ),
    (
      "{ fault: crash, at: 2s, for: 1s, clients: phones }",
      """
      f.yaml:6:38: error: 'clients' does not belong here
        remedy: crash is said by its time alone
      """
    ),
    (
      "{ fault: clog, at: 2s, every: 3s, for: 1s }",
      """
      f.yaml:6:28: error: 'every' beside 'at'
        remedy: at is once, every is again and again: keep one of them
      """
    ),
    (
      "{ fault: clog, at: 2s }",
      """
      f.yaml:6:5: error: missing key 'for'
        remedy: add for example `for: { uniform: [1s, 5s] }`
      """
    ),
    (
      "{ fault: clog, for: 2s }",
      """
      f.yaml:6:20: error: 'for' does not belong here
        remedy: for goes with at and every
      """
    ),
    (
      "{ fault: clog, at: 2s, for: 1s, until: 9s }",
      """
      f.yaml:6:37: error: 'until' does not belong here
        remedy: from and until go with every, or stand alone
      """
    ),
    (
      "{ fault: disconnect, at: 2s, for: 1s }",
      """
      f.yaml:6:34: error: 'for' does not belong here
        remedy: disconnect happens at a moment
      """
    ),
    (
      "{ fault: disconnect, from: 2s }",
      """
      f.yaml:6:7: error: when does the disconnect happen?
        remedy: add for example `every: { exponential: 20s }`, or `at: 20s`
      """
    ),
    (
      "{ fault: clog, from: 9s, until: 9s }",
      """
      f.yaml:6:37: error: until 9s is not after from 9s
        remedy: write an until that is later
      """
    ),
    (
      "{ fault: clog, at: 60s, for: 1s }",
      """
      f.yaml:6:24: error: the work is over at 60s, and all faults with it
        remedy: start the fault before that, or let the work go on for longer
      """
    ),
    (
      "{ fault: clog, clients: phone }",
      """
      f.yaml:6:29: error: unknown group of clients 'phone'
        remedy: did you mean 'phones'? one of: phones
      """
    ),
    (
      "{ fault: clog, share: 0% }",
      """
      f.yaml:6:27: error: a share of nobody
        remedy: write more than 0%, or remove the fault
      """
    ),
    (
      "{ fault: duplicate, chance: 5% }",
      """
      f.yaml:6:14: error: 'duplicate' on a stream
        remedy: a stream hides duplicates; use transport: datagram
      """
    ),
    (
      "{ fault: slow-link }",
      """
      f.yaml:6:5: error: one of the keys factor, delay is missing
        remedy: add one of them
      """
    ),
    (
      "{ fault: clock, ahead: 1s, behind: 1s }",
      """
      f.yaml:6:32: error: 'behind' beside 'ahead'
        remedy: keep exactly one of ahead, behind, drift
      """
    ),
    (
      "{ fault: clog, name: a b }",
      """
      f.yaml:6:26: error: 'a b' is not a name
        remedy: use 1 to 64 letters, digits, hyphens and underscores
      """
    ),
  ]

  @Test func `two faults of one name are told`() {
    let text = """
      weir: 1
      about: A test.
      clients: [ { list: a } ]
      workload: [ { does: post, every: 1s, for: 60s } ]
      faults:
        - { fault: clog, name: a }
        - { fault: clog, name: a }

      """
    #expect(
      problems(text) == """
        f.yaml:7:26: error: the name 'a' stands twice
          remedy: give each its own name
        """)
  }

  @Test func `a swarm of what is no fault, and an unknown schedule, are told`() {
    let text = """
      weir: 1
      about: A test.
      clients: [ { list: a } ]
      workload: [ { does: post, every: 1s, for: 60s } ]
      faults: { swarm: [loss, rain, loss] }
      schedule: random

      """
    #expect(
      problems(text) == """
        f.yaml:5:25: error: unknown fault 'rain'
          remedy: one of: slow-link, loss, duplicate, reorder, clog, partition, disconnect, \
        background, kill, clock, cache-loss, cache-corruption, crash, slow-server, overload, \
        throttle, quota, revoke, reject, stale-replica, …
        f.yaml:5:31: error: 'loss' stands twice
          remedy: name each kind once
        f.yaml:6:11: error: unknown schedule 'random'
          remedy: one of: pct
        """)
  }
}
