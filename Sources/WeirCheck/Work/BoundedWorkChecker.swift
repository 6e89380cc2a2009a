// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that little causes little: what happens at one client in one instant, and how many messages one
/// journey costs, stay under bounds that follow from what is there to be told.
///
/// Be *s* what happened anywhere in this instant (arrivals, intents, commits, sessions), *l* the client's
/// listens, *w* its unanswered writes and *n* the rows of its lists, those of the lists where it listens beside, and
/// whatever else it hears of. In one instant a client
///
/// - sends and is sent at most (*s* + 64) · (2*l* + *w* + 8) messages,
/// - hears at most (*s* + 4) · (*l* + 1) · 4 · (*n* + *w* + 16) events,
/// - publishes at most 2*s* + 8 times.
///
/// And a journey takes at most 64 messages, 8 for each time that it was sent again, 4 for each session of
/// its client, and two for each commit and everybody who may listen.
///
/// A list of one source that gathers its changes publishes them no sooner after one another than that takes. What
/// a client does over longer spans is bounded by its ``Restraint``.
///
/// The bounds are far above what is needed. They are not there to measure, but to catch loops and storms.
struct BoundedWorkChecker: Checker {
  static let promise = Promise(
    "bounded-work",
    "What happens at once, on one journey or in ten seconds stays under a bound; batches wait.",
    usualCause:
      "Usually two parts answer each other for ever, or each of many asks for what one needs.")
  static let kinds: KindSet = [
    .heard, .sent, .published, .arrived, .meant, .wrote, .touched, .served, .fired, .joined,
    .parted, .linked, .crashed, .unlistened, .resent, .answered, .ended, .killed, .reported,
    .paused, .disturbed, .calmed, .misbehaved, .closed, .cancelled, .resynced, .listened,
    .committed, .committedBeside, .fetched,
  ]
  static let needs: History.Parts = [.versions]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// Something that lies in no list, as one listen tells it.
  private struct Beside: Hashable {
    let key: Key
    let tag: UInt64
  }

  /// The work of a client in one instant.
  private struct Work: Sendable {
    var at = Instant.zero
    // Few bits, for the work of many clients is looked at by turns.
    var sent: Int32 = 0
    var heard: Int32 = 0
    var published: Int32 = 0
    // Only counted.
    /// The things that it heard of and that lie in no list.
    var beside: Set<Beside> = []

    /// Begins an instant; a whole new record would have to let go of the set of the old one, which is mostly empty.
    private mutating func begin(at instant: Instant) {
      (at, sent, heard, published) = (instant, 0, 0, 0)
      if !beside.isEmpty { beside.removeAll(keepingCapacity: true) }
    }

    /// Counts a step, and says whether these are more than any client needs without a reason.
    mutating func note(_ step: Step) -> Bool {
      if at != step.at { begin(at: step.at) }
      switch step.kind {
      case .heard:
        heard += 1
        if step.list == Step.nowhere {
          beside.insert(Beside(key: step.key, tag: step[Step.Heard.tag]))
        }
        return heard > 256
      case .published:
        published += 1
        return published > 8
      default:
        sent += 1
        return sent > 512
      }
    }
  }

  private var work: [Work] = []
  private var restraint = Restraint()
  private var instant = Instant.zero
  private var stimuli = 0
  private var commits = 0
  private var listens = 0
  private var clients = 0
  /// By journey: how many messages it took, how often it was sent again, and what its commits allow.
  ///
  /// One that was left alone for long begins anew, should it go on.
  private var messages: JourneyPages<Messages>

  /// The messages of a journey.
  private struct Messages: Sendable {
    var sent: Int32 = 0
    var resent: Int32 = 0
    var audience: Int32 = 0
  }

