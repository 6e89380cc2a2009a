import WeirCore
import WeirTrace
import WeirTree

/// Promises that a list of sources shows what its client has heard: each row as it was heard last, and none that is gone or
/// that nobody told it of; and, unless it is filtered, all of them.
///
/// While it follows what its phone has kept, each row is as the client has heard it at some time. A list whose listen was
/// taken away stays as it was then.
struct SourceRowsChecker: Checker {
  static let promise = Promise(
    "source-rows",
    "A list of sources shows each row as it was heard last, and none that is gone.",
    usualCause:
      "Usually a change came between the look at a source and the subscription, or from a source that is followed no longer."
  )
  static let kinds: KindSet = [
    .opened, .heard, .cancelled, .noted, .published, .closed, .killed,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// What a client has heard.
  private struct Hearing: Sendable {
    /// `true` if its list follows sources.
    var isOfSources = false
    /// `true` if it follows what was kept.
    var isKept = false
    /// `true` if its listen was taken away.
    var isLost = false
    /// The rows that are there, with their stamps.
    var rows = SortedMap<Key, UInt64>()
    /// Every row that it has ever heard; only looked up in.
    var ever: Set<Row> = []
  }

  /// By client.
  private var hearings: [Hearing] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    let client = Int(step.client)
    while hearings.count <= client { hearings.append(Hearing()) }
    switch step.kind {
    case .heard: hear(step)
    case .cancelled: hearings[client].isLost = true
    case .noted:
      guard SourceNotes.followed.isSaid(by: step) else { return }
      hearings[client].isOfSources = true
      hearings[client].isKept = step.x == SourceNotes.kept
    case .published:
      guard hearings[client].isOfSources, case .publication(let publication) = evidence else {
        return
      }
      publish(step, publication, history.shown.opened.screen.filter)
    default: hearings[client] = Hearing(ever: hearings[client].ever)
    }
  }

  private mutating func hear(_ step: Step) {
    let client = Int(step.client)
    if step[Step.Heard.event] == UInt64(DataEvent.Kind.removed.rawValue) {
      hearings[client].rows.remove(step.key)
    } else {
      hearings[client].rows.set(step.x, for: step.key)
      hearings[client].ever.insert(Row(key: step.key, stamp: step.x))
    }
  }

  private mutating func publish(_ step: Step, _ publication: Publication, _ filter: Filter) {
    opportunities += 1
    verdict.reach()
    let hearing = hearings[Int(step.client)]
    if verdict.isBroken || hearing.isLost { return }
    var count = 0
    for row in publication.sections.joined() {
      count += 1
      if hearing.isKept {
        if !hearing.ever.contains(row) {
          return blame(step, row.key, "shows a kept row '\(row.key)' that it has never heard so")
        }
      } else if let stamp = hearing.rows[row.key] {
        if stamp != row.stamp {
          return blame(step, row.key, "shows '\(row.key)' otherwise than it has heard")
        }
      } else {
        return blame(step, row.key, "shows '\(row.key)', which is gone or never was")
      }
    }
    if !hearing.isKept, filter == .everything, count < hearing.rows.count {
      let shown = Set(publication.sections.joined().map(\.key))
      let missing = hearing.rows.first { !shown.contains($0.key) }?.key ?? Step.noKey
      blame(step, missing, "does not show '\(missing)', of which it has heard")
    }
  }

  private mutating func blame(_ step: Step, _ key: Key, _ words: String) {
    let reason = "client \(step.client) \(words)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }
}
