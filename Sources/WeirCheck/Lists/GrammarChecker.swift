// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that changes are told in the form in which list views take them: every place in range, in
/// rising order, and no row in two of those that go, nor in two of those that come.
///
/// It looks at the words alone; whether they tell the truth is another promise.
struct GrammarChecker: Checker {
  static let promise = Promise(
    "grammar",
    "Every change is told in the form in which list views take it.",
    usualCause:
      "Usually changes were sorted by where they happened to be found, or one row was told twice.")
  static let judgesSurfaces = true
  static let kinds: KindSet = [.published]

  var verdict = Verdict.notReached
  var opportunities = 0

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    guard case .publication(let publication) = evidence else { return }
    publish(
      step, from: history.shown.sections, by: publication, after: history.shown.publications,
      isRepeated: history.isRepeated, history.lists.surfaces)
  }

  /// A list is published; `count` publications came before it since it was opened.
  private mutating func publish(
    _ step: Step, from old: [[Row]], by publication: Publication, after count: Int,
    isRepeated: Bool, _ surfaces: SurfaceNumbers
  ) {
    opportunities += 1
    verdict.reach()
    guard !verdict.isBroken else { return }
    let breach =
      Self.breachOfPlace(publication, after: count)
      ?? (isRepeated
        ? nil
        : Self.breach(
          from: old, by: publication.changes, to: publication.sections,
          reloading: publication.reloads))
    if let breach {
      let reason = "\(surfaces.words(for: step.client)): \(breach)"
      verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
    }
  }

  /// Returns what is wrong with a publication at its place among those of the list, if anything.
  private static func breachOfPlace(_ publication: Publication, after count: Int) -> String? {
    if publication.isFirst != (count == 0) {
      return count == 0
        ? "the first publication is not said to be the first"
        : "a publication is said to be the first, but is not"
    }
    if count > 0, publication.changes.isEmpty, publication.reloads.isEmpty, !publication.hasNews {
      return "a publication tells nothing"
    }
    return nil
  }

  private static func breach(
    from old: [[Row]], by changes: ChangeSet, to new: [[Row]], reloading reloads: [Place]
  ) -> String? {
    if let place = changes.deletes.firstOutside(old) { return "row \(place) cannot be deleted" }
    if let place = changes.inserts.firstOutside(new) { return "row \(place) cannot be inserted" }
    if let move = changes.moves.first(where: { $0.from.isOutside(old) }) {
      return "row \(move.from) cannot be moved away"
    }
    if let move = changes.moves.first(where: { $0.to.isOutside(new) }) {
      return "a row cannot be moved to \(move.to)"
    }
    if !changes.deletes.rises { return "the deletes are not in rising order" }
    if !changes.inserts.rises { return "the inserts are not in rising order" }
    // Rows that only go and come cannot be told of twice then.
    if changes.moves.isEmpty, changes.updates.isEmpty, reloads.isEmpty { return nil }
    return order(of: changes) ?? twice(in: changes, reloads)
  }

  /// Returns the moves or updates that are told out of order; nil if none are.
  private static func order(of changes: ChangeSet) -> String? {
    if !changes.moves.rise(\.to) { return "the moves are not in the order of their targets" }
    if !changes.updates.rise(\.old) { return "the updates are not in rising order" }
    return nil
  }

  /// A row of which two things are told that cannot both be.
  private static func twice(
    in changes: ChangeSet, _ reloads: [Place]
  ) -> String? {
    let origins = changes.moves.isEmpty ? [] : changes.moves.map(\.from).sorted()
    if !origins.rises { return "a row is moved twice" }
    if let place = changes.deletes.firstShared(with: origins) {
      return "row \(place) is deleted and moved"
    }
    let isCrowded = !changes.inserts.isEmpty && !changes.moves.isEmpty
    if isCrowded, let place = changes.inserts.firstShared(with: changes.moves.map(\.to)) {
      return "row \(place) is inserted, and another row moved there"
    }
    let isMixed = !changes.deletes.isEmpty && !changes.updates.isEmpty
    if isMixed, let place = changes.deletes.firstShared(with: changes.updates.map(\.old)) {
      return "row \(place) is deleted and updated"
    }
    if reloads.isEmpty { return nil }
    let reloads = reloads.sorted()
    if !reloads.rises { return "a row is reloaded twice" }
    if let place = reloads.firstShared(with: changes.deletes) {
      return "row \(place) is reloaded and deleted"
    }
    if let place = reloads.firstShared(with: origins) {
      return "row \(place) is reloaded and moved"
    }
    return nil
  }
}

extension Place {
  /// `true` if a list has no row there.
  fileprivate func isOutside(_ sections: [[Row]]) -> Bool {
    !sections.indices.contains(Int(section))
      || !sections[Int(section)].indices.contains(Int(row))
  }
}

extension Array {
  /// `true` if each element's place comes after that of the one before.
  fileprivate func rise(_ place: (Element) -> Place) -> Bool {
    count < 2 || !indices.dropFirst().contains { place(self[$0]) <= place(self[$0 - 1]) }
  }
}

extension [Place] {
  /// `true` if each place comes after the one before.
  fileprivate var rises: Bool {
    count < 2 || !indices.dropFirst().contains { self[$0] <= self[$0 - 1] }
  }

  /// The first place at which a list has no row.
  fileprivate func firstOutside(_ sections: [[Row]]) -> Place? { first { $0.isOutside(sections) } }

  /// The first place that stands in both; both stand in rising order.
  fileprivate func firstShared(with others: [Place]) -> Place? {
    var other = 0
    for place in self {
      while other < others.count, others[other] < place { other += 1 }
      if other < others.count, others[other] == place { return place }
    }
    return nil
  }
}
