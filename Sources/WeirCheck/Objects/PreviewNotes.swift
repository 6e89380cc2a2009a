// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTrace

/// The live preview of a form: the sources that are fed, what is listened to, and the steps that an app says of it.
package enum PreviewNotes {
  /// A source that the preview listens to, or an error that one of them sends.
  package enum Source: UInt64, CaseIterable, Sendable {
    /// The word of the row, whenever the app has heard something of the row.
    case heard
    /// A text that somebody typed.
    case typed
    /// A save that came to nothing, which is an error of what is typed.
    case refused
    /// `true` while something is typed that is neither saved nor given up.
    case editing
    /// `true` while the preview is not folded away.
    case unfolded
  }

  /// Something that listeners of a preview listen to.
  package enum Line: UInt64, CaseIterable, Sendable {
    /// What is heard, each as long as it differs from the one before.
    case news
    /// What is typed, when nothing else has been for a time.
    case settled
    /// What is typed, once in a period at most.
    case sampled
    /// The last three that were heard.
    case lately
    /// What is typed, two by two.
    case pairs
    /// The last that was heard, with the last that was typed.
    case both
    /// What is heard and what is typed, as it comes.
    case all
    /// What is typed while there is an edit, and what is heard while there is none.
    case current
    /// All, as long as the preview is not folded away; two wait for that at most.
    case unfolded
    /// The first that is typed.
    case first
    /// All, each as long as it differs from the one before, when nothing else has come for a time; and the one before.
    case label
  }

  /// The time for which nobody types before what is typed is settled.
  package static let settling = Interval.milliseconds(300)
  /// The period in which what is typed is sampled once.
  package static let sampling = Interval.milliseconds(400)
  /// The time for which nothing comes before the label shows it.
  package static let labelling = Interval.milliseconds(200)

  /// Returns the stamp of values that are heard together.
  package static func stamp(of values: [UInt64]) -> UInt64 {
    var digest = Digest()
    digest.absorb(0, UInt64(values.count))
    for value in values { digest.absorb(value, 0) }
    return digest.word
  }

  /// Returns the stamp of an error.
  package static func stamp(ofError error: UInt64) -> UInt64 {
    var digest = Digest()
    digest.absorb(1, error)
    return digest.word
  }

  /// Something is sent by a source.
  package static let fed = StepNote(
    "preview-fed", "A source sends something to those who listen for the preview of a form.",
    x: .hex("value"),
    y: .word("source", ["heard", "typed", "refused", "editing", "unfolded"]),
    says: { "feeds the preview of\($0.key)" })
  /// Somebody begins to listen.
  package static let began = StepNote(
    "listener-began", "Somebody begins to listen for the preview of a form.",
    x: .number("listener"),
    y: .word(
      "to",
      [
        "news", "settled", "sampled", "lately", "pairs", "both", "all", "current", "unfolded",
        "first", "label",
      ]), says: { "begins to listen as number \($0.x) for the preview of\($0.key)" })
  /// Somebody hears something.
  package static let heard = StepNote(
    "listener-heard", "Somebody who listens for the preview of a form hears something.",
    x: .hex("value"), y: .number("listener"),
    says: { "hears something as number \($0.y) for the preview of\($0.key)" })
  /// Somebody listens no more.
  package static let ended = StepNote(
    "listener-ended", "Somebody listens no more for the preview of a form.",
    x: .number("listener"),
    says: { "listens no more as number \($0.x) for the preview of\($0.key)" })
  /// A preview is closed.
  package static let closed = StepNote(
    "preview-closed", "The preview of a form is closed, and so many still listen.",
    x: .number("listeners"),
    says: { "has closed the preview of\($0.key), to which \($0.x) still listen" })

  /// The notes of previews.
  package static let all = [fed, began, heard, ended, closed]
}
