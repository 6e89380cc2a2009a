// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
package import WeirCore
package import WeirScenario
package import WeirTree

/// The hand of one person: what somebody writes who means to do something, and to which row.
///
///     var hand = Hand(of: 3, in: "fans", number: 0, seed: 1)
///     hand.write(.post, of: work, journey: 7, into: list, row: nil, rowNow: .null, clock: now)
///     // set(list/-OhqqeXCzQTixNp5r_s4, { by: 3, word: 7 })
///
/// Rows say who wrote them (`by`) and on which journey (`word`), so that each write can be told from all others. Keys,
/// the choice of a row, and values have streams of chance of their own: one more value changes no key.
package struct Hand: Sendable {
  /// The field of a row that says who wrote it.
  package static let by = Key("by")
  /// The field of a row that says on which journey it was written.
  package static let word = Key("word")
  /// The field of a row that is counted up.
  package static let counted = Key("likes")

  /// The number of the client.
  package let client: UInt32
  /// The row under the person's own name; made when it is asked for, which few are.
  package var ownRow: Key { Key("\(group)-\(number)") }
  private let group: String
  private let number: Int
  private var ids: PushIDs
  private var rows: RandomStream
  private var values: RandomStream

  /// Makes the hand of a client that is the `number`th of its group, from 0.
  package init(of client: UInt32, in group: String, number: Int, seed: UInt64) {
    self.client = client
    self.group = group
    self.number = number
    ids = PushIDs(chance: RandomStream(seed: seed, "push id", of: group, number))
    rows = RandomStream(seed: seed, "row", of: group, number)
    values = RandomStream(seed: seed, "value", of: group, number)
  }

  /// A row that says nothing but whose it is.
  package var sign: Node { Node([(Self.by, .integer(Int64(client)))]) }

  /// Returns a key for a new row; `clock` is what the device's clock shows.
  package mutating func newKey(_ clock: Instant) -> Key { ids.next(at: clock) }

  /// Returns which of `count` rows, at least one, the person picks.
  package mutating func pick(below count: Int) -> Int { rows.index(below: count) }

  /// Returns what a row says that the person makes, posts or replaces.
  package mutating func content(
    _ action: Scenario.Work.Action, of work: Scenario.Work, journey: UInt32
  ) -> Node {
    var content = Node([
      (Self.by, .integer(Int64(client))), (Self.word, .integer(Int64(journey))),
    ])
    let isWhole = action == .post || action == .replace || action == .draft
    if isWhole, work.does.contains(where: { $0.action == .assign }) {
      content.set(value(of: work), at: Path(field: work.field))
    }
    return content
  }

  /// Returns what an action writes, and to which row; nil where it needs a row and there is none.
  ///
  /// `row` is the row that it is done to; nil: there is none, and a post needs none. `rowNow` is what the client knows to
  /// stand there, which a move alone looks at. `clock` is what the device's clock shows.
  package mutating func write(
    _ action: Scenario.Work.Action, of work: Scenario.Work, journey: UInt32, into list: Path,
    row: Key?, rowNow: Node, clock: Instant
  ) -> (key: Key, write: Write)? {
    let content = content(action, of: work, journey: journey)
    if action == .post {
      let key = newKey(clock)
      return (key, .set(list.appending(key), content))
    }
    guard let key = row else { return nil }
    switch action {
    case .move:
      // A row of another source than the own list's cannot be moved there.
      if rowNow.isNull { return nil }
      let fresh = newKey(clock)
      return (fresh, .merge(list, [Write.Part(fresh, rowNow), Write.Part(key, .null)]))
    case .edit:
      let word = Write.Part(Self.word, .integer(Int64(journey)))
      return (key, .merge(list.appending(key), [word]))
    case .remove: return (key, .set(list.appending(key), .null))
    case .assign:
      let field = list.appending(key).appending(Path(field: work.field))
      return (key, .set(field, value(of: work)))
    case .count:
      let field = list.appending(key).appending(Self.counted)
      return (key, .set(field, .deferred(.increment(1))))
    default: return (key, .set(list.appending(key), content))
    }
  }

  /// Returns what the person means by an action of the stack, which knows it by its `place`.
  ///
  /// `row` is the row that it is done to; nil: a new one, or none. `isThere` is `true` if the client knows something at that
  /// row. `clock` is what the device's clock shows.
  package mutating func act(
    _ place: Int, _ action: Scenario.Work.Action, of work: Scenario.Work, journey: UInt32,
    row: Key?, isThere: Bool, clock: Instant
  ) -> StackAct {
    var act = StackAct(
      action: place, journey: journey, clock: clock, kind: work.kind, row: row, isThere: isThere)
    if action.verb.subject == .nothing { return act }
    act.fields = Node([(Self.word, .integer(Int64(journey)))])
    if action.verb.takesValues, !work.values.isEmpty {
      act.fields.set(value(of: work), at: Path(field: work.field))
      act.removing = Array(Path(field: work.field).keys.prefix(1))
    }
    if !isThere { act.fields.set(.integer(Int64(client)), at: Self.by) }
    return act
  }

  /// Returns what the person assigns.
  private mutating func value(of work: Scenario.Work) -> Node {
    if work.values.isEmpty { return .integer(Int64(values.below(100))) }
    return work.values[values.index(below: work.values.count)]
  }
}
