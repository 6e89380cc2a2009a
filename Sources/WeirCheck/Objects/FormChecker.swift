// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a form shows what somebody typed until it is saved or given up, whatever comes from elsewhere and whoever
/// turns it away; and that at rest a form into which nobody has typed shows the row as the backend has it.
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
    .opened, .closed, .killed, .cancelled, .published, .noted, .rested,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private let surfaces: SurfaceNumbers
  private var forms: [Form] = []

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

  init(_ ground: Ground) { surfaces = ground.surfaces }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .rested {
      for client in forms.indices { sentence(client, until: step.at + Interval(nanoseconds: 1)) }
      if case .rest(let end) = evidence { rest(step, end) }
      return
    }
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
      (forms[client].typed, forms[client].suspect, forms[client].isLost) = (nil, nil, false)
    } else if ObjectNotes.typed.isSaid(by: step) {
      forms[client].typed = step.x
    } else if ObjectNotes.ended.isSaid(by: step), forms[client].typed == step.x {
      (forms[client].typed, forms[client].suspect) = (nil, nil)
    }
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
