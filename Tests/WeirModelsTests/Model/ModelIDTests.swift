// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct ModelIDTests {
  @Test func `identities are compared by their bytes`() {
    #expect(ModelID("caf\u{E9}") != ModelID("cafe\u{301}"))
    #expect(ModelID("user:7") == "user:7")
    #expect(ModelID("user:7") != ModelID("user:8"))
    #expect(Set([ModelID("a"), ModelID("a"), ModelID("b")]).count == 2)
  }

  @Test func `keys of lists are compared by their bytes`() {
    #expect(ListKey("caf\u{E9}") != ListKey("cafe\u{301}"))
    #expect(ListKey("feed") == "feed")
    #expect("\(ListKey("feed")) \(ModelID("a"))" == "feed a")
  }
}
