// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that whoever listens for the live preview of a form hears just what its operators make of what went into their
/// sources, in order and when it is due, be there other listeners of the same operator or not; and that nobody hears anything
/// when the preview is closed, nor listens any more.
///
/// What has to be heard is worked out by ``PreviewModel`` from the events alone. An app in the background hears nothing, and what
/// is due meanwhile comes when it is back; one that was killed hears nothing any more.
struct PreviewChecker: Checker {
  static let promise = Promise(
    "previews",
    "Each listener of a form's preview hears what its operators are to make, and nothing after it is closed.",
    usualCause:
      "Usually two listeners share what an operator remembers, or a wait goes on when nobody listens any more."
  )
  static let kinds: KindSet = [.closed, .killed, .paused, .noted, .rested]

  var verdict = Verdict.notReached
  var opportunities = 0
  /// By client, the apps that have said something of a preview.
  private var apps: [App?] = []

  /// An app with previews.
  private struct App: Sendable {
    var isEditing = false
    var isUnfolded = true
    /// Those who listen, by their numbers.
    var listeners = SortedMap<UInt64, Listener>()
    /// The moment at which the app was closed, after which nobody may listen.
    var closed: Step?
    /// The moment at which it went to the background; nil: it is not there.
    var pause: Instant?
    /// The moment at which it came back last.
    var back = Instant.zero
  }

