// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirObjects
import WeirTrace
import WeirTree

// The live preview of the form: the app feeds it with what it hears and what people type, and says who hears what of it.
extension ObjectApp {
  /// Begins to listen for the preview of the form that was opened.
  func openPreview(at now: Instant, into wishes: inout [StackWish]) {
    guard let preview, form != nil else { return }
    preview.advance(to: now)
    tellHeard(into: &wishes)
    feed(.editing, 0, at: now, into: &wishes)
    feed(.unfolded, preview.isUnfolded ? 1 : 0, at: now, into: &wishes)
    for line in PreviewNotes.Line.allCases {
      for _ in 0..<2 { listen(to: line, isGuest: false, into: &wishes) }
    }
    tellHeard(into: &wishes)
  }

  /// Listens no longer.
  func closePreview(of key: Key, into wishes: inout [StackWish]) {
    guard let preview else { return }
    for number in preview.endListening(guestsOnly: false) {
      note(PreviewNotes.ended.holding(), x: number, key, into: &wishes)
    }
    note(PreviewNotes.closed.holding(), x: UInt64(preview.listenerCount), key, into: &wishes)
  }

  private func listen(
    to line: PreviewNotes.Line, isGuest: Bool, into wishes: inout [StackWish]
  ) {
    guard let preview, let form else { return }
    let number = preview.listen(to: line, isGuest: isGuest)
    note(PreviewNotes.began.holding(line.rawValue), x: number, form.key, into: &wishes)
  }

  /// Feeds the preview of the form that is open.
  func feed(
    _ source: PreviewNotes.Source, _ value: UInt64, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let preview, let form else { return }
    preview.advance(to: now)
    tellHeard(into: &wishes)
    note(PreviewNotes.fed.holding(source.rawValue), x: value, form.key, into: &wishes)
    preview.feed(source, value)
    tellHeard(into: &wishes)
  }

  /// Feeds the word of the row, if it has one.
  func feedHeard(at now: Instant, into wishes: inout [StackWish]) {
    guard preview != nil, let form, let word = store[form.handle].state(of: ListedObject.word).known
    else { return }
    feed(.heard, word.fingerprint, at: now, into: &wishes)
  }

  /// Feeds what was typed; with the first text of an edit a few more begin to listen.
  func feedTyped(_ stamp: UInt64, at now: Instant, into wishes: inout [StackWish]) {
    guard let preview, form != nil else { return }
    if !preview.isEditing {
      feed(.editing, 1, at: now, into: &wishes)
      for line in [PreviewNotes.Line.sampled, .both, .current] {
        listen(to: line, isGuest: true, into: &wishes)
      }
    }
    feed(.typed, stamp, at: now, into: &wishes)
  }

  /// Feeds that there is no edit any more.
  func feedEnd(at now: Instant, into wishes: inout [StackWish]) {
    guard let preview, let form, preview.isEditing else { return }
    feed(.editing, 0, at: now, into: &wishes)
    for number in preview.endListening(guestsOnly: true) {
      note(PreviewNotes.ended.holding(), x: number, form.key, into: &wishes)
    }
  }

  /// Folds the preview away, or unfolds it.
  func foldPreview(at now: Instant, into wishes: inout [StackWish]) {
    guard let preview else { return }
    feed(.unfolded, preview.isUnfolded ? 0 : 1, at: now, into: &wishes)
  }

  /// Lets time pass for the preview.
  func wakePreview(at now: Instant, into wishes: inout [StackWish]) {
    guard let preview else { return }
    preview.advance(to: now)
    tellHeard(into: &wishes)
  }

  /// Says what was heard, and asks to be woken when the preview wants it.
  private func tellHeard(into wishes: inout [StackWish]) {
    guard let preview else { return }
    // A listener that is left over hears when no form is open.
    let key = form?.key ?? Key("none")
    for (listener, stamp) in preview.takeHeard() {
      note(PreviewNotes.heard.holding(listener), x: stamp, key, into: &wishes)
    }
    if let due = preview.nextWake { wishes.append(.wake(due)) }
  }
}
