// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTree

extension Scenario {
  /// The work of simulated people: what they do, and when.
  public struct Work: Hashable, Sendable {
    /// An action and its share.
    package struct Share: Hashable, Sendable {
      /// The action.
      package var action: Action
      /// The weight of it, against the sum of all shares.
      package var weight: Ratio

      /// Makes a share.
      package init(action: Action, weight: Ratio) {
        self.action = action
        self.weight = weight
      }
    }
    /// The pace of the work.
    package enum Pace: Hashable, Sendable {
      /// Each client acts again and again, at random distances, whether or not it was answered.
      case every(Distribution)
      /// Each client acts, waits for the answer, thinks, and acts again (a closed loop).
      case think(Distribution)
      /// People arrive as they please (an open system), and a client is chosen for each.
      case arrivals(Arrivals)
    }
    /// Its name in reports; the action's name unless the file gives one.
    package var name: String
    /// An index into ``Scenario/clients``.
    package var group: Int
    /// The actions, by share; the shares add up to one.
    package var does: [Share]
    /// The pace at which it is done.
    package var pace: Pace
    /// The choice of a client of the group, for arrivals.
    package var who = Popularity.uniform
    /// The moment at which it starts.
    package var from: Interval
    /// The time for which it goes on.
    package var lasts: Interval
    /// The time for which somebody who leaves, closes the list or is killed stays away.
    package var away: Distribution
    /// The number of rows that more a page loads.
    package var page: Int
    /// The field that is assigned to: names with `/` between them.
    package var field = "score"
    /// The values that are assigned, one of them at random; none: a random number below 100.
    package var values: [Node]
    /// The kind of what is created, updated, destroyed or toggled.
    package var kind: String?
    /// The share that the app's own hook forbids.
    package var veto: Ratio = .zero

    /// Makes a piece of work.
    package init(
      name: String, group: Int = 0, does: [Share], pace: Pace, from: Interval = .zero,
      lasts: Interval, away: Distribution = .constant(.seconds(5)), page: Int = 20,
      values: [Node] = []
    ) {
      self.name = name
      self.group = group
      self.does = does
      self.pace = pace
      self.from = from
      self.lasts = lasts
      self.away = away
      self.page = page
      self.values = values
    }
  }
}

extension Scenario.Work: KeyedSection {
  static let section = SectionHead(
    .workload, "workload",
    "What simulated people do; exactly one of every, think and arrivals sets the pace.")

  static let unread = Self(name: "", does: [], pace: .every(.constant(.zero)), lasts: .zero)

  static let choice = ["every", "think", "arrivals"]

  static let keys: [FormatKey] = [
    // Names depend on those of the other entries, so that whoever reads all of them reads them.
    FormatKey(
      apart: "name", .name, .optional, "Its name in reports; the action's name unless given.",
      example: "writers"),
    FormatKey(
      "clients", settling: .group, "The group that acts; the only group unless given.",
      example: "phones"
    ) { decoder, given, fields, work in
      guard let group = given ?? decoder.onlyGroup(fields) else { return false }
      work.group = group
      return true
    },
    FormatKey(
      "each", optional: \.each, .one(of: ["client"]).unrecorded,
      "Says aloud that every client acts at its own pace; goes with every and think.",
      example: "client"
    ).with("every", "think"),
    FormatKey(
      "does", required: \.does, .actions,
      "What is done: an action, or shares that add up to 100%.",
      example: "{ post: 90%, edit: 8%, remove: 2% }"),
    FormatKey(
      "every", optional: \.every, .positiveDistribution,
      "Each client acts again and again at these distances, answered or not.",
      example: "{ exponential: 2s }"),
    FormatKey(
      "think", optional: \.think, .distribution,
      "Each client acts, waits for the answer, thinks so long, and acts again.",
      example: "{ log-normal: { median: 2s, p99: 20s } }"),
    FormatKey(
      "arrivals", optional: \.arrivals, .arrivals,
      "People arrive as they please, and a client is chosen for each.",
      example: "{ poisson: 200/s }"),
    FormatKey(
      "who", \.who, .popularity, "Which client of the group acts; goes with arrivals.",
      example: "in-turn"
    ).with("arrivals", isReadAnyway: true),
    FormatKey("from", \.from, .duration, "When it starts.", example: "10s"),
    FormatKey(
      "for", settling: .positiveDuration,
      "How long it goes on; required, except with stages, whose sum it is.", example: "60s"
    ) { decoder, given, fields, work in
      guard let lasts = decoder.lasts(given, stages: work.stagesLast, fields) else { return false }
      work.lasts = lasts
      return true
    },
    FormatKey(
      "away", \.away, .distribution,
      "How long who leaves, closes the list or is killed stays away, but no longer than the work goes on.",
      example: "{ exponential: 8s }"),
    FormatKey(
      "page", \.page, .count(1...Schema.most), "How many rows more `page` loads.", example: "50"),
    FormatKey(
      "field", \.field, .field,
      "The field that `assign` sets; rows that the same entry posts have it, too. With `values`, things that are "
        + "created, updated or toggled have it. `count` and `transact` always add to `likes`.",
      example: "team"),
    FormatKey(
      "values", optional: \.values, .leaves,
      "What `assign` sets it to, one of these at random; a number below 100 unless given.",
      example: "[red, blue]"),
    FormatKey(
      "kind", optional: \.kind, .name,
      "The kind of what is created, updated, destroyed or toggled.", example: "message"
    ).turning { _, work in work.operation == nil ? withoutOperation : .mustStand },
    FormatKey(
      "veto", optional: \.veto, .share,
      "How many of these the app's own hook forbids, so that nothing is written.", example: "5%"
    ).turning { _, work in work.operation == nil ? withoutOperation : .read },
  ]

  private static let withoutOperation = KeyTurn.refused(
    because: "kind and veto go with create, update, destroy and toggle")

  /// The first action that the resources of the app are asked for.
  var operation: Action? { does.first { $0.action.verb.isOfResources }?.action }

  /// The time that all stages take together; nil: there are none.
  private var stagesLast: Interval? {
    guard case .arrivals(.stages(_, let stages)) = pace else { return nil }
    return stages.reduce(.zero) { $0 + $1.lasts }
  }

  /// Nothing: it only reads well, and a file that says it is the same scenario as one that does not.
  private var each: String? {
    get { nil }
    set {}
  }

  private var every: Distribution? {
    get { if case .every(let every) = pace { every } else { nil } }
    set { if let newValue { pace = .every(newValue) } }
  }

  private var think: Distribution? {
    get { if case .think(let think) = pace { think } else { nil } }
    set { if let newValue { pace = .think(newValue) } }
  }

  private var arrivals: Scenario.Arrivals? {
    get { if case .arrivals(let arrivals) = pace { arrivals } else { nil } }
    set { if let newValue { pace = .arrivals(newValue) } }
  }
}
