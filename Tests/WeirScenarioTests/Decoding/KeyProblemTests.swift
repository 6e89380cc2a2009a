// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirScenario

@Suite struct KeyProblemTests {
  @Test(arguments: wrong)
  func `a wrong key or value is told with place and remedy`(_ example: WrongText) {
    #expect(example.words == example.expected, "\(example.title)")
  }

  static let wrong: [WrongText] = [
    WrongText(
      "nothing but the version",
      text: """
        weir: 1

        """,
      expected: """
        f.yaml:1:1: error: missing key 'about'
          remedy: add for example `about: Two phones in one chat room see each other's messages.`
        f.yaml:1:1: error: missing key 'clients'
          remedy: add for example `clients: [ { count: 2, list: rooms/lobby } ]`
        f.yaml:1:1: error: missing key 'workload'
          remedy: add for example `workload: [ { each: client, does: post, every: 2s, for: 60s } ]`
        """),
    WrongText(
      "another version",
      text: """
        weir: 2
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:1:7: error: version '2' of the format is not known
          remedy: write `weir: 1`; this build reads versions: 1
        """),
    WrongText(
      "an unknown key",
      text: """
        weir: 1
        about: A test.
        clinets: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:3:1: error: unknown key 'clinets'
          remedy: did you mean 'clients'? allowed here: weir, about, extends, seed, warm-up, settle, oracle, server, network, networks, resources, clients, workload, faults, schedule, buggify, expect, gate
        """),
    WrongText(
      "an unknown key that is near to none",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        gibberish: 1

        """,
      expected: """
        f.yaml:5:1: error: unknown key 'gibberish'
          remedy: allowed here: weir, about, extends, seed, warm-up, settle, oracle, server, network, networks, resources, clients, workload, faults, schedule, buggify, expect, gate
        """),
    WrongText(
      "an unknown key of a group",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients:
          - list: a
            conut: 2

        """,
      expected: """
        f.yaml:6:5: error: unknown key 'conut'
          remedy: did you mean 'count'? allowed here: name, count, stack, list, pick, newest, oldest, order, descending, from, to, where, show, sections, also, flipped, batch, network, auth, arrive, clock-ahead, presence, persistence, quirks, context
        """),
    WrongText(
      "a list where a duration belongs",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        settle: [1s]

        """,
      expected: """
        f.yaml:5:9: error: expected a duration, found a list
          remedy: write for example `settle: 1min`
        """),
    WrongText(
      "nothing where a duration belongs",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        settle:

        """,
      expected: """
        f.yaml:5:8: error: expected a duration, found nothing
          remedy: write for example `settle: 1min`
        """),
    WrongText(
      "a text where a mapping belongs",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: big

        """,
      expected: """
        f.yaml:5:9: error: expected a mapping, found 'big'
          remedy: keys allowed here: tree, servers, service, queue, answers, session-timeout, crashes, rules, later-rules, pace, replicas, lag, pages, mutant
        """),
    WrongText(
      "sessions that end before a healthy client shows that it is there",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        server: { session-timeout: 45s }
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:4:28: error: sessions end after a silence of 45s, which healthy clients keep
          remedy: they show that they are there every 45s; write more than that and the way takes
        """),
    WrongText(
      "a mapping where a list belongs",
      text: """
        weir: 1
        about: A test.
        clients: { list: a }
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:3:10: error: expected a list, found a mapping
          remedy: write for example `clients: [ { count: 2, list: rooms/lobby } ]`
        """),
    WrongText(
      "an empty list of clients",
      text: """
        weir: 1
        about: A test.
        clients: []
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:3:10: error: 'clients' is an empty list
          remedy: write for example `clients: [ { count: 2, list: rooms/lobby } ]`
        """),
    WrongText(
      "a duration without a unit",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        settle: 2

        """,
      expected: """
        f.yaml:5:9: error: duration without a unit: 2
          remedy: write 2s, 2ms or 2min
        """),
    WrongText(
      "a duration with an unknown unit",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        settle: 2sec

        """,
      expected: """
        f.yaml:5:9: error: unknown unit 'sec' in 2sec
          remedy: did you mean 2s? units of time: ns, us, ms, s, min, h, d
        """),
    WrongText(
      "the ambiguous unit m",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        settle: 2m

        """,
      expected: """
        f.yaml:5:9: error: unknown unit 'm' in 2m
          remedy: did you mean 2min or 2ms? units of time: ns, us, ms, s, min, h, d
        """),
    WrongText(
      "a negative duration",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        settle: -2s

        """,
      expected: """
        f.yaml:5:9: error: a negative duration: -2s
          remedy: write a duration of at least 0s
        """),
    WrongText(
      "a duration of more than a century",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        settle: 36501d

        """,
      expected: """
        f.yaml:5:9: error: the duration 36501d is longer than a hundred years
          remedy: write at most 36500d
        """),
    WrongText(
      "a duration finer than a nanosecond",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        settle: 1.5ns

        """,
      expected: """
        f.yaml:5:9: error: the duration 1.5ns is finer than a nanosecond
          remedy: write fewer digits behind the point
        """),
    WrongText(
      "a word for a duration",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        settle: soon

        """,
      expected: """
        f.yaml:5:9: error: expected a duration, found 'soon'
          remedy: write a number and a unit: 250us, 40ms, 1.5s, 2min, 1h or 3d
        """),
    WrongText(
      "a share without a unit",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { loss: 2 }

        """,
      expected: """
        f.yaml:5:18: error: share without a unit: 2
          remedy: write 2%, or a fraction such as 1/200
        """),
    WrongText(
      "a share above all",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { loss: 101% }

        """,
      expected: """
        f.yaml:5:18: error: the share 101% is not between 0% and 100%
          remedy: write at least 0% and at most 100%
        """),
    WrongText(
      "a fraction above one",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { loss: 3/2 }

        """,
      expected: """
        f.yaml:5:18: error: the share 3/2 is not between 0 and 1
          remedy: write a smaller number over a larger one, of at most 1000000000
        """),
    WrongText(
      "a word for a share",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { loss: much }

        """,
      expected: """
        f.yaml:5:18: error: expected a share, found 'much'
          remedy: write a percentage or a fraction: 1%, 0.5% or 1/200
        """),
    WrongText(
      "a seed that is none",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        seed: 0xfffffffffffffffff

        """,
      expected: """
        f.yaml:5:7: error: expected a seed, found '0xfffffffffffffffff'
          remedy: write a whole number from 0 to 18446744073709551615, or 0x and up to 16 digits
        """),
    WrongText(
      "a count of nobody",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients:
          - list: a
            count: 0

        """,
      expected: """
        f.yaml:6:12: error: 0 is out of range
          remedy: write a whole number from 1 to 1000000
        """),
    WrongText(
      "a count of too many",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients:
          - list: a
            count: 1_000_001

        """,
      expected: """
        f.yaml:6:12: error: 1000001 is out of range
          remedy: write a whole number from 1 to 1000000
        """),
    WrongText(
      "a word for a count",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { servers: many }

        """,
      expected: """
        f.yaml:5:20: error: expected a whole number or 'unlimited', found 'many'
          remedy: write digits only, from 1 to 1000000, or unlimited
        """),
    WrongText(
      "half a client",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients:
          - list: a
            count: 1.5

        """,
      expected: """
        f.yaml:6:12: error: expected a whole number, found '1.5'
          remedy: write digits only, from 1 to 1000000
        """),
    WrongText(
      "a key of the tree with a slash",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { tree: { a/b: 1 } }

        """,
      expected: """
        f.yaml:5:19: error: the key 'a/b' contains '/'
          remedy: use no . # $ [ ] / and no control characters in keys of the tree
        """),
    WrongText(
      "a duplicate on a stream",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { duplicate: 1%, reorder: 2% }

        """,
      expected: """
        f.yaml:5:12: error: 'duplicate' on a stream
          remedy: a stream hides duplicates; use transport: datagram
        f.yaml:5:27: error: 'reorder' on a stream
          remedy: a stream keeps the order; use transport: datagram
        """),
    WrongText(
      "a steady path of datagrams, and a delay told twice",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { transport: datagram, steady: 2s, delay: 1ms, round-trip: 3ms }

        """,
      expected: """
        f.yaml:5:33: error: 'steady' on datagrams
          remedy: every datagram draws its own delay; leave it out, or use transport: stream
        f.yaml:5:57: error: 'round-trip' beside 'delay'
          remedy: keep exactly one of delay, round-trip
        """),
    WrongText(
      "a stream that loses everything",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { loss: 100% }

        """,
      expected: """
        f.yaml:5:18: error: a stream that loses everything never delivers
          remedy: write less than 100%, or use transport: datagram
        """),
    WrongText(
      "an unknown transport",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { transport: steam }

        """,
      expected: """
        f.yaml:5:23: error: unknown transport 'steam'
          remedy: did you mean 'stream'? one of: stream, datagram
        """),
    WrongText(
      "an outage without a length",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { outage: { every: 40s } }

        """,
      expected: """
        f.yaml:5:20: error: missing key 'for'
          remedy: add for example `for: { uniform: [1s, 8s] }`
        """),
    WrongText(
      "a network that is called default",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        networks: { default: { delay: 1s } }

        """,
      expected: """
        f.yaml:5:13: error: 'default' is the name of the link under `network:`
          remedy: give this one another name
        """),
    WrongText(
      "a network without a name",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        networks: { 'my phone': { delay: 1s } }

        """,
      expected: """
        f.yaml:5:13: error: 'my phone' is not a name
          remedy: use 1 to 64 letters, digits, hyphens and underscores
        """),
  ]
}

