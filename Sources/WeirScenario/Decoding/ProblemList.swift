// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The problems of a scenario, as they are found, and as a person is shown them.
package struct ProblemList {
  /// The number of problems that a person is shown.
  static let mostShown = 20
  /// The number of problems that are kept; a file with more is hardly a scenario.
  private static let mostKept = 2_000

  private var found: [Problem] = []
  private var count = 0

  /// `true` if nothing is wrong.
  package var isEmpty: Bool { count == 0 }

  /// `true` if so much is wrong that no more is kept, and no guess is worth its time.
  var isFull: Bool { count >= Self.mostKept }

  /// Notes a problem.
  mutating func add(_ problem: @autoclosure () -> Problem) {
    count += 1
    if found.count < Self.mostKept { found.append(problem()) }
  }

  /// Notes the problems of another list.
  mutating func add(_ other: ProblemList) {
    found += other.found.prefix(max(0, Self.mostKept - found.count))
    count += other.count
  }

  /// The problem that was found first.
  var first: Problem? { found.first }

  /// The problems by file, in the order of `files`, then by place; the first 20, and how many more there are.
  ///
  /// Words of a file that `isConcealed` are not repeated: it may be anything but a scenario.
  func shown(files: [String], concealing isConcealed: (String) -> Bool = { _ in false }) -> Problems
  {
    let ranked = found.enumerated().map { place, problem in
      (
        file: problem.mark.flatMap { files.firstIndex(of: $0.file) } ?? files.count,
        line: problem.mark?.line ?? 0, column: problem.mark?.column ?? 0, place: place,
        problem: problem
      )
    }
    let sorted = ranked.sorted {
      ($0.file, $0.line, $0.column, $0.place) < ($1.file, $1.line, $1.column, $1.place)
    }
    var all = sorted.prefix(Self.mostShown).map { entry in
      guard let file = entry.problem.mark?.file, isConcealed(file) else { return entry.problem }
      return Self.withoutWords(entry.problem)
    }
    let left = count - all.count
    if left > 0 {
      all.append(
        Problem(
          message: "and \(left) more", remedy: "mend these first, then look again"))
    }
    return Problems(all)
  }

  /// A problem without what stands in quotes in it.
  private static func withoutWords(_ problem: Problem) -> Problem {
    var problem = problem
    // The first and the last quote of the message: what lies between may hold quotes of its own.
    if let first = problem.message.firstIndex(of: "'"),
      let last = problem.message.lastIndex(of: "'"),
      first < last
    {
      problem.message.replaceSubrange(first...last, with: "'…'")
    }
    problem.remedy = "look at the file; it lies outside of the scenario's folder, and is not quoted"
    return problem
  }
}
