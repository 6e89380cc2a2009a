// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTree

/// Holds what the programs of one run were told and answered against those of another, line by line.
///
///     comparison.here(world.takeProgramLines())
///     comparison.there(linesFromTheOtherProcess)
///     comparison.difference  // nil, or the first line that differs
///
/// Answers that differ in the order of an object's members alone say the same.
package struct LineComparison: Sendable {
  /// The first place where the lines of two runs part.
  package struct Difference: Hashable, Sendable {
    /// The line of this run; nil: it has no more.
    package var here: ProgramLine?
    /// The line of the other run; nil: it has no more.
    package var there: ProgramLine?
  }

  /// The usual reasons of a program that answers otherwise from run to run, and what to do about them.
  package static let remedy =
    "let no order come from a set or a hash table, and take chance from 'seed' and 'chance' and time from 'at' alone"

  /// The first difference, if there is one.
  package private(set) var difference: Difference?

  private var ours: [ProgramLine] = []
  private var theirs: [ProgramLine] = []

  /// A comparison that has seen nothing.
  package init() {}

  /// Takes in lines of this run.
  package mutating func here(_ lines: [ProgramLine]) {
    guard difference == nil else { return }
    ours += lines
    compare()
  }

  /// Takes in lines of the other run.
  package mutating func there(_ lines: [ProgramLine]) {
    guard difference == nil else { return }
    theirs += lines
    compare()
  }

  /// Both runs are over: what only one of them has is a difference.
  package mutating func end() {
    guard difference == nil, !ours.isEmpty || !theirs.isEmpty else { return }
    difference = Difference(here: ours.first, there: theirs.first)
  }

  private mutating func compare() {
    var equal = 0
    while equal < ours.count, equal < theirs.count {
      guard Self.isSame(ours[equal], theirs[equal]) else {
        difference = Difference(here: ours[equal], there: theirs[equal])
        return
      }
      equal += 1
    }
    ours.removeFirst(equal)
    theirs.removeFirst(equal)
  }

  private static func isSame(_ here: ProgramLine, _ there: ProgramLine) -> Bool {
    if here == there { return true }
    var other = there
    other.answer = here.answer
    guard here == other,
      let mine = try? JSON(reading: here.answer, file: ""),
      let theirs = try? JSON(reading: there.answer, file: "")
    else { return false }
    return sorted(mine) == sorted(theirs)
  }

  private static func sorted(_ json: JSON) -> JSON {
    switch json.content {
    case .array(let items): .array(items.map(sorted))
    case .object(let members):
      .object(members.sorted { $0.key < $1.key }.map { ($0.key, sorted($0.value)) })
    case .null, .bool, .integer, .number, .text: json
    }
  }
}

extension LineComparison.Difference {
  /// The most characters of a line that are shown.
  private static let shownLength = 240

  /// The line that a program answered otherwise, with both answers, in a few lines of text of which each long one is cut to
  /// what differs; nil if the program was told something else before.
  package func answers(called names: (here: String, there: String)) -> String? {
    guard let here, let there, here.said == there.said else { return nil }
    let group = here.group.isEmpty ? "" : " of '\(here.group)'"
    let column = zip(here.answer, there.answer).prefix { $0 == $1 }.count
    return """
      what the program\(group) answers to its line \(here.number), at \(here.at), from column \(column + 1) on:
        line: \(Self.cut(here.said, around: 0))
        \(names.here): \(Self.shown(here.answer, around: column))
        \(names.there): \(Self.shown(there.answer, around: column))

      """
  }

  private static func shown(_ line: [UInt8], around column: Int) -> String {
    line.isEmpty ? "no answer" : cut(line, around: column)
  }

  private static func cut(_ line: [UInt8], around column: Int) -> String {
    let start = line.count <= shownLength ? 0 : max(0, min(column - 60, line.count - shownLength))
    let end = min(line.count, start + shownLength)
    return (start > 0 ? "…" : "") + String(decoding: line[start..<end], as: UTF8.self)
      + (end < line.count ? "…" : "")
  }
}