  init(_ ground: Ground) { messages = JourneyPages(blank: Messages(), for: ground.memory) }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .heard, .sent: act(step, history)
    case .published:
      act(step, history)
      // Most of the time it has waited; to take out what is shown copies it.
      let client = Int(step.client)
      let gap = step.at - history.lists.shown[client].publishedAt
      if gap < history.lists.shown[client].opened.wait { publish(step, history.shown) }
    // The app has said before that it is to write.
    case .reported: if evidence.isNone { cause(step) }
    // A page that brings rows may be a reason to ask for another one.
    case .fetched: if step[Step.Fetched.rows] > 0 { cause(step) }
    default: cause(step)
    }
  }

  /// Something happens that may cause work anywhere.
  private mutating func cause(_ step: Step) {
    if step.at != instant {
      instant = step.at
      stimuli = 0
    }
    stimuli += 1
    restrain(step)
    switch step.kind {
    // A late copy, or an app that comes back, may have to tell everything at once.
    case .crashed, .calmed, .paused: stimuli += commits
    case .committed, .committedBeside:
      commits += 1
      let audience = Int32(2 * (listens + clients))
      count(step) { $0.audience += audience }
    case .resent: count(step) { $0.resent += 1 }
    case .listened: listens += 1
    case .unlistened: listens -= 1
    default: break
    }
  }

  /// Holds a step against the bounds of longer spans.
  private mutating func restrain(_ step: Step) {
    switch step.kind {
    case .arrived: if step.y == 1 { restraint.reach(step) }
    case .resent:
      restraint.cause(step)
      if let words = restraint.send(again: step) { blame(step, words) }
    case .linked where step.x == 0: if let words = restraint.lose(step) { blame(step, words) }
    case .killed:
      restraint.cause(step)
      restraint.kill(step)
    case .crashed, .calmed, .paused, .disturbed, .misbehaved, .meant, .closed, .listened,
      .unlistened, .cancelled, .resynced, .fetched:
      restraint.cause(step)
    case .committed, .committedBeside:
      // A commit of no journey, such as presence, is told to everybody without one.
      if step.journey == 0 { restraint.causeEverywhere(step) }
    default: break
    }
  }

  private mutating func blame(_ step: Step, _ words: String) {
    verdict.breaks(at: step.at, Breach(words, second: Fact(step, words)))
  }

  /// A client publishes sooner after its last publication than it gathers changes.
  private mutating func publish(_ step: Step, _ shown: ShadowLists.Shown) {
    guard shown.publications > 0, shown.opened.screen.sources.count == 1 else { return }
    let gap = step.at - shown.publishedAt
    verdict.breaks(
      at: step.at,
      Breach(
        "client \(step.client) publishes \(gap) after its last batch, but gathers changes for "
          + "\(shown.opened.wait)",
        first: Fact(at: shown.publishedAt, client: step.client, "client \(step.client) publishes"),
        second: Fact(step, "client \(step.client) publishes again")))
  }

  private mutating func count(
    _ step: Step, _ add: (inout Messages) -> Void
  ) {
    guard step.journey != 0 else { return }
    messages.change(step.journey, at: step.at, add)
    if messages.isDue { messages.sweep(at: step.at) { _, _ in false } }
  }

  /// Says whether a client has done more in this instant than any client needs to without a reason.
  private mutating func note(_ step: Step) -> Bool {
    let client = Int(step.client)
    while work.count <= client { work.append(Work()) }
    if client >= clients { clients = client + 1 }
    if step.at != instant {
      instant = step.at
      stimuli = 0
    }
    return work[client].note(step)
  }

  /// A client hears, publishes, sends or is sent something.
  private mutating func act(_ step: Step, _ history: borrowing History) {
    guard step.client != Step.nobody else { return }
    opportunities += 1
    verdict.reach()
    let client = Int(step.client)
    if step.kind == .sent {
      if step.journey != 0 {
        weigh(step, history)
      } else {
        let isKnown = client < history.lists.shown.count
        let listens = isKnown ? history.lists.shown[client].listens.count : 0
        if let words = restraint.send(step, listens: listens) { blame(step, words) }
      }
    }
    guard note(step), !verdict.isBroken else { return }
    let isKnown = client < history.lists.shown.count
    let listens = isKnown ? history.lists.shown[client].listens.count : 0
    let writes = history.shownVersions.writes(of: step.client)
    let work = work[client]
    switch step.kind {
    case .heard:
      let rows = work.beside.count + (isKnown ? history.lists.mostRows(within: client) : 0)
      let bound = (stimuli + 4) * (listens + 1) * 4 * (rows + writes + 16)
      if Int(work.heard) > bound { blame(step, "hears", Int(work.heard), "events", bound) }
    case .published:
      let bound = 2 * stimuli + 8
      if Int(work.published) > bound {
        blame(step, "makes", Int(work.published), "publications", bound)
      }
    default:
      let bound = (stimuli + 64) * (2 * listens + writes + 8)
      if Int(work.sent) > bound { blame(step, "takes part in", Int(work.sent), "messages", bound) }
    }
  }

  private mutating func weigh(_ step: Step, _ history: borrowing History) {
    count(step) { $0.sent += 1 }
    let journey = messages[step.journey]
    guard journey.sent > 64 + 8 * journey.resent + journey.audience else { return }
    let record = history.writes[step.journey]
    let isOfNobody = record.client == Step.nobody
    let sessions = isOfNobody ? 0 : history.writes.session(of: record.client)
    let bound = 64 + 8 * Int(journey.resent) + Int(journey.audience) + 4 * Int(sessions)
    guard Int(journey.sent) > bound else { return }
    verdict.breaks(
      at: step.at,
      Breach(
        "journey \(step.journey) takes more than \(bound) messages",
        first: isOfNobody
          ? nil
          : Fact(
            at: record.wroteAt, client: record.client, journey: step.journey,
            "client \(record.client) writes"),
        second: Fact(step, "message \(journey.sent) is sent on this journey")))
  }

  private mutating func blame(
    _ step: Step, _ verb: String, _ count: Int, _ what: String, _ bound: Int
  ) {
    let stimuli = stimuli
    verdict.breaks(
      at: step.at,
      Breach(
        "client \(step.client) \(verb) \(count) \(what) in one instant, where \(bound) are enough",
        first: Fact(at: step.at, "\(stimuli) things happened in this instant that may cause some"),
        second: Fact(step, "client \(step.client) \(verb) one more of \(count) \(what)")))
  }
}
