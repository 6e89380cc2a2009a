// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// The number of times that each mutant broke each checker.
///
///     mutant          a  b  c
///     canary          #  .  .
///     order-by-text   #  +  .
///
/// `#` is the checker that a mutant names, `+` another one that it broke as well, `.` one that it never broke,
/// and `-` the one that it names and never broke.
package struct MutantMatrix: Sendable {
  private let tallies: [MutantTally]
  private let checkers: [String]

  /// The matrix of these mutants and checkers.
  package init(_ tallies: [MutantTally], checkers: [String]) {
    self.tallies = tallies
    self.checkers = checkers
  }

  /// The checkers that no mutant broke.
  package var idle: [String] {
    checkers.filter { checker in tallies.allSatisfy { $0.seeds(breaking: checker) == 0 } }
  }

  /// For people: a row a mutant and a column a checker, with what the columns are called below.
  package var text: String {
    let width = tallies.map(\.name.utf8.count).max() ?? 0
    func padded(_ words: String) -> String {
      words + String(repeating: " ", count: max(0, width - words.utf8.count))
    }
    var text = padded("mutant") + " "
    for place in checkers.indices { text += " " + Self.letter(place) }
    text += "\n"
    for tally in tallies {
      text += padded(tally.name) + " "
      for checker in checkers { text += " " + Self.sign(tally, checker) }
      text += "\n"
    }
    text += "\n"
    for (place, checker) in checkers.enumerated() {
      let count = tallies.count { $0.seeds(breaking: checker) > 0 }
      text += "\(Self.letter(place))  \(checker): broken by \(count == 0 ? "none" : "\(count)")\n"
    }
    return text
  }

  /// For programs: one row for each checker and mutant.
  package var csv: [UInt8] {
    var writer = CSVWriter(columns: ["mutant", "checker", "named", "seeds_broken", "seeds"])
    for tally in tallies {
      for checker in checkers {
        writer.append([
          .text(tally.name), .text(checker), .text(checker == tally.checker ? "yes" : "no"),
          .integer(Int64(tally.seeds(breaking: checker))), .integer(Int64(tally.isCaught.count)),
        ])
      }
    }
    return writer.bytes
  }

  private static func sign(_ tally: MutantTally, _ checker: String) -> String {
    let isBroken = tally.seeds(breaking: checker) > 0
    if checker == tally.checker { return isBroken ? "#" : "-" }
    return isBroken ? "+" : "."
  }

  /// Returns the letter of a column: a … z, then A … Z.
  private static func letter(_ place: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return String(letters[place % letters.count])
  }
}