@Suite struct MisspeltKeyTests {
  /// A scenario in which one key is misspelt.
  static let misspelt = [
    "does: { post: 30%, assgin: 70% }, field: score, every: 1s, for: 1s",
    "does: post, evrey: 1s, for: 1s", "deos: post, every: 1s, for: 1s",
    "does: post, arivals: { poisson: 5/s }, for: 1s",
    "does: post, arrivals: { poison: 5/s }, for: 1s",
    "does: { draft: 50%, snd: 50% }, every: 1s, for: 1s",
    "does: { drfat: 50%, send: 50% }, every: 1s, for: 1s",
    "does: { post: 90%, laeve: 10% }, away: 1s, every: 1s, for: 1s",
    "does: post, every: { exponentail: 1s }, for: 1s",
    "does: post, every: { log-normal: { medain: 1s, p99: 9s } }, for: 1s",
  ]

  @Test(arguments: misspelt)
  func `a misspelt key is one problem, and nothing follows from it`(work: String) {
    let said = problems(
      """
      weir: 1
      about: A test.
      clients: [ { list: a } ]
      workload: [ { \(work) } ]

      """)
    #expect(said.contains("unknown key '") && said.contains("did you mean '"), "\(said)")
    #expect(said.components(separatedBy: ": error: ").count == 2, "\(said)")
  }

  @Test func `what is named under a misspelt key is known`() {
    let said = problems(
      """
      weir: 1
      about: A test.
      netwroks: { air: { transprot: datagram, delay: 80ms } }
      clients: [ { nmae: phones, list: a, network: air }, { name: others, list: a } ]
      workload: [ { clients: phones, does: post, every: 1s, for: 1s } ]
      faults: [ { fault: duplicate, chance: 1%, clients: phones } ]

      """)
    #expect(said.components(separatedBy: "error: unknown key '").count == 4, "\(said)")
    #expect(said.components(separatedBy: ": error: ").count == 4, "\(said)")
  }
}
