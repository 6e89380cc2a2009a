// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirObjects

/// The live preview of the forms of an app: operators over what is heard and typed, to each of which two listen while a form is
/// open.
///
///     preview.open()
///     preview.feed(.typed, 7)
///     preview.takeHeard()  // what listeners have heard of it
///     preview.close()      // 0: nobody listens any more
///
/// The sources and the clock live as long as the app, so that whoever were left to listen would hear of the next form.
/// Nobody but its app has a reference to it.
final class FormPreview: @unchecked Sendable {
  /// Somebody who listens.
  private struct Listener {
    let number: UInt64
    let isGuest: Bool
    let hearing: Disposable
  }

  /// A save that came to nothing.
  private struct Refused: Error {
    let number: UInt64
  }

  private let clock = ListenClock()
  private let word = Repeater<UInt64>()
  private let typed = Repeater<UInt64>()
  private let editing = ValueStorage(false)
  private let unfolded = ValueStorage(true)
  private let lines: [AnyListenable<[UInt64]>]
  private var listeners: [Listener] = []
  private var lastNumber: UInt64 = 0
  private var heard: [(listener: UInt64, stamp: UInt64)] = []
  private var closings = 0

  /// Makes a preview to which nobody listens yet.
  init() {
    let (clock, word, typed) = (clock, word, typed)
    let (editing, unfolded) = (editing, unfolded)
    let all = word.join(typed)
    lines = PreviewNotes.Line.allCases.map { line in
      switch line {
      case .news: word.distinctUntilChanged().map { [$0] }
      case .settled: typed.debounce(PreviewNotes.settling, on: clock).map { [$0] }
      case .sampled: typed.throttle(PreviewNotes.sampling, on: clock).map { [$0] }
      case .lately: word.memoize(last: 3)
      case .pairs: typed.memoize(portions: 2)
      case .both: word.combine(typed).map { [$0.0, $0.1] }
      case .all: all.map { [$0] }
      case .current: editing.then { $0 ? typed : word }.map { [$0] }
      case .unfolded: all.suspend(while: unfolded, keeping: 2)
      case .first: typed.once().map { [$0] }
      case .label:
        all.distinctUntilChanged().debounce(PreviewNotes.labelling, on: clock).memoize(last: 2)
      }
    }
  }

  /// `true` if there is an edit.
  var isEditing: Bool { editing.value }
  /// `true` unless it is folded away.
  var isUnfolded: Bool { unfolded.value }
  /// The moment at which it wants to be woken.
  var nextWake: Instant? { clock.nextWake }

  /// Lets time pass.
  func advance(to now: Instant) { clock.advance(to: now) }

  /// Lets somebody listen, for as long as the preview is open or, a guest, until there is no edit any more; returns their number.
  func listen(to line: PreviewNotes.Line, isGuest: Bool = false) -> UInt64 {
    lastNumber += 1
    let number = lastNumber
    let hearing = lines[Int(line.rawValue)].listening { [weak self] event in
      let stamp =
        switch event {
        case .value(let values): PreviewNotes.stamp(of: values)
        case .error(let error): PreviewNotes.stamp(ofError: (error as? Refused)?.number ?? 0)
        }
      self?.heard.append((number, stamp))
    }
    listeners.append(Listener(number: number, isGuest: isGuest, hearing: hearing))
    return number
  }

  /// Sends something.
  func feed(_ source: PreviewNotes.Source, _ value: UInt64) {
    switch source {
    case .heard: word.send(value)
    case .typed: typed.send(value)
    case .refused: typed.send(error: Refused(number: value))
    case .editing: editing.value = value != 0
    case .unfolded: unfolded.value = value != 0
    }
  }

  /// Returns what was heard since this was asked last.
  func takeHeard() -> [(listener: UInt64, stamp: UInt64)] {
    let news = heard
    heard = []
    return news
  }

  /// Ends guests, or all: every other time they are disposed of, and else they are dropped; returns their numbers.
  func endListening(guestsOnly: Bool) -> [UInt64] {
    let ended = listeners.filter { $0.isGuest || !guestsOnly }
    listeners.removeAll { $0.isGuest || !guestsOnly }
    closings += 1
    if closings.isMultiple(of: 2) { for listener in ended { listener.hearing.dispose() } }
    return ended.map(\.number)
  }

  /// The number of those who listen to the sources or wait on the clock.
  var listenerCount: Int {
    word.listenerCount + typed.listenerCount + editing.listenerCount + unfolded.listenerCount
      + clock.wakeCount
  }
}
