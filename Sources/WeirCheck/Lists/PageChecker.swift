// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that every page that a person asks for comes or fails, once; that it brings rows or says that there
/// are no more; that they are shown when it says so; that no more is asked of the server for it than its rows and
/// two; and that none fails as refused where nobody refused anything since the list was opened.
///
/// A list of one source that shows all its rows shows at least so many more as its page says were new, but for those
/// that it heard to go or change meanwhile, and exactly so many where nobody ever wrote and no other page was under way.
struct PageChecker: Checker {
  static let promise = Promise(
    "pages",
    "Every page comes or fails, once, with the rows that it tells of, and asks for no more.",
    usualCause: "Usually an error left a page open, or rows were counted that were there before.")
  static let kinds: KindSet = [
    .opened, .wrote, .touched, .cancelled, .heard, .published, .asked, .paged, .pageFailed,
    .listened, .killed, .rested, .fetched,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// A page that was asked for.
  private struct Call: Sendable {
    var number: UInt64
    var rows: Int
    /// The list when it was asked for; nil where it does not show all that is loaded.
    var shown: [[Row]]?
    /// `true` if no other page was under way at the same time, whose rows may be shown with its own.
    var isAlone = true
    /// The rows that were heard to go or to change since that list was published.
    var losses = 0
  }

  /// By client: the pages that have not come.
  private var open: [[Call]] = []
  /// By client: the rows that it heard to go or to change since it published its list.
  private var unpublished: [Int] = []
  /// The lists that somebody wrote to.
  // Only looked up in.
  private var touched: Set<UInt32> = []
  /// By client: whether a listen was taken away since the list was opened.
  private var isRefused: [Bool] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .opened: begin(step)
    case .wrote, .touched: touch(step)
    case .cancelled: cancel(step)
    case .fetched: if step[Step.Fetched.end] > 0 { cancel(step) }
    case .heard: hear(step)
    case .published: if Int(step.client) < unpublished.count { unpublished[Int(step.client)] = 0 }
    case .asked: ask(step, history.lists)
    case .paged, .pageFailed: end(step, history.lists)
    case .listened: if case .query(let query) = evidence { listen(step, query, history.lists) }
    case .killed: kill(step)
    default: rest(step)
    }
  }

  /// A list is opened.
  private mutating func begin(_ step: Step) {
    grow(to: step.client)
    isRefused[Int(step.client)] = false
  }

  /// A listen is taken away, or a page is.
  private mutating func cancel(_ step: Step) {
    grow(to: step.client)
    isRefused[Int(step.client)] = true
  }

  private mutating func ask(_ step: Step, _ lists: ShadowLists) {
    grow(to: step.client)
    let shown = lists.shown[Int(step.client)]
    for place in open[Int(step.client)].indices { open[Int(step.client)][place].isAlone = false }
    open[Int(step.client)].append(
      Call(
        number: step.x, rows: Int(step.y),
        shown: shown.showsItsSource ? shown.sections : nil,
        isAlone: open[Int(step.client)].isEmpty, losses: unpublished[Int(step.client)]))
  }

  /// A client hears of a row.
  private mutating func hear(_ step: Step) {
    guard Int(step.client) < open.count,
      UInt8(truncatingIfNeeded: step.y) != DataEvent.Kind.added.rawValue
    else { return }
    unpublished[Int(step.client)] += 1
    for place in open[Int(step.client)].indices { open[Int(step.client)][place].losses += 1 }
  }

  private mutating func end(_ step: Step, _ lists: ShadowLists) {
    grow(to: step.client)
    opportunities += 1
    verdict.reach()
    guard let place = open[Int(step.client)].firstIndex(where: { $0.number == step.x }) else {
      blame(step, "page \(step.x) ended twice, or was never asked for")
      return
    }
    let call = open[Int(step.client)].remove(at: place)
    if step.kind == .pageFailed, step.y >= 4, !isRefused[Int(step.client)] {
      blame(step, "page \(step.x) failed as refused, but nothing was refused")
    }
    // A page of a list that is not kept up to date may bring what is shown already.
    if step.kind == .paged, step.y == 1, lists.shown[Int(step.client)].opened.isLive {
      blame(step, "page \(step.x) brought nothing, but there is said to be more")
    }
    if step.kind == .paged { count(step, call, lists) }
  }

  /// Holds the number of new rows of a page against those that are shown.
  private mutating func count(_ step: Step, _ call: Call, _ lists: ShadowLists) {
    let shown = lists.shown[Int(step.client)]
    guard let before = call.shown, shown.showsItsSource else { return }
    let old = Set(before.joined().map(\.key))
    let new = shown.sections.joined().count { !old.contains($0.key) }
    let said = Int(step[Step.Paged.new])
    if new + call.losses < said {
      blame(step, "page \(call.number) says that \(said) rows are new, but shows \(new)")
    } else if new > said, call.isAlone, lists.isUntouched(shown.opened.lists[0]),
      !touched.contains(step.list)
    {
      blame(step, "page \(call.number) shows \(new) new rows, but says that \(said) are")
    }
  }

  /// Somebody writes to a list, or means to.
  private mutating func touch(_ step: Step) { touched.insert(step.list) }

  /// A stack listens: if a page is under way, for that.
  private mutating func listen(_ step: Step, _ query: Query, _ lists: ShadowLists) {
    guard Int(step.client) < open.count,
      let most = open[Int(step.client)].map(\.rows).max()
    else { return }
    let opened = lists.shown[Int(step.client)].opened
    let listen = ShadowListen(tag: step.x, list: step.list, query: query)
    guard let number = opened.source(of: listen) else { return }
    let source = opened.screen.sources[number]
    if query.limit.count != .max {
      if query.limit.count > most + 2 {
        blame(step, "asked for \(query.limit.count) rows for a page of \(most)")
      }
    } else if (source.isAscending ? query.end : query.start) == nil {
      blame(step, "asked for everything for a page of \(most) rows")
    }
  }

  /// An app is killed, and with it who waits.
  private mutating func kill(_ step: Step) {
    if Int(step.client) < open.count { open[Int(step.client)] = [] }
  }

  private mutating func rest(_ step: Step) {
    guard step.x == 0 else { return }
    for client in open.indices {
      guard let call = open[client].first, !verdict.isBroken else { continue }
      let reason = "client \(client): page \(call.number) neither came nor failed"
      verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
    }
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    let reason = "client \(step.client): \(reason)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }

  private mutating func grow(to client: UInt32) {
    while open.count <= Int(client) {
      open.append([])
      isRefused.append(false)
      unpublished.append(0)
    }
  }
}

extension ShadowLists.Shown {
  /// `true` if it shows every row that it has loaded of its one source.
  fileprivate var showsItsSource: Bool {
    isLoaded && opened.isLive && opened.screen.sources.count == 1
      && opened.screen.filter == .everything && opened.screen.displayLimit == nil
  }
}
