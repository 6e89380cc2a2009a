// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
internal import WeirTree

extension Scenario {
  /// Clients of one kind.
  package struct ClientGroup: Hashable, Sendable {
    /// The stack that clients run: a family, what its options say, and what is wrong with it on purpose.
    ///
    /// The families that there are stand in the table with which a scenario is read.
    package struct Stack: Hashable, Sendable {
      /// An option of a family that was given, or that counts because it was not.
      package struct Option: Hashable, Sendable {
        /// The name of its key.
        package var name: String
        /// Its value in canonical words.
        package var words: String

        /// Makes an option.
        package init(_ name: String, _ words: String) { (self.name, self.words) = (name, words) }
      }

      /// The name of the family; nil: the family that ``mutant`` belongs to.
      package var family: String?
      /// The options of the family, in the order of its keys.
      package var options: [Option]
      /// The name of what is wrong on purpose; nil: nothing.
      package var mutant: String?

      /// Makes a choice.
      package init(family: String?, options: [Option] = [], mutant: String? = nil) {
        self.family = family
        self.options = options
        self.mutant = mutant
      }

      /// List streams, after StreamBaseKit.
      package static let streams = Stack(family: "streams")

      /// A stack that is wrong on purpose, by the name of what is wrong.
      package static func mutant(_ name: String) -> Stack { Stack(family: nil, mutant: name) }
    }
    /// The end of the list that a window shows.
    package enum Window: Hashable, Sendable {
      /// The whole list.
      case all
      /// The last so many of the order, the last one first.
      case newest(Int)
      /// The first so many of the order.
      case oldest(Int)
    }
    /// Its name, for workloads and reports.
    package var name: String
    /// The number of clients.
    package var count: Int
    /// The stack that they run.
    package var stack: Stack
    /// The paths of the lists that they may open, `/`-separated.
    package var lists: [String]
    /// The choice of one of ``lists`` for each client.
    package var pick: Popularity
    /// The part of the list that they show.
    package var window: Window
    /// The time for which nothing must have come before a stream publishes what it gathered.
    package var batchWait: Interval
    /// The time after the first change at which a stream publishes at the latest.
    package var batchAtMost: Interval
    /// An index into ``Scenario/networks``.
    package var network: Int
    /// The user that they are to the rules; `{n}` stands for the number in the group.
    package var auth: String?
    /// The lead of their clocks over the server's.
    package var clockAhead: Interval
    /// The lists in which each keeps a row while it is connected.
    package var presence: [String]
    /// `true` if unanswered writes survive when the app is killed.
    package var isPersistent: Bool
    /// In what the views of the clients are like those of an official client: the name of a quirk, `all` or `none`.
    package var quirks: String
    /// The part of the server's data that their lists show, beside ``window``.
    package var look: Look
    /// The things that their screens know; empty: their apps keep no resources.
    package var context: [Surrounding] = []
    /// Over how long they open their apps, one after the other at even distances.
    package var arrive = Interval.zero

    /// Makes a group.
    package init(
      name: String = "clients", count: Int = 1, stack: Stack = .streams, lists: [String],
      pick: Popularity = .inTurn, window: Window = .all, batchWait: Interval = .milliseconds(100),
      batchAtMost: Interval = .milliseconds(500), network: Int = 0, auth: String? = nil,
      clockAhead: Interval = .zero, presence: [String] = [], isPersistent: Bool = false,
      quirks: String = "none"
    ) {
      // A window that shows the end of the order starts with it.
      if case .newest = window { look = Look(isDescending: true) } else { look = Look() }
      self.name = name
      self.count = count
      self.stack = stack
      self.lists = lists
      self.pick = pick
      self.window = window
      self.batchWait = batchWait
      self.batchAtMost = batchAtMost
      self.network = network
      self.auth = auth
      self.clockAhead = clockAhead
      self.presence = presence
      self.isPersistent = isPersistent
      self.quirks = quirks
    }
  }
}

extension Scenario.ClientGroup: KeyedSection {
  static let section = SectionHead(.clients, "clients", "Clients of one kind.")

  static let unread = Self(lists: [])

