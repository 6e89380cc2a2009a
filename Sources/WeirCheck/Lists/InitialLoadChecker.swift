// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a list says once for each time that it is opened that it has loaded, or why it has not, and
/// not before it shows all rows of the first value that its listens tell; and that it says, once and only then, that
/// what it shows is no longer kept up to date.
struct InitialLoadChecker: Checker {
  static let promise = Promise(
    "initial-load",
    "A list says once that it has loaded, and not before its rows are there.",
    usualCause: "Usually the end was told with the first row, or again when a source came late.")
  static let judgesSurfaces = true
  static let kinds: KindSet = [
    .opened, .listened, .unlistened, .heard, .completed, .loaded, .cancelled, .lost, .closed,
    .killed, .rested, .fetched, .asked, .paged, .pageFailed,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// A list that was opened.
  private struct Opening: Sendable {
    /// The time at which it was opened.
    var at: Instant
    /// The lists that it shows.
    let lists: [UInt32]
    /// The number of times it said that it has loaded, or failed to.
    var told = 0
    /// The listens, how many rows each holds, whether the list need not wait for its first value any more, whether it told
    /// that, and whether it may be one of a page that has not come yet.
    var listens: [(tag: UInt64, rows: Int, isComplete: Bool, hasTold: Bool, isOfPage: Bool)] = []
    /// The number of pages that are under way.
    var pages = 0
    /// The moment at which a listen was taken away first.
    var refused: Instant?
    /// `true` if a listen was taken away that had told its first value, and the app does not know.
    var owesLoss = false
    /// `true` if it said that it may not load: whatever else is taken away then is no news.
    var isRefused = false
    /// `true` if it is kept up to date; of another one nobody knows when it has to be there.
    var isLive = true
    /// `true` if the app was told that the list is lost.
    var isLost = false
  }

  /// By client; nil: its list is closed.
  private var openings: [Opening?] = []
  /// By client: whether its list is open and has not said that it has loaded, which is asked of each row that is heard.
  private var isLoading: [Bool] = []

  private let surfaces: SurfaceNumbers

  init(_ ground: Ground) { surfaces = ground.surfaces }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .opened: if case .screen(let opened) = evidence { open(step, opened) }
    case .fetched: fetch(step)
    case .listened: listen(step)
    case .unlistened: unlisten(step)
    case .heard: hear(step)
    case .completed: complete(step)
    case .loaded: load(step, history.lists.shown[Int(step.client)])
    case .cancelled: cancel(step)
    case .lost: lose(step)
    case .rested: rest(step)
    case .asked: askForPage(step)
    case .paged, .pageFailed: endPage(step)
    default: close(step)
    }
  }

  private mutating func open(_ step: Step, _ opened: OpenedScreen) {
    while openings.count <= Int(step.client) {
      openings.append(nil)
      isLoading.append(false)
    }
    openings[Int(step.client)] = Opening(
      at: step.at, lists: opened.lists, isLive: opened.isLive)
    isLoading[Int(step.client)] = true
  }

  /// A page comes, or does not: one that is refused takes the list away as a listen does.
  private mutating func fetch(_ step: Step) {
    let client = Int(step.client)
    guard client < openings.count, step[Step.Fetched.end] > 0 else { return }
    if openings[client]?.refused == nil { openings[client]?.refused = step.at }
  }

  /// A list listens; what it asks for later, to fill itself up, is not part of its first value, nor is what its app listens
  /// to beside it.
  private mutating func listen(_ step: Step) {
    guard let opening = openings[Int(step.client)], opening.lists.contains(step.list) else {
      return
    }
    openings[Int(step.client)]?.listens.append(
      (step.x, 0, step.at > opening.at, false, opening.pages > 0))
  }

  private mutating func askForPage(_ step: Step) {
    guard Int(step.client) < openings.count else { return }
    openings[Int(step.client)]?.pages += 1
  }

  /// A page came, and its listens are those of the list, or it did not, and they are gone.
  private mutating func endPage(_ step: Step) {
    let client = Int(step.client)
    guard client < openings.count, let opening = openings[client], opening.pages > 0 else { return }
    openings[client]?.pages -= 1
    if opening.pages > 1 { return }
    for place in opening.listens.indices { openings[client]?.listens[place].isOfPage = false }
  }

  private mutating func unlisten(_ step: Step) {
    openings[Int(step.client)]?.listens.removeAll { $0.tag == step.x }
  }

  /// A listen heard of a row; what is heard later than the load does not matter.
  private mutating func hear(_ step: Step) {
    let client = Int(step.client)
    guard client < isLoading.count, isLoading[client] else { return }
    let event = step[Step.Heard.event]
    let change = event == Self.added ? 1 : event == Self.removed ? -1 : 0
    guard change != 0, let place = place(of: step[Step.Heard.tag], client) else { return }
    openings[client]?.listens[place].rows += change
  }

  private mutating func complete(_ step: Step) {
    let client = Int(step.client)
    guard let place = place(of: step.x, client) else { return }
    openings[client]?.listens[place].isComplete = true
    openings[client]?.listens[place].hasTold = true
  }

  private mutating func load(_ step: Step, _ shown: ShadowLists.Shown) {
    opportunities += 1
    verdict.reach()
    guard let opening = openings[Int(step.client)] else {
      return blame(step, "says that a list has loaded that is closed")
    }
    openings[Int(step.client)]?.told += 1
    isLoading[Int(step.client)] = false
    if opening.told > 0 { return blame(step, "says twice that its list has loaded") }
    guard step.x == 0 else {
      openings[Int(step.client)]?.owesLoss = false
      openings[Int(step.client)]?.isRefused = true
      if opening.refused == nil {
        blame(step, "says that its list may not load, but no listen was taken away")
      }
      return
    }
    if let listen = opening.listens.first(where: { !$0.isComplete }) {
      return blame(step, "says that its list has loaded, but listen \(listen.tag) has told nothing")
    }
    if !shown.isLoaded {
      return blame(step, "says that its list has loaded before it shows anything")
    }
    let rows = shown.sections.reduce(0) { $0 + $1.count }
    if let wanted = wanted(
      opening, shown.opened.screen, isBeside: surfaces.isSurface(step.client)), rows < wanted
    {
      blame(step, "says that its list has loaded, but shows \(rows) rows of \(wanted)")
    }
  }

  /// The number of rows that a list has to show that heard all of its first value; nil where only their content tells, or
  /// where a surface beside the main list shows a part of it.
  private func wanted(_ opening: Opening, _ screen: Screen, isBeside: Bool) -> Int? {
    guard screen.sources.count == 1, screen.filter == .everything, opening.listens.count == 1,
      !isBeside
    else { return nil }
    let loaded = min(opening.listens[0].rows, screen.sources[0].limit ?? .max)
    return min(loaded, screen.displayLimit ?? .max)
  }

  /// A listen is taken away.
  private mutating func cancel(_ step: Step) {
    let client = Int(step.client)
    guard client < openings.count, let opening = openings[client] else { return }
    // Of a page that was refused before it came, the app hears otherwise.
    let listen = place(of: step.x, client).map { opening.listens[$0] }
    openings[client]?.refused = opening.refused ?? step.at
    guard let listen, listen.hasTold, !listen.isOfPage, !opening.isLost, !opening.isRefused
    else { return }
    openings[client]?.owesLoss = true
  }

  /// A list says that it is no longer kept up to date.
  private mutating func lose(_ step: Step) {
    opportunities += 1
    guard let opening = openings[Int(step.client)] else {
      return blame(step, "says that a list is lost that is closed")
    }
    openings[Int(step.client)]?.isLost = true
    openings[Int(step.client)]?.owesLoss = false
    if opening.isLost { return blame(step, "says twice that its list is lost") }
    if opening.told == 0 {
      return blame(step, "says that its list is lost before it says that it has loaded")
    }
    if opening.refused == nil {
      blame(step, "says that its list is lost, but no listen was taken away")
    }
  }

  /// A list is closed, or its app is killed.
  private mutating func close(_ step: Step) {
    guard Int(step.client) < openings.count else { return }
    openings[Int(step.client)] = nil
    isLoading[Int(step.client)] = false
  }

  private mutating func rest(_ step: Step) {
    guard step.x == 0, !verdict.isBroken else { return }
    for (client, opening) in openings.enumerated() {
      guard let opening, opening.isLive, opening.told == 0 || opening.owesLoss else { continue }
      let who = surfaces.words(for: UInt32(client))
      var first = Fact(at: opening.at, client: UInt32(client), "\(who) opens its list")
      var reason = "\(who) never says that its list has loaded"
      if opening.told > 0, let refused = opening.refused {
        first = Fact(
          at: refused, client: UInt32(client), "\(who) may not read its list any more")
        reason = "\(who) never says that its list is not kept up to date any more"
      }
      verdict.breaks(at: step.at, Breach(reason, first: first, second: Fact(step, reason)))
      return
    }
  }

  private func place(of tag: UInt64, _ client: Int) -> Int? {
    openings[client]?.listens.firstIndex { $0.tag == tag }
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    let reason = "\(surfaces.words(for: step.client)) \(reason)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }

  static let removed = UInt64(DataEvent.Kind.removed.rawValue)
  static let added = UInt64(DataEvent.Kind.added.rawValue)
}
