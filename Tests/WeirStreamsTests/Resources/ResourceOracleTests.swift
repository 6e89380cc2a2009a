// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// R1 to R9, contexts, pipelines and counters at once: whatever the app, its hooks and its server do, the
/// resources say what the naive ones say.
@Suite struct ResourceOracleTests {
  /// The seeds of the histories: forty, or those that `.ci/prove-machines` asks for.
  static let seeds = ListHistoryTests.wanted(by: "WEIR_RESOURCE_HISTORIES", or: 0..<40)

  @Test(arguments: seeds)
  func `whatever happens, resources say what naive ones say`(seed: UInt64) throws {
    var history = try ResourceHistory(seed: seed)
    history.run(steps: 200)
  }

  @Test(arguments: seeds)
  func `a template is read, filled and refused as its words are`(seed: UInt64) {
    var history = TemplateHistory(seed: seed)
    history.run(steps: 40)
  }
}
