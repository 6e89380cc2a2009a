// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirRun
import WeirScenario

@Suite struct QuirksTests {
  @Test func `a scenario names the same quirks as cases do, none and all`() throws {
    let words = ["none"] + ViewQuirks.named.map(\.name) + ["all"]
    let text = try Schema.weir.explain(key: "clients.quirks").get()
    #expect(text.contains(words.map { "'\($0)'" }.joined(separator: ", ")))
    #expect(ViewQuirks(named: "none").isEmpty)
    #expect(ViewQuirks(named: "all") == [.forgetsKept, .doubtsNull])
    for (name, quirk) in ViewQuirks.named { #expect(ViewQuirks(named: name) == quirk) }
  }
}
