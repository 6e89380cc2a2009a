// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a sheet shows at the end of each instant what the form beside it shows: its fields, in the order in which they
/// were arranged last, and below them each row that it leads.
///
/// The form knows all those rows by one stamp. What that stamp stands for is known of the last of those that were committed; of
/// others, such as a relation of the app's own that is under way, only that there is one.
struct SheetChecker: Checker {
  static let promise = Promise(
    "sheets",
    "A sheet shows the fields of its form as they were arranged, and each row that is led.",
    usualCause: "Usually a change was told one too late, or a row was put where another one stood.")
  static let judgesSurfaces = true
  static let kinds: KindSet = [.opened, .closed, .killed, .published, .noted, .committed, .rested]
  /// The number of crews of which it is remembered who is in them.
  private static let memory = 256

  var verdict = Verdict.notReached
  var opportunities = 0
  private let surfaces: SurfaceNumbers
  private var apps: [App] = []
  /// By stamp: the rows of a crew; only looked up in.
  private var crews: [UInt64: [Row]] = [:]
  /// The stamps of crews, the oldest first.
  private var stamps: [UInt64] = []
  /// The clients of which something has changed at this instant.
  private var changed: [Int] = []
  private var now = Instant.zero

  /// An app with a sheet.
  private struct App: Sendable {
    var isOpen = false
    var list = Step.nowhere
    var isLeadFirst = false
    /// By field: the stamp of what the form shows.
    var form = SortedMap<Key, UInt64>()
    var sheet: [[Row]] = []
  }

  init(_ ground: Ground) { surfaces = ground.surfaces }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.at > now || step.kind == .rested {
      judge()
      now = step.at
    }
    switch (step.kind, evidence) {
    case (.committed, .row(let node)): if !surfaces.isEmpty { learn(node[ObjectNotes.crew]) }
    case (.committed, _), (.rested, _): break
    default: look(at: step, evidence)
    }
  }

  /// Takes in who is in a crew.
  private mutating func learn(_ crew: Node) {
    let stamp = crew.fingerprint
    if crew.isNull || crews[stamp] != nil { return }
    crews[stamp] = crew.children.map {
      Row(key: Key("crew-\($0.key)"), stamp: $0.value.fingerprint)
    }
    stamps.append(stamp)
    if stamps.count < 2 * Self.memory { return }
    for old in stamps.prefix(Self.memory) { crews[old] = nil }
    stamps.removeFirst(Self.memory)
  }

  private mutating func look(at step: Step, _ evidence: Evidence) {
    let client = Int(surfaces.home(of: step.client))
    while apps.count <= client { apps.append(App()) }
    if surfaces.isSurface(step.client) {
      guard step.kind == .published, case .publication(let publication) = evidence else { return }
      switch surfaces.name(of: step.client) {
      case ObjectNotes.form:
        apps[client].form = SortedMap()
        for row in publication.sections.first ?? [] {
          apps[client].form.set(row.stamp, for: row.key)
        }
      case ObjectNotes.sheet: apps[client].sheet = publication.sections
      default: return
      }
      return touch(client)
    }
    switch step.kind {
    case .opened:
      guard
        surfaces.beside(step.client).contains(where: { surfaces.name(of: $0) == ObjectNotes.sheet })
      else { return }
      apps[client].list = step.list
    case .closed: apps[client].isOpen = false
    case .killed: apps[client] = App()
    case .noted where ObjectNotes.arranged.isSaid(by: step):
      // An app says so, too, when its sheet comes onto the screen.
      apps[client].isOpen = true
      apps[client].isLeadFirst = step[Step.Noted.detail] == 1
    default: return
    }
    touch(client)
  }

  private mutating func touch(_ client: Int) {
    if changed.last != client { changed.append(client) }
  }

  /// Judges the sheets of which something has changed at the last instant.
  private mutating func judge() {
    for client in changed where apps[client].isOpen { judge(client) }
    changed = []
  }

  private mutating func judge(_ client: Int) {
    let app = apps[client]
    opportunities += 1
    verdict.reach()
    let order =
      app.isLeadFirst
      ? [ObjectNotes.lead, ObjectNotes.word] : [ObjectNotes.word, ObjectNotes.lead]
    let fields = order.compactMap { key in app.form[key].map { Row(key: key, stamp: $0) } }
    let shown = app.sheet.first ?? []
    if shown != fields {
      let (found, should) = (Self.words(for: shown), Self.words(for: fields))
      return blame(client, "shows \(found) and not \(should), as its form does")
    }
    let crew = app.sheet.count > 1 ? app.sheet[1] : []
    guard let stamp = app.form[ObjectNotes.crew] else {
      if crew.isEmpty { return }
      return blame(client, "shows \(Self.words(for: crew)) below a row that leads nobody")
    }
    if let known = crews[stamp] {
      if crew == known { return }
      let (found, should) = (Self.words(for: crew), Self.words(for: known))
      blame(client, "shows \(found) below its row, which leads \(should)")
    } else if crew.isEmpty {
      blame(client, "shows nobody below a row that leads some")
    }
  }

  private static func words(for rows: [Row]) -> String {
    rows.isEmpty ? "nothing" : rows.map { "'\($0.key)'" }.joined(separator: ", ")
  }

  private mutating func blame(_ client: Int, _ words: String) {
    let step = Step(at: now, .published, client: UInt32(client), list: apps[client].list)
    let reason = "client \(client)'s sheet \(words)"
    verdict.breaks(at: now, Breach(reason, second: Fact(step, key: Step.noKey, reason)))
  }
}
