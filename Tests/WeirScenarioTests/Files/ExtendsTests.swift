// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario
import WeirTree

@Suite struct ExtendsTests {
  @Test func `mappings are merged key by key, and all else is replaced`() throws {
    let base = """
      weir: 1
      about: The base.
      seed: 7
      server: { servers: 4, tree: { a: { b: 1, c: 2 } } }
      network: { delay: 40ms, loss: 1% }
      clients: [ { name: a, list: a }, { name: b, list: b } ]
      workload: [ { clients: a, does: post, every: 1s, for: 1s } ]

      """
    let upper = """
      extends: ./base.yaml
      about: The variant.
      server: { queue: 5, tree: { a: { c: 3, d: 4 } } }
      network: { delay: 80ms }
      clients: [ { name: a, list: c } ]

      """
    let scenario = try scenario(upper, named: "x/y/f.yaml", files: ["x/y/./base.yaml": base])
    #expect(scenario.about == "The variant.")
    #expect(scenario.seed == 7)
    #expect(scenario.server.servers == 4)
    #expect(scenario.server.queue == 5)
    #expect(
      scenario.server.tree
        == Node([
          (
            Key("a"),
            Node([(Key("b"), .integer(1)), (Key("c"), .integer(3)), (Key("d"), .integer(4))])
          )
        ]))
    #expect(scenario.networks[0].delay == .constant(.milliseconds(80)))
    #expect(scenario.networks[0].loss == Ratio(1, of: 100))
    #expect(scenario.clients.map(\.lists) == [["c"]])
    #expect(scenario.provenance.files == ["x/y/f.yaml", "x/y/./base.yaml"])
  }

  @Test func `a problem is told with the file in which it stands`() {
    let base = "weir: 1\nabout: The base.\nsettle: 5\n"
    let words = problems(
      "extends: base.yaml\nseed: x\n"
        + "clients: [ { list: a } ]\nworkload: [ { does: post, every: 1s, for: 1s } ]\n",
      files: ["base.yaml": base])
    #expect(
      words == """
        f.yaml:2:7: error: expected a seed, found 'x'
          remedy: write a whole number from 0 to 18446744073709551615, or 0x and up to 16 digits
        base.yaml:3:9: error: duration without a unit: 5
          remedy: write 5s, 5ms or 5min
        """)
  }

  @Test func `what replaces a mistake mends it`() throws {
    let base = least + "settle: 5\n"
    #expect(
      try scenario("extends: b.yaml\nsettle: 6s\n", files: ["b.yaml": base]).settle == .seconds(6))
  }

  @Test func `files that extend one another in a circle are refused`() {
    let words = problems(
      "extends: b.yaml\n" + least, named: "d/f.yaml",
      files: ["d/b.yaml": "extends: ./../d/f.yaml\n", "d/./../d/f.yaml": "extends: b.yaml\n"])
    #expect(
      words == """
        d/b.yaml:1:10: error: 'd/./../d/f.yaml' extends itself in a circle
          remedy: remove one of the `extends:`
        """)
  }

  @Test func `a file does not extend standard input`() {
    #expect(
      problems("extends: '-'\n" + least, files: ["-": least]).hasPrefix(
        "f.yaml:1:10: error: there is no file './-'"))
  }

  @Test func `a file that extends itself is refused`() {
    #expect(
      problems("extends: f.yaml\n" + least).hasPrefix(
        "f.yaml:1:10: error: 'f.yaml' extends itself in a circle"))
  }

  @Test func `more than sixteen files in a row are refused`() {
    var files: [String: String] = [:]
    for n in 0..<30 { files["\(n).yaml"] = "extends: \(n + 1).yaml\n" }
    #expect(
      problems("extends: 0.yaml\n" + least, files: files) == """
        14.yaml:1:10: error: more than 16 files extend one another
          remedy: merge some of them
        """)
  }

  @Test func `a file that is not there, or is no YAML, is told`() {
    #expect(
      problems("extends: b.yaml\n" + least) == """
        f.yaml:1:10: error: there is no file 'b.yaml'
          remedy: check the spelling and the folder
        """)
    #expect(
      problems("extends: b.yaml\n" + least, files: ["b.yaml": "a: 'b\n"]) == """
        b.yaml:1:4: error: a quote is opened here and never closed
          remedy: add the closing quote
        """)
    #expect(
      problems("extends: [b]\n" + least) == """
        f.yaml:1:10: error: expected a file name, found a list
          remedy: write for example `extends: base.yaml`
        """)
  }
}
