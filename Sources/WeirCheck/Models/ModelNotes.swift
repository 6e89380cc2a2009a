// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTrace

/// The steps that apps with models say, for those who judge them.
package enum ModelNotes {
  /// The name of the surface that shows a row alone.
  package static let detail = "detail"
  /// The name of the surface that shows what people count of that row; its screen is ordered by that field.
  package static let badge = "badge"

  /// All that an app has heard and done is on all its screens that are not covered.
  package static let settled = StepNote(
    "models-settled", "Nothing that an app has heard or done is on its way to a screen any more.",
    says: { _ in "has told all its screens everything" })
  /// A screen is covered by another one, and shows what it showed; or it is not any more.
  package static let covered = StepNote(
    "screen-covered", "A screen of an app is covered by another one, or is not any more.",
    x: .number("surface"), y: .flag("covered"),
    says: { "\($0.y == 1 ? "covers" : "uncovers") its surface \($0.x)" })
  /// Somebody opened a row on a screen of its own.
  package static let opened = StepNote(
    "detail-opened", "Somebody opened a row on a screen of its own.",
    says: { "opens\($0.key)" })
  /// An update has reached all that show one of its models.
  package static let delivered = StepNote(
    "models-delivered", "An update of models has reached whatever shows one of them.",
    x: .time("after"), says: { _ in "has delivered an update" })
  /// All that an app has heard is in its cache.
  package static let kept = StepNote(
    "models-kept", "All that an app has heard is in its cache, as it was heard last.",
    says: { _ in "has kept everything" })
  /// Somebody logged out, and the app begins to forget all that it keeps; or it has.
  package static let loggedOut = StepNote(
    "logged-out", "Somebody logged out: an app forgets all that it has and keeps, or has done so.",
    x: .flag("done"), says: { $0.x == 1 ? "has forgotten everything" : "logs out" })
}
