// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCommand

@Suite struct RunSummaryTests {
  private static func text(_ codes: [ExitCode], planned: Int? = nil) -> String {
    let items = codes.enumerated().map { RunSummary.Item(file: "\($0).yaml", code: $1) }
    return RunSummary(items, planned: planned ?? codes.count).text
  }

  @Test func `the worst verdict comes first, and what did not pass is named`() {
    #expect(Self.text([.pass, .pass]) == "PASS  2 scenarios: 2 passed\n")
    #expect(
      Self.text([.pass, .checkerBroken, .expectationMissed, .checkerBroken])
        == "BROKEN  4 scenarios: 1 passed, 1 missed an expectation (2.yaml), 2 broken (1.yaml, 3.yaml)\n"
    )
    #expect(
      Self.text([.fileMissing, .scenarioWrong])
        == "REFUSED  2 scenarios: 1 wrong (1.yaml), 1 not readable (0.yaml)\n")
  }

  @Test func `many are counted, and what was not run is said`() {
    let text = Self.text(
      [ExitCode](repeating: .checkerBroken, count: 7) + [.interrupted], planned: 9)
    #expect(text.hasPrefix("INTERRUPTED  9 scenarios: 7 broken (0.yaml, 1.yaml, 2.yaml, 3.yaml, "))
    #expect(text.contains("4.yaml and 2 more), 1 interrupted (7.yaml), 1 not run\n"))
  }
}
