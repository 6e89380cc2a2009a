// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirRun
import WeirTrace
import WeirTree

// Bugs of operators that apps listen to for the preview of a form. Each begins with the smallest story in which it shows.

/// Asks for no alarm when an operator waits, so that it goes on when something else happens.
///
///     x is typed, and nothing else: it is never settled
struct PreviewAsleep: StackInterceptor {
  static let mutant = Mutant(
    "preview-asleep", of: "timers that nobody sets", caughtBy: "previews",
    about: "What an operator holds back comes when something else does.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.reversed() where place > first {
      guard case .wake = wishes[place] else { continue }
      let before = wishes[first..<place].last { if case .wake = $0 { false } else { true } }
      if case .note(let note)? = before, PreviewTelling(note) != nil { wishes.remove(at: place) }
    }
  }
}

/// Keeps what an operator remembers at one place for all of its listeners.
///
///     two listen; x is heard: the first hears x, and for the second it is as the one before
struct StateShared: StackInterceptor {
  static let mutant = Mutant(
    "state-shared", of: "Realtime R1", caughtBy: "previews",
    about: "Of two who listen to one operator the second one hears nothing.", door: Self.self)

  /// The number of the second one who listens to the news of the row.
  private var second: UInt64?
  private var first: UInt64?

  init() {}

  mutating func wishes(_ wishes: inout [StackWish], from start: Int) {
    var kept = Array(wishes.prefix(start))
    for wish in wishes.dropFirst(start) {
      guard case .note(let note) = wish else {
        kept.append(wish)
        continue
      }
      switch PreviewTelling(note) {
      case .began(let number, .news)?:
        if first == nil { first = number } else { second = number }
      case .ended(let number)? where number == first || number == second:
        (first, second) = (nil, nil)
      case .heard(let number)? where number == second: continue
      default: break
      }
      kept.append(wish)
    }
    wishes = kept
  }
}

/// Goes on to tell somebody who has disposed of their listening.
///
///     the form of a is closed; x is heard of b: it is told to the preview of a
struct DisposedTold: StackInterceptor {
  static let mutant = Mutant(
    "disposed-told", of: "repeaters that send to all who listened", caughtBy: "previews",
    about: "Who listened for a preview that is closed is still told.", door: Self.self)

  private var ended: UInt64?

  init() {}

  mutating func wishes(_ wishes: inout [StackWish], from start: Int) {
    for place in wishes.indices.dropFirst(start) {
      guard case .note(let note) = wishes[place] else { continue }
      switch PreviewTelling(note) {
      case .ended(let number)?: ended = number
      case .heard?:
        guard let last = ended else { continue }
        ended = nil
        wishes[place] = .note(
          StackNote(words: PreviewNotes.heard.holding(last), x: note.x, key: note.key))
      default: break
      }
    }
  }
}

/// Something that an app says of its preview.
private enum PreviewTelling {
  case began(UInt64, PreviewNotes.Line)
  case heard(UInt64)
  case ended(UInt64)
  case other

  /// Reads a note; nil: it is of something else.
  init?(_ note: StackNote) {
    let step = Step(at: .zero, .noted, client: 0, list: 0, x: note.x, y: note.words)
    let detail = step[Step.Noted.detail]
    if PreviewNotes.began.isSaid(by: step), let line = PreviewNotes.Line(rawValue: detail) {
      self = .began(note.x, line)
    } else if PreviewNotes.heard.isSaid(by: step) {
      self = .heard(detail)
    } else if PreviewNotes.ended.isSaid(by: step) {
      self = .ended(note.x)
    } else if PreviewNotes.all.contains(where: { $0.isSaid(by: step) }) {
      self = .other
    } else {
      return nil
    }
  }
}
