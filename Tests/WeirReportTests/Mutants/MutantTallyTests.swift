// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirRun
import WeirStatistics

import WeirReport
import WeirSweep

@Suite struct MutantTallyTests {
  private let second = Instant.zero + .seconds(1)

  /// A run's result with these checkers broken.
  private func result(_ seed: UInt64, broken: [String] = []) -> SeedResult {
    var result = SeedResult(
      scenario: 0, seed: seed, verdict: broken.isEmpty ? .pass : .broken, words: "")
    result.findings = broken.map { name in
      Finding(
        checker: name, verdict: .broken(at: second, because: "it is wrong"), opportunities: 1)
    }
    return result
  }

  private func tally(_ broken: [[String]]) -> MutantTally {
    var tally = MutantTally(
      name: "canary", provenance: "a mine, 1911", checker: "converge", about: "Sings.")
    for (number, names) in broken.enumerated() {
      tally.add(result(UInt64(number) + 1, broken: names))
    }
    return tally
  }

  @Test func `only the checker that a mutant names catches it, and the others are counted`() {
    let tally = tally([["lists"], [], ["lists", "converge"], ["converge"]])
    #expect(tally.firstSeed == 3 && tally.caughtCount == 2 && tally.caughtAt == second)
    #expect(tally.seeds(breaking: "lists") == 2 && tally.seeds(breaking: "converge") == 2)
    #expect(tally.seeds(breaking: "pages") == 0)
    // ln 2 · 4 / 2
    #expect(tally.seedsNeeded.map { abs($0.value - 1.3863) < 1e-4 } ?? false)
  }

  @Test func `who survives needs no number of seeds, and who is innocent and caught is told`() {
    var tally = tally([[], ["lists"]])
    #expect(tally.firstSeed == nil && tally.seedsNeeded == nil)
    tally.addInnocent(result(1), called: "plain")
    #expect(tally.innocent == nil)
    tally.addInnocent(result(2, broken: ["grammar"]), called: "streams")
    #expect(tally.innocent?.hasPrefix("streams, seed 2, grammar: ") == true)
    #expect(tally.death == nil)
    tally.add(SeedResult(scenario: 0, seed: 3, verdict: .crashed, words: "invariant broken"))
    #expect(tally.death == "seed 3: invariant broken")
  }

  @Test func `the tables have a row a mutant, and a cell for every checker`() {
    let tallies = [tally([["converge"], ["lists"]]), tally([[]])]
    let rows = MutantTable.rows(tallies)
    #expect(rows.count == 3 && Set(rows.map(\.count)).count == 1)
    #expect(rows[1][2] == "1" && rows[2][2] == "survived")
    let lines = String(decoding: MutantTable.csv(tallies), as: UTF8.self).split(
      whereSeparator: \.isNewline)
    #expect(lines.count == 3 && lines[1].hasPrefix("canary,\"a mine, 1911\",converge,1,1.386"))
    let matrix = MutantMatrix(tallies, checkers: ["converge", "lists", "pages"])
    #expect(matrix.idle == ["pages"])
    #expect(
      matrix.text == """
        mutant  a b c
        canary  # + .
        canary  - . .

        a  converge: broken by 1
        b  lists: broken by 1
        c  pages: broken by none

        """)
    let cells = String(decoding: matrix.csv, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(cells.count == 7 && cells[2] == "canary,lists,no,1,2")
  }
}
