// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
package import WeirTree

/// The lists as the trace tells them: what each client shows, where it listens, and what the server holds.
///
/// Checkers keep it from steps alone, so that a mistake of a client, a stream or a backend cannot
/// hide itself here.
struct ShadowLists: Sendable {
  /// A list of one client.
  struct Shown: Sendable {
    /// The list that it is kept up to date with; nowhere if it is with none.
    var list: UInt32 = Step.nowhere
    /// The screen that it promises to show, and the timing of its publications.
    var opened = OpenedScreen.none
    /// `true` if the filter of its screen is in its place.
    var isFiltered = true
    var sections: [[Row]] = []
    /// The number of these rows among all that were published; 0: it is unknown.
    var rows: UInt32 = 0
    var publishedAt = Instant.zero
    /// `true` if its stack said that it has loaded.
    var hasLoaded = false
    /// The number of times it was published since it was opened.
    var publications = 0
    /// The listens of its stack.
    var listens: [ShadowListen] = []

    /// `true` if its stack listens to one list in more than one way, as live pages and unions do.
    ///
    /// One of these listens may not have told yet what the other one has, and on a link that loses messages it may know
    /// less for longer.
    var listensTwice: Bool { ShadowLists.haveTwins(listens) }

    /// `true` if the first rows were published.
    var isLoaded: Bool { publications > 0 }

    /// `true` if another list promises the same screen, and its stack listens to the same.
    func hasLoadedTheSame(as other: Shown) -> Bool {
      opened === other.opened && isFiltered == other.isFiltered && listens == other.listens
    }
  }

  /// By client.
  var shown: [Shown] = []
  /// By list: each row at the server.
  var server: [SortedMap<Key, Node>] = []
  /// By list: when a row was last committed.
  var committedAt: [Instant] = []
  /// By list: the most rows that it ever had.
  var mostRows: [Int] = []
  /// By list: how often a row went, or changed.
  var losses: [Losses] = []
  /// By client: the list that it opened, even if it no longer shows it.
  private var homes: [UInt32] = []
  /// By list: who shows it.
  var viewers: [[UInt32]] = []
  /// The surfaces that apps show beside their main lists; each stands here as a client of its number.
  var surfaces = SurfaceNumbers()

  /// The number of times rows of a list went or changed, which may take them out of what somebody has loaded.
  struct Losses: Sendable {
    var removals = 0
    var changes = 0
  }

  /// `true` if a client's stack listens to one list in more than one way.
  func listensTwice(at client: UInt32) -> Bool { Self.haveTwins(shown[Int(client)].listens) }

  private static func haveTwins(_ listens: [ShadowListen]) -> Bool {
    for (place, listen) in listens.enumerated() {
      for other in listens[..<place] where other.list == listen.list { return true }
    }
    return false
  }

  /// `true` if what happens to a client concerns a surface of its app: what is heard of the lists that it shows, what is
  /// written to the first of them, shown or not, and whatever is not about lists.
  func concerns(_ step: Step, _ surface: UInt32) -> Bool {
    guard Int(surface) < shown.count else { return false }
    switch step.kind {
    case .listened, .unlistened, .heard, .completed, .cancelled:
      return shown[Int(surface)].opened.lists.contains(step.list)
    case .wrote, .touched: return homes[Int(surface)] == step.list
    case .committed, .published, .opened, .loaded, .closed, .faulted, .lost, .filtered: return false
    default: return true
    }
  }

  /// The most rows that the lists ever had which a client shows, or to which its stack listens beside.
  func mostRows(within client: Int) -> Int {
    var lists = shown[client].opened.lists
    for listen in shown[client].listens where !lists.contains(listen.list) {
      lists.append(listen.list)
    }
    return lists.reduce(0) { $0 + (Int($1) < mostRows.count ? mostRows[Int($1)] : 0) }
  }

  mutating func open(_ step: Step, _ opened: OpenedScreen) {
    while shown.count <= Int(step.client) {
      shown.append(Shown())
      homes.append(Step.nowhere)
    }
    for list in opened.lists { grow(to: list) }
    shown[Int(step.client)] = Shown(
      list: opened.isLive ? step.list : Step.nowhere, opened: opened,
      sections: opened.rows ?? Array(repeating: [], count: opened.screen.sectionsAtFirst))
    if homes[Int(step.client)] != step.list {
      homes[Int(step.client)] = step.list
      viewers[Int(step.list)].append(step.client)
    }
  }

  mutating func listen(_ step: Step, _ query: Query) {
    shown[Int(step.client)].listens.append(
      ShadowListen(tag: step.x, list: step.list, query: query))
  }

  mutating func unlisten(_ step: Step) {
    shown[Int(step.client)].listens.removeAll { $0.tag == step.x }
  }

  mutating func load(_ step: Step) { shown[Int(step.client)].hasLoaded = true }

  mutating func filter(_ step: Step) { shown[Int(step.client)].isFiltered = step.x == 1 }

  /// A list shows another part of what its screen selects.
  mutating func narrow(_ step: Step, _ opened: OpenedScreen) {
    shown[Int(step.client)].opened = opened
    shown[Int(step.client)].isFiltered = true
  }

  /// Takes a list away from a client that may not read it any more, so that it owes nothing.
  mutating func cancel(_ step: Step) {
    shown[Int(step.client)].list = Step.nowhere
  }

  /// The lists whose rows a client shows.
  func opened(by client: UInt32) -> [UInt32] {
    Int(client) < shown.count ? shown[Int(client)].opened.lists : []
  }

  /// A list is closed, or its app is no more, and with it what it showed.
  mutating func close(_ step: Step) {
    guard Int(step.client) < shown.count else { return }
    shown[Int(step.client)] = Shown()
  }

  /// Takes in a commit and returns the row as it was before.
  mutating func commit(_ step: Step, _ node: Node) -> Node {
    grow(to: step.list)
    let list = Int(step.list)
    committedAt[list] = step.at
    if node.isNull {
      losses[list].removals += 1
      return server[list].remove(step.key) ?? .null
    }
    let old = server[list].set(node, for: step.key) ?? .null
    if !old.isNull { losses[list].changes += 1 }
    mostRows[list] = max(mostRows[list], server[list].count)
    return old
  }

  /// `true` if a list is as it was at the beginning.
  func isUntouched(_ list: UInt32) -> Bool { committedAt[Int(list)] == .zero }

  mutating func publish(_ step: Step, _ publication: Publication) {
    let client = Int(step.client)
    shown[client].sections = publication.sections
    shown[client].rows = publication.identity.new
    shown[client].publishedAt = step.at
    shown[client].publications += 1
  }

  private mutating func grow(to list: UInt32) {
    while server.count <= Int(list) {
      server.append(SortedMap())
      committedAt.append(.zero)
      mostRows.append(0)
      losses.append(Losses())
      viewers.append([])
    }
  }
}

/// A listen of a stack.
package struct ShadowListen: Hashable, Sendable {
  var tag: UInt64
  var list: UInt32
  package var query: Query

  package init(tag: UInt64, list: UInt32, query: Query) {
    self.tag = tag
    self.list = list
    self.query = query
  }
}

extension Screen {
  /// The number of sections there are before there is any row.
  fileprivate var sectionsAtFirst: Int {
    switch grouping {
    case nil: 1
    case .fixed(let filters): filters.count
    case .byValue: 0
    }
  }
}
