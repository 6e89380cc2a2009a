// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirScenario

@Suite struct EditTests {
  private func draft(_ text: String) throws -> Draft {
    try Draft(text: Array(text.utf8), named: "f.yaml", in: schema)
  }

  private let rich = """
    weir: 1
    about: Rich.
    seed: 7
    settle: 2min
    server: { tree: { a: { 1: { x: 1 }, 2: { x: 2 }, 3: 4 } }, servers: 4, crashes: [ { at: 20s, for: 3s }, { at: 40s, for: 1s } ] }
    networks: { mobile: { delay: { log-normal: { median: 60ms, p99: 800ms }, at-least: 20ms }, loss: 2% } }
    clients:
      - { name: phones, count: 9, list: "rooms/room-{1..20}", newest: 50, network: mobile }
      - { name: tablets, count: 2, list: a }
    workload:
      - { clients: phones, each: client, does: { post: 85%, edit: 10%, remove: 5% }, every: { exponential: 8s }, for: 60s }
      - { clients: tablets, does: post, arrivals: { poisson: 20/s }, for: 10s }
    expect: { converge: held }

    """

  @Test
  func
    `an edit takes parts away, or makes a number simpler, and the scenario stays one or says why not`()
    throws
  {
    let draft = try draft(rich)
    let edits = draft.edits
    #expect(edits.count > 40)
    var sound = 0
    for edit in edits {
      let smaller = draft.applying(edit)
      #expect(smaller.weight <= draft.weight, "\(edit)")
      #expect(smaller.yaml != draft.yaml, "\(edit)")
      if (try? smaller.scenario()) != nil { sound += 1 }
    }
    #expect(sound * 3 > edits.count * 2, "\(sound) of \(edits.count) edits are of use")
  }

  @Test func `what must not be shown is written as an escape`() throws {
    let about = "\u{1B}[31m \u{202E}é\u{2066}\u{FEFF}😀"
    let yaml = try draft(least).about(about).yaml
    #expect(yaml.contains(#""\u001b[31m \u202eé\u2066\ufeff😀""#), "\(yaml)")
    #expect(try draft(yaml).scenario().about == about)
  }

  @Test func `an action that goes takes along the keys that only it looks at`() throws {
    let draft = try draft(
      least.split(separator: "workload").first.map(String.init).map {
        $0
          + "workload: [ { does: { post: 40%, assign: 30%, page: 30% }, field: a, values: [1], page: 9, "
          + "every: 1s, for: 9s } ]\n"
      } ?? "")
    let left = draft.edits.map { draft.applying($0) }.filter { $0.yaml.contains("does: post,") }
    #expect(!left.isEmpty)
    for smaller in left {
      #expect(!smaller.yaml.contains("field") && !smaller.yaml.contains("page"))
      _ = try smaller.scenario()
    }
    let paging = draft.edits.map { draft.applying($0) }.filter { $0.yaml.contains("does: page,") }
    #expect(paging.contains { $0.yaml.contains("page: 9") && !$0.yaml.contains("values") })
  }

  @Test func `who goes takes along the work that names it`() throws {
    let draft = try draft(rich)
    let left = draft.edits.map { draft.applying($0) }.compactMap { try? $0.scenario() }
      .filter { $0.clients.count == 1 }
    #expect(left.count == 2)
    #expect(left.allSatisfy { $0.workload.count == 1 && $0.workload[0].group == 0 })
  }

  @Test func `an action gives its share to another one, or stays alone`() throws {
    let draft = try draft(rich)
    let shares = draft.edits.map { draft.applying($0) }.compactMap { try? $0.scenario() }
      .map { $0.workload[0].does.map { "\($0.action.name) \(Canonical.words($0.weight))" } }
    for wanted in [
      ["post 100%"], ["edit 100%"], ["remove 100%"], ["post 95%", "remove 5%"],
      ["post 90%", "edit 10%"], ["edit 95%", "remove 5%"],
    ] {
      #expect(shares.contains(wanted), "\(wanted)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no chain of edits is endless`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, "edits")
    var draft = try draft(rich)
    var count = 0
    while true {
      let edits = draft.edits
      if edits.isEmpty { break }
      draft = draft.applying(edits[chance.index(below: edits.count)])
      count += 1
      try #require(count < 2_000)
    }
    #expect(draft.weight < 40, "\(draft.yaml)")
  }

  @Test func `smaller values are nearer to nothing, and read well`() {
    #expect(SmallerValue.of("60s", .duration(positive: true)) == ["7.5s", "30s", "45s", "54s"])
    #expect(
      SmallerValue.of("1234567ns", .duration(positive: false)) == [
        "0s", "150us", "610us", "920us", "1.1ms",
      ])
    #expect(SmallerValue.of("9", .count(1...10, orUnlimited: false)) == ["1", "5", "8"])
    #expect(SmallerValue.of("1", .count(1...10, orUnlimited: false)) == [])
    #expect(SmallerValue.of("20/s", .rate(positive: true)) == ["1/s", "10/s"])
    #expect(SmallerValue.slower("2s") == ["8s", "4s"])
    #expect(SmallerValue.slower("1d") == [])
  }
}
