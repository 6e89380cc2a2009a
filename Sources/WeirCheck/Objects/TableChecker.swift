// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that the index of a collection has a row for each of its elements, and no other, in every state of the server; that a
/// table of it shows the rows of the index at rest; and that an app observes just what is displayed: the things in its cells and
/// the row in its form.
///
/// Nothing is judged between steps of one instant: a row goes from a table, its cell is told so, and then its listen ends. An
/// app from which something was taken away that it listened to keeps what it showed.
struct TableChecker: Checker {
  static let promise = Promise(
    "tables",
    "An index has a row for each element, a table shows it, and cells observe as long as they are displayed.",
    usualCause:
      "Usually an element went without its row, or a cell was used again and still heard the thing before."
  )
  static let judgesSurfaces = true
  static let kinds: KindSet = [
    .opened, .closed, .killed, .cancelled, .published, .noted, .listened, .unlistened, .committed,
    .rested,
  ]
  /// The bit by which the tags of listens to an index are known.
  private static let ofIndex: UInt64 = 1 << 27

  var verdict = Verdict.notReached
  var opportunities = 0
  private let surfaces: SurfaceNumbers
  /// The indexes, each with the number of the list of its elements.
  private let indexes: [(index: Int, elements: Int)]
  private var apps: [App] = []
  /// By list: the keys of the rows that were committed and are there.
  private var keys: [SortedMap<Key, Bool>]
  /// The rows of which a commit has written something, by the places of their indexes.
  private var touched: [(pair: Int, key: Key)] = []
  private var commit: Step?
  /// The clients of which something has changed at this instant.
  private var changed: [Int] = []
  private var now = Instant.zero

  /// An app with a table.
  private struct App: Sendable {
    var list = Step.nowhere
    /// The things in the cells, and the row in the form.
    var displayed = SortedMap<Key, Bool>()
    var form: Key?
    /// The tags of the listens to objects.
    var listens = SortedMap<UInt64, Bool>()
    var table: [Row] = []
    var cells: [Row] = []
    /// `true` if something was taken away that it listened to.
    var isLost = false

    /// The number of things that are to be observed.
    var wanted: Int {
      displayed.count + (form.map { displayed[$0] == nil ? 1 : 0 } ?? 0)
    }
  }

  init(_ ground: Ground) {
    surfaces = ground.surfaces
    keys = Array(repeating: SortedMap(), count: ground.lists.count)
    indexes = ground.lists.enumerated().compactMap { number, list in
      ground.lists.firstIndex(of: ObjectNotes.index(of: list)).map { ($0, number) }
    }
  }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.at > now || step.kind == .rested {
      judgeObservers()
      now = step.at
    }
    if let commit, commit.y != step.y || step.kind != .committed { judgeIndexes() }
    switch (step.kind, evidence) {
    case (.committed, .row(let node)):
      if !indexes.isEmpty { take(node, step) }
    case (.committed, _): break
    case (.rested, .rest(let end)): rest(step, end)
    case (.rested, _): break
    default: look(at: step, evidence)
    }
  }

  // MARK: Indexes

  private mutating func take(_ node: Node, _ step: Step) {
    let list = Int(step.list)
    guard
      let pair = indexes.firstIndex(where: { $0.index == list || $0.elements == list })
    else { return }
    if node.isNull { keys[list].remove(step.key) } else { keys[list].set(true, for: step.key) }
    touched.append((pair, step.key))
    commit = step
  }

  /// Judges the rows of a commit, now that all of them are known.
  private mutating func judgeIndexes() {
    guard let step = commit else { return }
    for (pair, key) in touched {
      opportunities += 1
      verdict.reach()
      let hasRow = keys[indexes[pair].index][key] != nil
      if hasRow == (keys[indexes[pair].elements][key] != nil) { continue }
      blame(
        step, key,
        hasRow
          ? "the index has a row for '\(key)', which is not there"
          : "'\(key)' has no row in its index")
    }
    (commit, touched) = (nil, [])
  }

  // MARK: Apps

  private mutating func look(at step: Step, _ evidence: Evidence) {
    let client = Int(surfaces.home(of: step.client))
    if surfaces.isSurface(step.client) {
      guard step.kind == .published, client < apps.count,
        case .publication(let publication) = evidence
      else { return }
      let rows = publication.sections.first ?? []
      switch surfaces.name(of: step.client) {
      case ObjectNotes.table: apps[client].table = rows
      case ObjectNotes.cells: apps[client].cells = rows
      default: break
      }
      return
    }
    let hasTable = surfaces.beside(step.client).contains {
      surfaces.name(of: $0) == ObjectNotes.table
    }
    if !hasTable { return }
    while apps.count <= client { apps.append(App()) }
    if changed.last != client { changed.append(client) }
    take(step, of: client)
  }

  private mutating func take(_ step: Step, of client: Int) {
    switch step.kind {
    case .opened:
      apps[client].list = step.list
      (apps[client].displayed, apps[client].form) = (SortedMap(), nil)
      apps[client].isLost = false
    case .closed: (apps[client].displayed, apps[client].form) = (SortedMap(), nil)
    case .killed: apps[client] = App()
    case .cancelled:
      apps[client].isLost = true
      apps[client].listens.remove(step.x)
    case .listened where isOfObject(step): apps[client].listens.set(true, for: step.x)
    case .unlistened where isOfObject(step): apps[client].listens.remove(step.x)
    case .noted where ObjectNotes.opened.isSaid(by: step): apps[client].form = step.key
    case .noted where ObjectNotes.displayed.isSaid(by: step):
      if step[Step.Noted.detail] == 1 {
        apps[client].displayed.set(true, for: step.key)
      } else {
        apps[client].displayed.remove(step.key)
      }
    default: break
    }
  }

  private func isOfObject(_ step: Step) -> Bool {
    step.list == Step.nowhere && step.x & Self.ofIndex == 0
  }

  /// Judges what the apps observe of which something has changed at the last instant.
  private mutating func judgeObservers() {
    for client in changed {
      let app = apps[client]
      if app.isLost { continue }
      opportunities += 1
      verdict.reach()
      if app.listens.count == app.wanted { continue }
      let step = Step(at: now, .listened, client: UInt32(client), list: app.list)
      blame(
        step, Step.noKey,
        "client \(client) displays \(app.wanted) things, and listens to \(app.listens.count)")
    }
    changed = []
  }

  // MARK: Rest

  private mutating func rest(_ step: Step, _ end: FinalState) {
    for (client, app) in apps.enumerated() {
      guard !app.isLost, Int(app.list) < end.lists.count, client < end.holdings.count,
        end.holdings[client].isConnected,
        let pair = indexes.first(where: { $0.elements == Int(app.list) })
      else { continue }
      opportunities += 1
      verdict.reach()
      let index = end.lists[pair.index].children.map {
        Row(key: $0.key, stamp: $0.value[Key("__val")][Key("__pl")].fingerprint)
      }
      if app.table != index {
        blame(step, Step.noKey, "client \(client)'s table shows something else than the index has")
      }
      if app.cells.isEmpty, !index.isEmpty {
        blame(step, Step.noKey, "client \(client)'s table has no cells on the screen")
      }
      for row in app.cells
      where end.lists[pair.elements][row.key][ObjectNotes.word].fingerprint != row.stamp {
        blame(
          step, row.key,
          "client \(client)'s cell shows '\(row.key)' otherwise than the backend has it")
      }
    }
  }

  private mutating func blame(_ step: Step, _ key: Key, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }
}
