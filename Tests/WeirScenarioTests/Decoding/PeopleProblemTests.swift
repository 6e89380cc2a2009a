// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct PeopleProblemTests {
  @Test(arguments: wrong)
  func `a mistake in clients or workload is told with place and remedy`(_ example: WrongText) {
    #expect(example.words == example.expected, "\(example.title)")
  }

  static let wrong: [WrongText] = [
    WrongText(
      "a network that is not there",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a, network: mobil } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        networks: { mobile: { delay: 80ms } }

        """,
      expected: """
        f.yaml:3:32: error: unknown network 'mobil'
          remedy: did you mean 'mobile'? one of: default, mobile
        """),
    WrongText(
      "a group without a list",
      text: """
        weir: 1
        about: A test.
        clients: [ { count: 2 } ]
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:3:12: error: missing key 'list'
          remedy: add for example `list: rooms/{1..20}`
        """),
    WrongText(
      "presence twice in one list",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a, presence: [people, people] } ]
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:3:33: error: 'presence' names one list twice
          remedy: name each list once: a client keeps one row in each
        """),
    WrongText(
      "drafts that nobody makes",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: send, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:4:21: error: 'send' posts drafts, and nobody makes any
          remedy: add for example `draft: 10%`
        """),
    WrongText(
      "drafts in a stack that is wrong on purpose",
      text: """
        weir: 1
        about: A test.
        clients: [ { name: phones, list: a, stack: { mutant: moves-all } } ]
        workload: [ { does: { draft: 50%, send: 50% }, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:4:21: error: the clients 'phones' keep no drafts: their stack is wrong on purpose
          remedy: leave draft and send out, or let another group do them
        """),
    WrongText(
      "both ends of a list",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients:
          - list: a
            newest: 50
            oldest: 50

        """,
      expected: """
        f.yaml:7:5: error: 'oldest' beside 'newest'
          remedy: keep one of the two: a window shows one end of the list
        """),
    WrongText(
      "a batch whose limit is shorter than its wait",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients:
          - list: a
            batch: { wait: 100ms, at-most: 50ms }

        """,
      expected: """
        f.yaml:6:36: error: at-most 50ms is shorter than the wait 100ms
          remedy: write an at-most of at least 100ms
        """),
    WrongText(
      "a range that runs backwards",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: 'rooms/{9..1}' } ]
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:3:20: error: '{9..1}' is not a range of numbers
          remedy: write the smaller number first, two dots, and the larger one: {1..20}
        """),
    WrongText(
      "a range of too many lists",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: 'rooms/{1..100}/{1..2000}' } ]
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:3:20: error: 'rooms/{1..100}/{1..2000}' stands for more than 100000 lists
          remedy: write a smaller range
        """),
    WrongText(
      "a brace without its partner",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: 'rooms/{1..20' } ]
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:3:20: error: a brace without its partner in 'rooms/{1..20'
          remedy: write a range as {1..20}
        """),
    WrongText(
      "a path with an empty name",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: rooms//a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]

        """,
      expected: """
        f.yaml:3:20: error: 'rooms//a' is not a path of a list
          remedy: write names with one / between them, such as rooms/lobby
        """),
    WrongText(
      "a popularity that is none",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients:
          - list: a
            pick: zipf

        """,
      expected: """
        f.yaml:6:11: error: zipf without a power
          remedy: write { zipf: 1.1 }
        """),
    WrongText(
      "a power out of range",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients:
          - list: a
            pick: { zipf: 0 }

        """,
      expected: """
        f.yaml:6:19: error: 0 is out of range
          remedy: write a number above 0, at most 10
        """),
    WrongText(
      "two groups of one name",
      text: """
        weir: 1
        about: A test.
        workload: [ { clients: a, does: post, every: 1s, for: 1s } ]
        clients: [ { name: a, list: a }, { name: a, list: b } ]

        """,
      expected: """
        f.yaml:4:42: error: the name 'a' stands twice
          remedy: give each its own name
        """),
    WrongText(
      "a group that is called like all of them",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients: [ { name: all, list: a } ]

        """,
      expected: """
        f.yaml:4:20: error: a group is called 'all', which stands for every client in tables
          remedy: name it after who they are, such as phones
        """),
    WrongText(
      "work for nobody in particular",
      text: """
        weir: 1
        about: A test.
        workload: [ { does: post, every: 1s, for: 1s } ]
        clients: [ { name: phones, list: a }, { name: tablets, list: b } ]

        """,
      expected: """
        f.yaml:3:13: error: several groups of clients, and none is named
          remedy: add `clients:` with one of phones, tablets
        """),
    WrongText(
      "work for a group that is not there",
      text: """
        weir: 1
        about: A test.
        clients: [ { name: phones, list: a } ]
        workload:
          - { clients: phone, does: post, every: 1s, for: 1s }

        """,
      expected: """
        f.yaml:5:16: error: unknown group of clients 'phone'
          remedy: did you mean 'phones'? one of: phones
        """),
    WrongText(
      "work without a pace",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, for: 1s }

        """,
      expected: """
        f.yaml:5:5: error: one of the keys every, think, arrivals is missing
          remedy: add exactly one of them
        """),
    WrongText(
      "work with two paces",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, every: 1s, think: 1s, for: 1s }

        """,
      expected: """
        f.yaml:5:30: error: 'think' beside 'every'
          remedy: keep exactly one of every, think, arrivals
        """),
    WrongText(
      "work without an end",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, every: 1s }

        """,
      expected: """
        f.yaml:5:5: error: missing key 'for'
          remedy: add for example `for: 60s`
        """),
    WrongText(
      "a pace of nothing",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, every: 0s, for: 1s }

        """,
      expected: """
        f.yaml:5:26: error: the duration of every is zero
          remedy: write more than zero
        """),
    WrongText(
      "a thoughtless loop",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, think: 0s, for: 1s }

        """,
      expected: """
        f.yaml:5:26: error: nobody thinks, and the answer takes no time: the work would never end
          remedy: write a think time, a network delay or a service time above zero
        """),
    WrongText(
      "an unknown action",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: pots, every: 1s, for: 1s }

        """,
      expected: """
        f.yaml:5:13: error: unknown action 'pots'
          remedy: did you mean 'post'? one of: post, edit, replace, remove, draft, send, move, count, transact, leave, restart, reopen, page, filter, assign, create, update, destroy, toggle
        """),
    WrongText(
      "shares that do not add up",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: { post: 90%, edit: 8% }, every: 1s, for: 1s }

        """,
      expected: """
        f.yaml:5:13: error: the shares of actions add up to 98%, not to 100%
          remedy: change them so that they add up to 100%
        """),
    WrongText(
      "each beside arrivals",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { each: client, does: post, arrivals: { poisson: 5/s }, for: 1s }

        """,
      expected: """
        f.yaml:5:7: error: 'each' does not belong here
          remedy: each goes with every and think
        """),
    WrongText(
      "who beside every",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { who: in-turn, does: post, every: 1s, for: 1s }

        """,
      expected: """
        f.yaml:5:7: error: 'who' does not belong here
          remedy: who goes with arrivals
        """),
    WrongText(
      "a rate without a unit",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, arrivals: { poisson: 5 }, for: 1s }

        """,
      expected: """
        f.yaml:5:40: error: rate without a unit: 5
          remedy: write 5/s, 5/min or 5/h
        """),
    WrongText(
      "a rate of nobody",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, arrivals: { constant: 0/s }, for: 1s }

        """,
      expected: """
        f.yaml:5:41: error: the rate of constant is zero
          remedy: write more than zero
        """),
    WrongText(
      "a rate with an unknown unit",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, arrivals: { constant: 5/sec }, for: 1s }

        """,
      expected: """
        f.yaml:5:41: error: unknown unit '/sec' in 5/sec
          remedy: did you mean 5/s? units of rates: /s, /min, /h
        """),
    WrongText(
      "a burst without a distance",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, arrivals: { burst: 50 }, for: 1s }

        """,
      expected: """
        f.yaml:5:29: error: missing key 'every'
          remedy: add for example `every: 1s`
        """),
    WrongText(
      "a stage with halves of two",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, arrivals: { stages: [ { to: 5/s, for: 1s } ] } }

        """,
      expected: """
        f.yaml:5:41: error: missing key 'over'
          remedy: add for example `over: 30s`
        f.yaml:5:52: error: 'for' does not belong here
          remedy: write { to: …, over: … } or { at: …, for: … }
        """),
    WrongText(
      "stages in which nobody comes",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, arrivals: { stages: [ { to: 0/s, over: 1s } ] } }

        """,
      expected: """
        f.yaml:5:39: error: nobody arrives in any stage
          remedy: write a rate above 0/s
        """),
    WrongText(
      "work that outlasts its stages",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload:
          - { does: post, arrivals: { stages: [ { to: 5/s, over: 1s } ] }, for: 2s }

        """,
      expected: """
        f.yaml:5:73: error: for 2s, but the stages end after 1s
          remedy: write at most 1s, leave `for` out, or add a stage
        """),
  ]
}
