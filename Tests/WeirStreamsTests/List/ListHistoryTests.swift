// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirClient

/// SB1 to SB33 at once: for any history of a list, it shows what the naive one shows, says so in
/// the fewest changes, and is at rest one run of the server's order.
@Suite struct ListHistoryTests {
  /// The seeds of the histories: sixty, or those that `.ci/prove-streams` asks for.
  static let seeds = wanted(by: "WEIR_LIST_SEEDS", or: 0..<60)

  /// The seeds that the environment asks for by a first one and a count.
  static func wanted(by name: String, or usual: Range<UInt64>) -> Range<UInt64> {
    let wanted = ProcessInfo.processInfo.environment[name] ?? ""
    let words = wanted.split(separator: " ").compactMap { UInt64($0) }
    return words.count == 2 ? words[0]..<(words[0] + words[1]) : usual
  }

  @Test(arguments: seeds)
  func `whatever happens, it agrees with the naive list and with the server, shared or not`(
    seed: UInt64
  ) {
    var alone = RandomHistory(seed: seed)
    alone.run(steps: 60)
    var shared = RandomHistory(seed: seed, isShared: true)
    shared.run(steps: 60)
    // Both do the same at the same times.
    #expect(shared.desk.news == alone.desk.news)
    #expect(shared.desk.asked.map(\.query) == alone.desk.asked.map(\.query))
    #expect(shared.desk.ended == alone.desk.ended)
    #expect(shared.desk.published.map(\.at) == alone.desk.published.map(\.at))
    #expect(shared.desk.published.map(\.rows) == alone.desk.published.map(\.rows))
    #expect(
      shared.desk.published.map(\.update.changes) == alone.desk.published.map(\.update.changes))
  }

  /// A refill is refused, the list becomes full by itself, and is short once more: it asks again.
  @Test func `it does so on a history on which it had given up`() {
    var history = RandomHistory(seed: 242_598_820)
    history.run(steps: 60)
  }

  /// A row with state of this app leaves the list while a page that shows it is under way, and comes back with the page:
  /// it is a new row, without that state.
  @Test func `it does so where a page brings back a row that has just left`() {
    var history = RandomHistory(seed: 19_315)
    history.run(steps: 60)
  }
}
