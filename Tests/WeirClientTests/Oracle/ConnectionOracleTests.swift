// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// Whatever happens to a client on a link that keeps the order, it asks, sends, waits and settles as the naive one does.
@Suite struct ConnectionOracleTests {
  /// The seeds of the histories: forty, or those that `.ci/prove-machines` asks for by a first one and a count.
  static let seeds: Range<UInt64> = {
    let wanted = ProcessInfo.processInfo.environment["WEIR_CLIENT_SEEDS"] ?? ""
    let words = wanted.split(separator: " ").compactMap { UInt64($0) }
    return words.count == 2 ? words[0]..<(words[0] + words[1]) : 0..<40
  }()

  @Test(arguments: seeds)
  func `whatever happens, the client does what the naive one does`(seed: UInt64) {
    var history = ConnectionHistory(seed: seed)
    history.run(steps: 300)
  }

  @Test(arguments: seeds)
  func `on a link that loses messages every question has its time, and is asked again`(
    seed: UInt64
  ) {
    var history = SilentHistory(seed: seed)
    history.run()
  }
}
