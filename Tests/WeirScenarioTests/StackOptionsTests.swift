// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirScenario

@Suite struct StackOptionsTests {
  struct PagerOptions: StackOptions, Equatable {
    enum Way: String, CaseIterable { case up, down }
    var (size, wait, share, isOn, words) = (20, Interval.zero, Ratio.one, false, "none")
    var way = Way.down

    static let keys = [
      StackOption("page-size", \Self.size, .count(1...500), "How many rows.", example: "50"),
      StackOption("wait", \Self.wait, .duration, "How long.", example: "2s"),
      StackOption("share", \Self.share, .share, "How much.", example: "5%"),
      StackOption("eager", \Self.isOn, .flag, "How soon.", example: "on"),
      StackOption("words", \Self.words, .text, "How it says so.", example: "hello"),
      StackOption("way", \Self.way, .word, "Where to.", example: "up"),
    ]
  }

  private static let format = Schema(
    promises: [], metrics: [],
    stacks: [
      streams,
      StackFormat(
        "pager", "Pages.", options: PagerOptions.self,
        actions: [.page, .init("skim", .own, "Skims.")]),
    ])

  private func scenario(_ stack: String, does: String = "post") throws -> Scenario {
    let text = """
      weir: 1
      about: A test.
      clients: [ { list: a, stack: \(stack) } ]
      workload: [ { does: \(does), every: 1s, for: 1s } ]

      """
    return try Scenario(text: Array(text.utf8), named: "f.yaml", in: Self.format)
  }

  private func problems(_ stack: String, does: String = "post") -> String {
    do {
      _ = try scenario(stack, does: does)
      return ""
    } catch {
      return (error as? Problems)?.all.map { "\($0)" }.joined(separator: "\n") ?? "\(error)"
    }
  }

  @Test func `what a scenario says of options comes to the family with its type`() throws {
    let stack = try scenario(
      "{ pager: { page-size: 0050, wait: 1500ms, share: 1/4, eager: on, words: a b, way: up } }"
    ).clients[0].stack
    var wanted = PagerOptions()
    (wanted.size, wanted.wait, wanted.share) = (50, .milliseconds(1500), Ratio(1, of: 4))
    (wanted.isOn, wanted.words, wanted.way) = (true, "a b", .up)
    #expect(stack.family == "pager" && stack.mutant == nil)
    #expect(PagerOptions(stack.options) == wanted)
  }

  @Test func `what is left out counts as the family says, and means the same`() throws {
    let plain = try scenario("pager")
    #expect(PagerOptions(plain.clients[0].stack.options) == PagerOptions())
    #expect(plain.fingerprint == (try scenario("{ pager: {} }").fingerprint))
    #expect(plain.fingerprint == (try scenario("{ pager: { page-size: 20 } }").fingerprint))
    #expect(plain.fingerprint != (try scenario("{ pager: { page-size: 21 } }").fingerprint))
    #expect(plain.fingerprint != (try scenario("streams").fingerprint))
    #expect(plain.canonicalText.contains("clients.0.stack.pager.page-size = 20"))
  }

  @Test func `what is wrong with a stack is said at its place`() {
    #expect(problems("pagre").contains("f.yaml:3:30: error: unknown stack 'pagre'"))
    #expect(problems("pagre").contains("did you mean 'pager'?"))
    #expect(problems("{ pager: { page-size: 501 } }").contains("f.yaml:3:52: error"))
    #expect(problems("{ pager: { size: 1 } }").contains("unknown key 'size'"))
    #expect(problems("{ pager: {}, streams: {} }").contains("unknown key 'streams'"))
    #expect(problems("{}").contains("a stack without a name"))
    #expect(problems("{ pager: { way: left } }").contains("unknown way 'left'"))
    #expect(problems("pager", does: "filter").contains("cannot 'filter'"))
    #expect(problems("streams", does: "skim").contains("cannot 'skim'"))
    #expect(problems("pager", does: "skim") == "" && problems("pager", does: "page") == "")
  }

  @Test func `a mutant stands alone, or beside the options of its family`() throws {
    #expect(try scenario("{ mutant: wrong }").clients[0].stack == .mutant("wrong"))
    let both = try scenario("{ pager: { page-size: 3 }, mutant: wrong }").clients[0].stack
    #expect(both.family == "pager" && both.mutant == "wrong")
    #expect(PagerOptions(both.options).size == 3)
  }

  @Test func `the format explains options as it does all keys`() throws {
    let page = try Self.format.explain(key: "clients.stack.pager.wait").get()
    #expect(page.contains("How long.") && page.contains("default  0s"))
    #expect(Self.format.features.contains("clients.stack: pager"))
    #expect(Self.format.features.contains("workload.does: skim"))
    #expect(Self.format.jsonSchema().contains("\"#/$defs/stack-pager\""))
    #expect(Self.format.features(of: try scenario("pager")).contains("clients.stack: pager"))
  }
}
