// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirScenario

/// The options of an app with objects, as a scenario writes them below `stack: { objects: … }`.
struct ObjectOptions: StackOptions {
  /// The side that is right when a text was changed elsewhere while somebody typed another one.
  enum Conflicts: String, CaseIterable, Sendable {
    /// One's own: it is saved over the news.
    case mine
    /// The other one: what was typed is given up.
    case theirs
  }

  var conflicts = Conflicts.mine
  var mendAfter = Interval.seconds(2)
  var keep = false
  var table = 0
  var preview = false
  var sheet = false

  static let keys = [
    StackOption(
      "conflicts", \Self.conflicts, .word,
      "Whose text stays when somebody saves what they typed while it was changed elsewhere: their own, or the other one, for which they give up theirs.",
      example: "theirs"),
    StackOption(
      "mend-after", \Self.mendAfter, .duration,
      "How long a list is quiet before the app takes away ends of relations that lead to nothing which leads back; up to twice as long, so that not all apps do it at once.",
      example: "5s"),
    StackOption(
      "keep", \Self.keep, .flag,
      "Keeps on the phone what the form hears of its rows, also of earlier lives of the app, and shows it until they are heard again.",
      example: "on"),
    StackOption(
      "table", \Self.table, .count(0...20),
      "How many cells of a table are on the screen, which shows the list as a collection with an index: people add things, tick them off and take them away, with or without a connection; 0: there is none.",
      example: "4"),
    StackOption(
      "preview", \Self.preview, .flag,
      "Shows a live preview of the form, which operators make of what the app hears of the row and of what people type, while it is open.",
      example: "on"),
    StackOption(
      "sheet", \Self.sheet, .flag,
      "Shows the row of the form once more in a sheet of two sections: its fields, which people arrange, and the rows that it leads.",
      example: "on"),
  ]
}
