// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct NearestNameTests {
  static let known = ["clients", "server", "seed", "network", "workload", "expect"]

  @Test(arguments: [
    ("clients", "clients"), ("client", "clients"), ("cliients", "clients"), ("clyents", "clients"),
    ("clinets", "clients"), ("lcients", "clients"), ("clientss", "clients"), ("CLIENTS", "clients"),
    ("Clinets", "clients"), ("sever", "server"), ("netwrok", "network"), ("wrokloda", "workload"),
    ("sede", "seed"), ("xpect", "expect"), ("cleints ", "clients"),
  ])
  func `a slip of the fingers is understood`(typed: String, meant: String) {
    #expect(nearestName(to: typed, among: Self.known) == meant)
  }

  @Test(arguments: ["", "x", "clowns!", "stnielc", "entirely different", "se", "é"])
  func `what is too far from all is not guessed`(typed: String) {
    #expect(nearestName(to: typed, among: Self.known) == nil)
  }

  @Test func `ties go to the name that stands first, and nearer ones before`() {
    #expect(nearestName(to: "cat", among: ["bat", "car", "rat"]) == "bat")
    #expect(nearestName(to: "cat", among: ["rat", "car", "bat"]) == "rat")
    #expect(nearestName(to: "cat", among: ["bat", "rat", "cat"]) == "cat")
    #expect(nearestName(to: "cat", among: ["cat", "CAT"]) == "cat")
  }

  @Test func `a short name that is too far does not hide a long one that is near enough`() {
    // Two slips each; that is too much for five letters and not for seven.
    #expect(nearestName(to: "abcde", among: ["axyde"]) == nil)
    #expect(nearestName(to: "abcde", among: ["axyde", "abcdefg"]) == "abcdefg")
  }

  @Test func `one letter may slip in a short name, but not the only one`() {
    #expect(nearestName(to: "u", among: ["us"]) == "us")
    #expect(nearestName(to: "ms", among: ["us", "s"]) == "us")
    #expect(nearestName(to: "x", among: ["y"]) == nil)
    #expect(nearestName(to: "", among: ["y"]) == nil)
    #expect(nearestName(to: "x", among: [""]) == nil)
    #expect(nearestName(to: "", among: [""]) == "")
  }

  @Test func `nobody is meant where nobody is known`() {
    #expect(nearestName(to: "clients", among: []) == nil)
  }

  @Test func `endless names are compared by their beginnings`() {
    let long = String(repeating: "a", count: 300)
    #expect(nearestName(to: long + "b", among: [long]) == long)
    #expect(nearestName(to: "seed", among: [long]) == nil)
    #expect(nearestName(to: long, among: ["seed"]) == nil)
  }

  @Test func `names that share a word stand behind the nearest one`() {
    let known = ["commits", "commit-to-seen", "post-to-seen", "post-to-commit"]
    #expect(nearNames(to: "post-too-seen", among: known).first == "post-to-seen")
    #expect(
      nearNames(to: "latency-seen", among: known) == ["commit-to-seen", "post-to-seen"])
    #expect(nearNames(to: "Post-Seen-x", among: known, most: 1) == ["post-to-seen"])
    #expect(nearNames(to: "zebra", among: known).isEmpty)
  }
}