  /// Somebody who listens.
  private struct Listener: Sendable {
    let line: PreviewNotes.Line
    let key: Key
    var model: PreviewModel
    /// The things that have to be heard and were not yet.
    var dues: [PreviewModel.Due] = []
  }

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .rested {
      for client in apps.indices { rest(client, step) }
      return
    }
    let client = Int(step.client)
    if step.kind == .noted {
      if !PreviewNotes.all.contains(where: { $0.isSaid(by: step) }) { return }
      while apps.count <= client { apps.append(nil) }
      if apps[client] == nil { apps[client] = App() }
      judgeClosed(client, step)
      note(step, client)
      return
    }
    guard client < apps.count, apps[client] != nil else { return }
    judgeClosed(client, step)
    switch step.kind {
    case .closed: apps[client]?.closed = step
    case .killed:
      judgeLate(client, step)
      apps[client] = nil
    case .paused:
      judgeLate(client, step)
      if step.x == 1 {
        apps[client]?.pause = step.at
      } else {
        apps[client]?.pause = nil
        apps[client]?.back = step.at
      }
    default: break
    }
  }

  // MARK: Notes

  private mutating func note(_ step: Step, _ client: Int) {
    let detail = step[Step.Noted.detail]
    if PreviewNotes.fed.isSaid(by: step) {
      guard let source = PreviewNotes.Source(rawValue: detail) else { return }
      judgeOpen(client, step)
      feed(source, step, client)
    } else if PreviewNotes.began.isSaid(by: step) {
      guard let line = PreviewNotes.Line(rawValue: detail) else { return }
      judgeOpen(client, step)
      begin(line, step, client)
    } else if PreviewNotes.heard.isSaid(by: step) {
      hear(detail, step, client)
    } else if PreviewNotes.ended.isSaid(by: step) {
      judgeLate(client, step)
      apps[client]?.listeners.remove(step.x)
    } else {
      close(step, client)
    }
  }

  private mutating func begin(_ line: PreviewNotes.Line, _ step: Step, _ client: Int) {
    guard let app = apps[client] else { return }
    if let (number, other) = app.listeners.first(where: { $0.value.key != step.key }) {
      blame(
        step, other.key,
        "client \(client) has another form than that of '\(other.key)', to whose preview number \(number) still listens"
      )
    }
    let model = PreviewModel(line, isEditing: app.isEditing, isUnfolded: app.isUnfolded)
    apps[client]?.listeners.set(
      Listener(line: line, key: step.key, model: model), for: step.x)
  }

  private mutating func feed(_ source: PreviewNotes.Source, _ step: Step, _ client: Int) {
    if source == .editing { apps[client]?.isEditing = step.x != 0 }
    if source == .unfolded { apps[client]?.isUnfolded = step.x != 0 }
    change(client) { $0.model.take(source, step.x, at: step.at, into: &$0.dues) }
  }

  private mutating func hear(_ number: UInt64, _ step: Step, _ client: Int) {
    opportunities += 1
    verdict.reach()
    guard var listener = apps[client]?.listeners[number] else {
      return blame(
        step, step.key,
        "client \(client) hears something as number \(number), which does not listen any more")
    }
    listener.model.wait(until: step.at, into: &listener.dues)
    let due = listener.dues.first
    if due != nil { listener.dues.removeFirst() }
    apps[client]?.listeners.set(listener, for: number)
    if due?.stamp == step.x { return }
    blame(
      step, listener.key,
      "client \(client) hears \(due == nil ? "something" : "something else") as number \(number), which listens to \(listener.line) of the preview of '\(listener.key)' and is to hear \(due == nil ? "nothing" : "what was due at \(due?.at ?? .zero)")"
    )
  }

  private mutating func close(_ step: Step, _ client: Int) {
    opportunities += 1
    verdict.reach()
    if step.x > 0 {
      blame(
        step, step.key,
        "client \(client) has closed the preview of '\(step.key)', and \(step.x) still listen")
    }
    if let (number, _) = apps[client]?.listeners.first {
      blame(
        step, step.key,
        "client \(client) has closed the preview of '\(step.key)', and number \(number) goes on to listen"
      )
    }
  }

  // MARK: What is missing

  /// Lets time pass for all who listen, and blames an app that goes on although somebody has not heard what is due by now.
  private mutating func judgeOpen(_ client: Int, _ step: Step) {
    change(client) { $0.model.wait(until: step.at, into: &$0.dues) }
    blameFirst(client, step) { _ in true }
  }

  /// Blames an app of which somebody has not heard what was due before.
  private mutating func judgeLate(_ client: Int, _ step: Step) {
    guard let app = apps[client] else { return }
    // Whoever ends at the moment at which something is due may be the first of the two.
    if step.at == .zero { return }
    let last = Instant(nanoseconds: step.at.nanoseconds - 1)
    change(client) { $0.model.wait(until: last, into: &$0.dues) }
    let end = app.pause ?? step.at
    blameFirst(client, step) { max($0.at, app.back) < end }
  }

  private mutating func blameFirst(
    _ client: Int, _ step: Step, where isMissing: (PreviewModel.Due) -> Bool
  ) {
    for (number, listener) in apps[client]?.listeners ?? SortedMap() {
      guard let due = listener.dues.first, isMissing(due) else { continue }
      blame(
        step, listener.key,
        "client \(client) has not told number \(number), which listens to \(listener.line) of the preview of '\(listener.key)', what was due at \(due.at)"
      )
      return
    }
  }

  /// Blames an app that was closed and still has somebody who listens.
  private mutating func judgeClosed(_ client: Int, _ step: Step) {
    guard let app = apps[client], let closed = app.closed, closed.at < step.at else { return }
    apps[client]?.closed = nil
    guard let (number, listener) = app.listeners.first else { return }
    blame(
      closed, listener.key,
      "client \(client) is closed, and number \(number) still listens for the preview of '\(listener.key)'"
    )
  }

  private mutating func rest(_ client: Int, _ step: Step) {
    judgeClosed(client, step)
    judgeLate(client, step)
  }

  private mutating func change(_ client: Int, _ body: (inout Listener) -> Void) {
    guard let listeners = apps[client]?.listeners else { return }
    for (number, var listener) in listeners {
      body(&listener)
      apps[client]?.listeners.set(listener, for: number)
    }
  }

  private mutating func blame(_ step: Step, _ key: Key, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }
}
