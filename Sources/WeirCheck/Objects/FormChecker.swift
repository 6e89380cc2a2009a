// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a form shows what somebody typed until it is saved or given up, whatever comes from elsewhere and whoever
/// turns it away; that what is said to be saved was written; and that at rest a form into which nobody has typed shows the row
/// as the backend has it.
///
/// No save brings back a row that is gone, with one field: whoever saves demands of the backend that the row is still there.
///
/// A text that goes from a form at the moment at which its edit ends is no fault: the app tells its screen first, and then
/// that the edit is over. A form whose row may not be read any more keeps what it showed.
struct FormChecker: Checker {
  static let promise = Promise(
    "forms", "A form keeps what was typed until that is saved or given up, and else shows its row.",
    usualCause:
      "Usually news from elsewhere, or a save that failed, overwrote what somebody had typed.")
  static let judgesSurfaces = true
  static let kinds: KindSet = [
    .opened, .closed, .killed, .cancelled, .published, .noted, .committed, .rested, .meant,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private let surfaces: SurfaceNumbers
  private var forms: [Form] = []
  /// By the stamp of a text that somebody typed: `true` if some row was written with it; only looked up in.
  private var texts: [UInt64: Bool] = [:]
  /// The rows that were committed and are gone, by their lists.
  private var gone: [SortedMap<Key, Bool>]
  /// The journeys on which people save what they typed.
  private var saves = JourneySet()

  /// The form of a client.
  private struct Form: Sendable {
    var list = Step.nowhere
    /// The row that is open in it; nil: none.
    var key: Key?
    /// The stamp of what was typed and is not over; nil: nothing.
    var typed: UInt64?
    /// By field: the stamp of what is shown.
    var fields = SortedMap<Key, UInt64>()
    var isLost = false
    /// A publication without what was typed, whose edit may be told to be over at the same moment.
    var suspect: Step?
  }

  init(_ ground: Ground) {
    surfaces = ground.surfaces
    gone = Array(repeating: SortedMap(), count: ground.lists.count)
  }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch (step.kind, evidence) {
    case (.committed, .row(let node)):
      if surfaces.isEmpty { return }
      if !texts.isEmpty { write(node[ObjectNotes.word]) }
      judgeRow(node, step)
    case (.committed, _): break
    case (.meant, _): if step.x == ObjectNotes.saving { mean(step) }
    case (.rested, _):
      for client in forms.indices { sentence(client, until: step.at + Interval(nanoseconds: 1)) }
      if case .rest(let end) = evidence { rest(step, end) }
    default: look(at: step, evidence)
    }
  }

  /// Takes in a text that a row was written with.
  private mutating func write(_ text: Node) {
    let stamp = text.fingerprint
    if texts[stamp] != nil { texts[stamp] = true }
  }

  /// Somebody means to save what is typed.
  private mutating func mean(_ step: Step) {
    guard Int(step.client) < forms.count else { return }
    let form = forms[Int(step.client)]
    guard let key = form.key, form.typed != nil, Int(form.list) < gone.count else { return }
    saves.insert(step.journey)
    if gone[Int(form.list)][key] == nil { return }
    opportunities += 1
    verdict.reach()
  }

  /// Judges a row that somebody has written, or that is gone.
  private mutating func judgeRow(_ row: Node, _ step: Step) {
    let list = Int(step.list)
    guard list < gone.count else { return }
    if row.isNull {
      gone[list].set(true, for: step.key)
      return
    }
    guard gone[list].remove(step.key) != nil, saves.contains(step.journey) else { return }
    blame(
      step, step.key,
      "client \(step.client) brought back '\(step.key)', which is gone, by saving what was typed into it"
    )
  }

  private mutating func look(at step: Step, _ evidence: Evidence) {
    let client = Int(surfaces.home(of: step.client))
    while forms.count <= client { forms.append(Form()) }
    if surfaces.isSurface(step.client) {
      guard step.kind == .published, surfaces.name(of: step.client) == ObjectNotes.form,
        case .publication(let publication) = evidence
      else { return }
      return publish(step, publication, client)
    }
    sentence(client, until: step.at)
    switch step.kind {
    case .opened:
      forms[client] = Form()
      forms[client].list = step.list
    case .closed, .killed: forms[client] = Form()
    case .cancelled: forms[client].isLost = true
    case .noted: note(step, client)
    default: break
    }
  }

  private mutating func note(_ step: Step, _ client: Int) {
    if ObjectNotes.opened.isSaid(by: step) {
      // Until it is told otherwise it shows what it showed.
      forms[client].key = step.key
      (forms[client].typed, forms[client].suspect) = (nil, nil)
      forms[client].isLost = false
    } else if ObjectNotes.typed.isSaid(by: step) {
      forms[client].typed = step.x
      // Two people may type the same; then it is enough if one of them wrote it.
      if texts[step.x] == nil { texts[step.x] = false }
    } else if ObjectNotes.ended.isSaid(by: step) {
      if step[Step.Noted.detail] == 0 { judgeSaved(step, client) }
      if forms[client].typed == step.x {
        (forms[client].typed, forms[client].suspect) = (nil, nil)
      }
    }
  }

  /// Judges somebody who says that a text is saved.
  private mutating func judgeSaved(_ step: Step, _ client: Int) {
    guard let isWritten = texts[step.x] else { return }
    opportunities += 1
    verdict.reach()
    if isWritten { return }
    blame(
      step, step.key,
      "client \(client) says that what was typed into '\(step.key)' is saved, and nobody wrote it")
  }

  private mutating func publish(_ step: Step, _ publication: Publication, _ client: Int) {
    forms[client].fields = SortedMap()
    for row in publication.sections.first ?? [] {
      forms[client].fields.set(row.stamp, for: row.key)
    }
    guard let typed = forms[client].typed else { return }
    opportunities += 1
    verdict.reach()
    if forms[client].fields[ObjectNotes.word] == typed {
      forms[client].suspect = nil
    } else if forms[client].suspect == nil {
      forms[client].suspect = step
    }
  }

  /// Blames a form that went on without what was typed.
  private mutating func sentence(_ client: Int, until now: Instant) {
    guard let step = forms[client].suspect, step.at < now, let key = forms[client].key else {
      return
    }
    forms[client].suspect = nil
    blame(step, key, "\(surfaces.words(for: step.client)) lost what was typed into '\(key)'")
  }

  private mutating func rest(_ step: Step, _ end: FinalState) {
    for (client, form) in forms.enumerated() {
      guard let key = form.key, form.typed == nil, !form.isLost,
        Int(form.list) < end.lists.count
      else { continue }
      opportunities += 1
      verdict.reach()
      let row = end.lists[Int(form.list)][key]
      for field in [ObjectNotes.word, ObjectNotes.lead, ObjectNotes.crew] {
        let node = row[field]
        if form.fields[field] == (node.isNull ? nil : node.fingerprint) { continue }
        blame(
          step, key,
          "client \(client)'s form shows the \(field) of '\(key)' otherwise than the backend has it"
        )
      }
    }
  }

  private mutating func blame(_ step: Step, _ key: Key, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }
}
