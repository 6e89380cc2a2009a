// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirRules
package import WeirTree

extension Scenario {
  /// The backend: what it holds and how much it can do at once.
  package struct Server: Hashable, Sendable {
    /// The tree at the start.
    package var tree: Node
    /// The number of requests that are served at once; nil: any number.
    package var servers: Int?
    /// The time that one request takes a server.
    package var service: Distribution
    /// The number of requests that may wait before new ones are answered with *overloaded*; nil: any number.
    package var queue: Int?
    /// The first thing that a writer hears.
    package var answers = Answers.afterData
    /// The time for which a client may be silent before its session ends.
    package var sessionTimeout: Interval
    /// The times at which the server is down.
    package var crashes: [Crash]
    /// The rules of who may read and write what; nil: everybody everything.
    package var rules: Rules?
    /// Rules that come into force later.
    package var laterRules: [LaterRules] = []
    /// The number of requests that a session may make; nil: any number.
    package var pace: Rate?
    /// The number of copies of the tree that clients read from.
    package var replicas = 1
    /// The time by which all copies but the first one are behind.
    package var lag = Interval.zero
    /// The manners in which it serves pages; nil: none.
    package var pages: Pages?
    /// The bug that the server has on purpose; nil: none.
    package var mutant: String?

    /// The first thing that a writer hears.
    package enum Answers: String, Hashable, Sendable, CaseIterable {
      /// The data that its write changed, then the answer: the right order.
      case afterData = "after-data"
      /// The answer, then the data.
      case beforeData = "before-data"
    }

    /// Makes a backend; what is left out is as a scenario leaves it out.
    package init(
      tree: Node = .null, servers: Int? = nil, service: Distribution = .constant(.zero),
      queue: Int? = nil, sessionTimeout: Interval = .seconds(60), crashes: [Crash] = []
    ) {
      self.tree = tree
      self.servers = servers
      self.service = service
      self.queue = queue
      self.sessionTimeout = sessionTimeout
      self.crashes = crashes
    }

    /// Rules that come into force in the middle of a run.
    package struct LaterRules: Hashable, Sendable {
      /// The time at which they come into force.
      package var at: Interval
      /// The rules from then on.
      package var rules: Rules

      /// Makes rules for later.
      package init(at: Interval, rules: Rules) {
        self.at = at
        self.rules = rules
      }
    }

    /// A time in which the server is down.
    package struct Crash: Hashable, Sendable {
      /// The moment at which it goes down.
      package var at: Interval
      /// The time for which it is down.
      package var lasts: Interval

      /// Makes a crash.
      package init(at: Interval, lasts: Interval) {
        self.at = at
        self.lasts = lasts
      }
    }
  }
}

extension Scenario.Server: KeyedSection {
  static let section = SectionHead(.server, "server", "The backend.")

  static let unread = Self()

  static let keys: [FormatKey] = [
    FormatKey(
      "tree", \.tree, .tree,
      "The data at the start: mappings become objects, lists become objects with keys 0, 1, 2.",
      example: "{ rooms: { lobby: {} } }"),
    FormatKey(
      "servers", \.servers, .countOrUnlimited(1...Schema.most),
      "How many requests are served at once.", example: "4"),
    FormatKey(
      "service", \.service, .distribution, "How long one request takes a server.",
      example: "{ exponential: 2ms }"),
    FormatKey(
      "queue", \.queue, .countOrUnlimited(0...Schema.most),
      "How many requests may wait before new ones are turned away.", example: "100"),
    FormatKey(
      "answers", \.answers, .word,
      "Whether a writer hears its answer after the data that its write changed, as it should.",
      example: "before-data"),
    FormatKey(
      "session-timeout", \.sessionTimeout, .positiveDuration,
      "How long a client may be silent before the server ends its session; more than the 45s after which clients show that they are there (1s on a datagram).",
      example: "2min"),
    FormatKey(
      "crashes", optional: \.crashes, .list(of: Crash.self),
      "When the server goes down: what was committed stays, all else is lost.",
      example: "[ { at: 20s, for: 3s } ]"),
    FormatKey(
      "rules", optional: \.rules, .rules,
      "Who may read and write what, place by place; everybody everything unless given.",
      example: "{ rooms: { $room: { .read: \"auth != null\", .write: \"auth.uid == $room\" } } }"),
    FormatKey(
      "later-rules", optional: \.laterRules, .list(of: LaterRules.self),
      "Other rules, and when they come into force; who may read no longer loses the list.",
      example: "[ { at: 30s, rules: { rooms: { .read: false } } } ]"),
    FormatKey(
      "pace", optional: \.pace, .positiveRate,
      "How many requests a session may make; those beyond a second's worth are turned away.",
      example: "20/s"),
    FormatKey(
      "replicas", \.replicas, .count(1...Schema.most),
      "How many copies of the tree clients read from, in turn; all but the first are behind.",
      example: "2"),
    FormatKey("lag", \.lag, .duration, "How far the copies are behind.", example: "200ms"),
    FormatKey(
      "pages", optional: \.pages, .section,
      "How it serves pages; without a word each comes once, at once, and as it was asked for.",
      example: "{ short: 5%, twice: 2% }"),
    FormatKey(
      "mutant", optional: \.mutant, .name,
      "What is wrong with the server on purpose; `weir list mutants` lists them all.",
      example: "write-lost"),
  ]

  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder) { decoder.server = self }
}

extension Scenario.Server.LaterRules: KeyedSection {
  static let section = SectionHead(
    .laterRules, "server.later-rules", "Rules that come into force in the middle of a run.")

  static let unread = Self(at: .zero, rules: Rules())

  static let keys: [FormatKey] = [
    FormatKey("at", required: \.at, .positiveDuration, "When.", example: "30s"),
    FormatKey(
      "rules", required: \.rules, .rules, "Who may read and write what from then on.",
      example: "{ rooms: { .read: false } }"),
  ]
}

extension Scenario.Server.Crash: KeyedSection {
  static let section = SectionHead(
    .crash, "server.crashes", "When the server goes down, and for how long.")

  static let unread = Self(at: .zero, lasts: .zero)

  static let keys: [FormatKey] = [
    FormatKey("at", required: \.at, .positiveDuration, "When.", example: "20s"),
    FormatKey("for", required: \.lasts, .positiveDuration, "How long it is down.", example: "3s"),
  ]

  func check(_ fields: Decoder.Fields, after others: [Self], _ decoder: inout Decoder) {
    if let last = others.last, at <= last.at + last.lasts {
      decoder.complain(
        fields.mark, "the server crashes while it is down, or not in the order of time",
        "start after \(last.at + last.lasts)")
    }
    decoder.crashMarks.append(fields.entry("at")?.value.mark)
  }
}
