// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirScenario
import WeirTree

/// The options of an app with models, as a scenario writes them below `stack: { models: … }`.
struct ModelOptions: StackOptions {
  /// The place to which an app hands what it hears of a row that stays where it is.
  enum News: String, CaseIterable, Sendable {
    /// The list, which shows it at once.
    case toList = "to-list"
    /// The models, which bring it to the list as they bring it to all.
    case toModels = "to-models"
  }

  var counts = "likes"
  var news = News.toList
  var tabs = 0
  var link = nowhere
  var laneTime = Interval.milliseconds(1)
  var cache = false
  var cacheTime = quickSave
  var cacheFailures = Ratio.zero
  var logOut = false

  /// The word for an app that opens on no row.
  static let nowhere = "none"
  /// The time that a phone takes to save a model, unless somebody says otherwise.
  private static let quickSave = Interval.milliseconds(4)

  static let keys = [
    StackOption(
      "counts", \Self.counts, .text,
      "The field of rows that is a model of its own inside of its row, which people raise by a like.",
      example: "stars"),
    StackOption(
      "news", \Self.news, .word,
      "Where the app hands what it hears of a row that stays in its place, or goes: to its list, which shows it at once, or to its models, so that the list hears of it by the lanes, as the other screens do.",
      example: "to-models"),
    StackOption(
      "tabs", \Self.tabs, .count(0...3), "How many tabs show the list beside the first one.",
      example: "1"),
    StackOption(
      "link", \Self.link, .text,
      "The key of a row on which the app opens, before it knows whether there is one; none: on the list alone.",
      example: "n7"),
    StackOption(
      "lane-time", \Self.laneTime, .duration,
      "How long each of the three steps of an update takes on average: to read, to compute and to deliver.",
      example: "5ms"),
    StackOption(
      "cache", \Self.cache, .flag,
      "Whether the phone keeps the models, so that an app which starts shows them until the live ones are there.",
      example: "on"),
    StackOption(
      "cache-time", \Self.cacheTime, .duration,
      "How long the phone takes to keep a model, or to load what it kept.",
      example: "50ms"),
    StackOption(
      "cache-failures", \Self.cacheFailures, .share,
      "How often the phone cannot read a model, or keep one.", example: "5%"),
    StackOption(
      "log-out", \Self.logOut, .flag,
      "Whether who leaves the list logs out, so that the app forgets everything.", example: "on"),
  ]

  var complaints: [(key: String, message: String, remedy: String)] {
    var complaints: [(key: String, message: String, remedy: String)] = []
    for (key, text) in [("counts", counts), ("link", link)] {
      if let fault = Key.fault(in: text) {
        complaints.append((key, fault.message, fault.remedy))
      }
    }
    let needless = [
      ("cache-time", cacheTime != Self.quickSave), ("cache-failures", !cacheFailures.isZero),
    ]
    for (key, isSaid) in needless where !cache && isSaid {
      complaints.append((key, "there is no cache", "write cache: on as well"))
    }
    return complaints
  }
}
