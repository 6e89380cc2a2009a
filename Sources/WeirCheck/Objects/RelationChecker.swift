// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that who relates two rows writes both ends at one instant, and that at rest every end leads to one that leads back.
///
/// Others may write what they like, such as a row with its ends to another key.
/// In between an end may lead nowhere: who removes a row need not know its relations, and two who change them at once may
/// each have read before the other one wrote. Apps mend that, unless none is left that may see the list and that the rules did
/// not forbid to mend the row, as far as it knows; how long it took is measured.
struct RelationChecker: Checker {
  static let promise = Promise(
    "relations",
    "Both ends of a relation are written at one instant, and at rest every end leads back.",
    usualCause:
      "Usually a relation was written in two steps, or an object was deleted without those that lead to it."
  )
  static let kinds: KindSet = [
    .committed, .meant, .opened, .closed, .killed, .cancelled, .rested, .noted,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private let lists: [Path]
  private let surfaces: SurfaceNumbers
  /// By client with objects: the list of which its app sees all, and can mend it.
  private var seen = SortedMap<UInt32, UInt32>()
  /// By client: the rows that the rules have not let its app mend as they are, in this life of its list.
  private var forbidden = SortedMap<UInt32, SortedMap<Key, Void>>()
  /// The rows that were committed, by their places.
  private var rows = SortedMap<Path, (ends: [StoredEnd], stamp: UInt64)>()
  /// The journeys on which somebody relates two rows.
  private var own = JourneySet()
  /// The commit whose rows come one after the other.
  private var commit: Step?
  private var isOwn = false
  /// The ends that it wrote.
  private var written: [StoredEnd] = []
  /// The ends that it wrote or took away, and those that they lead to: what may have become whole, or half.
  private var touched: [(row: Path, place: Path)] = []
  /// The ends that lead nowhere, and since when.
  private var half = SortedMap<Path, Instant>()
  private var halves: [Int64] = []

  init(_ ground: Ground) { (lists, surfaces) = (ground.lists, ground.surfaces) }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if let commit, commit.y != step.y || step.kind == .rested { judge(commit) }
    switch (step.kind, evidence) {
    case (.committed, .row(let node)) where Int(step.list) < lists.count: take(node, step)
    case (.rested, .rest(let end)): rest(step, end)
    case (.meant, _) where step.x == ObjectNotes.joining: own.insert(step.journey)
    case (.opened, .screen(let opened))
    where hasForm(step.client) && opened.screen.sources[0].query.showsEverything:
      seen.set(step.list, for: step.client)
      forbidden.remove(step.client)
    case (.closed, _), (.killed, _): seen.remove(step.client)
    case (.cancelled, _) where seen[step.client] == step.list: seen.remove(step.client)
    case (.noted, _) where ObjectNotes.unmended.isSaid(by: step):
      var rows = forbidden[step.client] ?? SortedMap()
      rows.set((), for: step.key)
      forbidden.set(rows, for: step.client)
    default: break
    }
  }

  private func hasForm(_ client: UInt32) -> Bool {
    surfaces.beside(client).contains { surfaces.name(of: $0) == ObjectNotes.form }
  }

  private mutating func take(_ node: Node, _ step: Step) {
    let row = lists[Int(step.list)].appending(step.key)
    let new = StoredEnd.all(of: node, at: row)
    let before = rows.set((new, node.fingerprint), for: row)
    let old = before?.ends ?? []
    // What the rules forbade of the row as it was, they may allow now, and the app has to try.
    if before?.stamp != node.fingerprint {
      for (client, list) in seen where list == step.list {
        forbidden.update(client) { $0.remove(step.key) }
      }
    }
    // Only one row of a commit says on which journey it was written.
    if commit == nil { isOwn = false }
    commit = step
    if own.contains(step.journey) { isOwn = true }
    if old == new { return }
    written += new.filter { !old.contains($0) }
    for end in old + new {
      touched.append((row, end.place))
      touched.append((end.target, end.other))
    }
  }

  /// Looks at all that a commit wrote, now that all its rows are known.
  private mutating func judge(_ step: Step) {
    for end in isOwn ? written : [] {
      guard let isWhole = leadsBack(end) else { continue }
      opportunities += 1
      verdict.reach()
      if !isWhole { blame(step, end, "was written without \(end.other), the other end") }
    }
    for (row, place) in touched { time(row, place, at: step.at) }
    (commit, written, touched) = (nil, [], [])
  }

  /// `true` if an end leads to one that leads back; nil: nobody knows the row there.
  private func leadsBack(_ end: StoredEnd) -> Bool? {
    rows[end.target].map { $0.ends.contains { $0.place == end.other && $0.other == end.place } }
  }

  /// Takes the time for which an end leads nowhere.
  private mutating func time(_ row: Path, _ place: Path, at now: Instant) {
    let end = rows[row]?.ends.first { $0.place == place }
    if let end, leadsBack(end) == false {
      if half[place] == nil { half.set(now, for: place) }
    } else if let since = half.remove(place) {
      halves.append((now - since).nanoseconds)
    }
  }

  private mutating func rest(_ step: Step, _ state: FinalState) {
    for (number, (list, node)) in zip(lists, state.lists).enumerated() {
      for (key, row) in node.children {
        let isMended = seen.contains {
          $0.value == UInt32(number) && forbidden[$0.key]?[key] == nil
        }
        if !isMended { continue }
        for end in StoredEnd.all(of: row, at: list.appending(key)) {
          opportunities += 1
          verdict.reach()
          if StoredEnd(self.node(at: end.other, in: state), at: end.other)?.other == end.place {
            continue
          }
          blame(step, end, "leads to \(end.target), which does not lead back")
        }
      }
    }
  }

  private func node(at path: Path, in state: FinalState) -> Node {
    for (list, node) in zip(lists, state.lists) {
      if let inner = path.seen(from: list) { return node[inner] }
    }
    return .null
  }

  private mutating func blame(_ step: Step, _ end: StoredEnd, _ words: String) {
    let reason = "\(end.place) \(words)"
    let key = end.row.lastKey ?? Step.noKey
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }

  var measured: [Measured] { [.spans("half-relations", halves)] }
}
