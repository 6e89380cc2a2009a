// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirScenario
import WeirTree

/// The options of a list of sources, as a scenario writes them below `stack: { sources: … }`.
struct SourceOptions: StackOptions {
  var search = "text"
  var writers = 0
  var keep = false
  var loadTime = Interval.milliseconds(1)

  static let keys = [
    StackOption(
      "search", \Self.search, .text,
      "The field of rows in which people search; they type the beginning of what stands there.",
      example: "title"),
    StackOption(
      "writers", \Self.writers, .count(0...16),
      "How many connections write the rows, in turn, into a database of the phone, from which the list is shown too; 0: there is none.",
      example: "2"),
    StackOption(
      "keep", \Self.keep, .flag,
      "Whether the phone keeps the rows, so that an app which starts shows them until the live ones are there.",
      example: "on"),
    StackOption(
      "load-time", \Self.loadTime, .duration, "How long the phone takes to load what it kept.",
      example: "300ms"),
  ]

  var complaints: [(key: String, message: String, remedy: String)] {
    do throws(Problems) {
      _ = try Path(checking: search)
    } catch {
      let first = error.all[0]
      return [("search", first.message, first.remedy)]
    }
    return search.isEmpty ? [("search", "no field", "write search: text")] : []
  }
}
