// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// Whatever clients send and whatever the server suffers, it does what the naive one does.
@Suite struct ServerOracleTests {
  /// The seeds of the histories: forty, or those that `.ci/prove-machines` asks for by a first one and a count.
  static let seeds: Range<UInt64> = {
    let wanted = ProcessInfo.processInfo.environment["WEIR_SERVER_SEEDS"] ?? ""
    let words = wanted.split(separator: " ").compactMap { UInt64($0) }
    return words.count == 2 ? words[0]..<(words[0] + words[1]) : 0..<40
  }()

  @Test(arguments: seeds)
  func `whatever happens, the server does what the naive one does`(seed: UInt64) throws {
    var history = try ServerHistory(seed: seed)
    try history.run(steps: 250)
  }
}