  static let keys: [FormatKey] = [
    // Names depend on those of the other groups, so that whoever reads all of them reads them.
    FormatKey(
      apart: "name", .name, .optional,
      "The group's name, for workloads and reports; `clients`, `clients-2` unless given.",
      example: "phones"),
    FormatKey("count", \.count, .count(1...Schema.most), "How many.", example: "200"),
    FormatKey(
      "stack", \.stack, .stack, "The stack that is under test, or one that is wrong on purpose.",
      example: "streams"),
    FormatKey(
      "list", required: \.lists, .lists,
      "The path of the list that they open; {1..20} stands for twenty lists.",
      example: "rooms/{1..20}"),
    FormatKey(
      "pick", \.pick, .popularity, "Which of the lists each client opens.",
      example: "{ zipf: 1.1 }"),
    FormatKey(
      "newest", optional: \.newest, .count(1...Schema.most),
      "Shows the last so many rows of the order, the last one first; all rows unless given.",
      example: "50"),
    FormatKey(
      "oldest", optional: \.oldest, .count(1...Schema.most),
      "Shows the first so many rows of the order; all rows unless given.", example: "50"),
    FormatKey(
      "order", \.look.order, .order,
      "What the list is ordered by; rows that are equal in it stand by their keys.",
      example: "{ child: score }"),
    FormatKey(
      "descending", settling: .flag.unrecorded,
      "Whether the list starts with the last row of the order; on with newest, else off.",
      example: "on"
    ) { decoder, given, fields, group in
      group.look.isDescending = decoder.isDescending(given, fields, group.window)
      return true
    },
    FormatKey(
      "from", settling: .leaf,
      "Where the list starts: a key, or a value of what it is ordered by.", example: "10"
    ) { decoder, given, fields, group in
      group.look.from = decoder.end(given, of: group.look.order, fields.entry("from"))
      return true
    },
    FormatKey(
      "to", settling: .leaf, "Where the list ends: a key, or a value of what it is ordered by.",
      example: "20"
    ) { decoder, given, fields, group in
      group.look.to = decoder.end(given, of: group.look.order, fields.entry("to"))
      return true
    },
    FormatKey(
      "where", optional: \.look.filter, .filter,
      "Which rows are shown; rows that are not shown are loaded all the same.",
      example: "{ field: done, is: false }"),
    FormatKey(
      "show", optional: \.look.most, .count(1...Schema.most),
      "Shows at most so many of the rows that are loaded, and others when some of them go.",
      example: "10"),
    FormatKey(
      "sections", optional: \.look.sections, .grouping,
      "How the rows fall into sections: one for each value, or one for each condition.",
      example: "{ by: team }"),
    FormatKey(
      "also", optional: \.look.also, .paths,
      "Further lists shown as one with the first; of rows with one key the first list's counts.",
      example: "[rooms/drafts]"),
    FormatKey(
      "flipped", optional: \.look.isFlipped, .flag,
      "Whether row 0 is drawn at the bottom, as chats have it; given, jumps of the view are counted.",
      example: "on"),
    FormatKey(
      "batch", \.batch, .batch,
      "How long nothing must have come before a stream publishes what it gathered.",
      example: "{ wait: 100ms, at-most: 500ms }"),
    FormatKey(
      "network", \.network,
      .reference(to: "networks", as: "network") { $0.networks.map(\.name) },
      "The link they use, by its name under `networks:`.", example: "mobile"),
    FormatKey(
      "auth", optional: \.auth, .sentence,
      "Who they are to the rules; {n} stands for the client's number in its group, from 0.",
      example: "ann-{n}"),
    FormatKey(
      "arrive", \.arrive, .duration,
      "Over how long they open their apps, one after the other at even distances.",
      example: "60s"),
    FormatKey(
      "clock-ahead", \.clockAhead, .duration,
      "How far their clocks are ahead of the server's.", example: "3s"),
    FormatKey(
      "presence", optional: \.presence, .paths,
      "Lists in which each client keeps a row while it is connected, and which the server removes.",
      example: "rooms/people"),
    FormatKey(
      "persistence", \.isPersistent, .flag,
      "Whether unanswered writes survive when the app is killed.", example: "on"),
    FormatKey(
      "quirks", \.quirks, .one(of: ["none", "forgets-kept", "doubts-null", "all"]),
      "What the views of the client forget as those of an official client do.",
      example: "forgets-kept"),
    FormatKey(
      "context", optional: \.context, .context,
      "The things that the screen knows, by their kinds, for apps that keep resources; {n} as in auth.",
      example: "{ room: lobby }"),
  ]

  private var newest: Int? {
    get { if case .newest(let count) = window { count } else { nil } }
    set { if let newValue { window = .newest(newValue) } }
  }

  private var oldest: Int? {
    get { if case .oldest(let count) = window { count } else { nil } }
    set { if let newValue, window == .all { window = .oldest(newValue) } }
  }

  /// The time for which changes are gathered.
  private var batch: Batch {
    get { Batch(wait: batchWait, atMost: batchAtMost) }
    set { (batchWait, batchAtMost) = (newValue.wait, newValue.atMost ?? newValue.wait) }
  }

  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder) {
    let both = fields.present(of: ["newest", "oldest"]).sorted { $0.keyMark < $1.keyMark }
    if both.count == 2 {
      decoder.complain(
        both[1].keyMark, "'\(both[1].key)' beside '\(both[0].key)'",
        "keep one of the two: a window shows one end of the list")
    }
    if Set(presence).count < presence.count, let entry = fields.entry("presence") {
      decoder.complain(
        entry.value.mark, "'presence' names one list twice",
        "name each list once: a client keeps one row in each")
    }
  }
}

/// The time for which changes are gathered before they are published.
struct Batch: KeyedSection {
  /// The time for which nothing must have come.
  var wait: Interval
  /// The time after the first change at which it is published at the latest; nil: five times ``wait``.
  var atMost: Interval?

  static let section = SectionHead(.batch, "clients.batch", "How long changes are gathered.")

  static let unread = Self(wait: .zero)

  static let keys: [FormatKey] = [
    FormatKey(
      "wait", required: \.wait, .duration,
      "How long nothing must have come before a stream publishes what it gathered.",
      example: "100ms"),
    FormatKey(
      "at-most", optional: \.atMost, .duration,
      "When it publishes at the latest, after the first change; five times the wait unless given.",
      example: "500ms"),
  ]
}
