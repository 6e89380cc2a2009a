// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTestSupport

import WeirCommand

@Suite struct FollowTests {
  /// A list shown backwards, in a small house.
  static let canary = """
    weir: 1
    about: A list that is shown backwards.
    server: { tree: { list: {} } }
    network: { delay: 40ms }
    clients: [ { name: phones, count: 2, stack: { mutant: canary }, list: list } ]
    workload: [ { each: client, does: post, every: 1s, for: 4s } ]
    expect: { converge: broken }

    """
  private let files = ["canary.yaml": canary]

  @Test func `journeys of failures are listed, and each can be told`() throws {
    let list = Trial(["follow", "canary.yaml", "--seed", "3"], files: files)
    #expect(list.code == .pass)
    #expect(list.printed.contains("converge broke at "))
    let line = try #require(list.printed.split(separator: "\n").first { $0.hasPrefix("follow: ") })
    let words = line.split(separator: " ").dropFirst(2).map(String.init)
    #expect(words.starts(with: ["follow", "canary.yaml", "--seed", "3"]))
    #expect(list.printed.contains("  /list, row 0: the server has '-"))
    #expect(list.printed.contains("', client 0 shows '-"))
    let life = Trial(words, files: files)
    #expect(life.printed.contains("/list, row 0: the server has '-"))
    #expect(life.code == .pass)
    #expect(life.printed.contains("means to post in /list"))
    #expect(life.printed.contains("WeirBackend"))
    #expect(life.printed.contains("showed it, the last "))
  }

  @Test func `what is no journey is refused with a remedy`() {
    let none = Trial(["follow", "canary.yaml", "999"], files: files)
    #expect(none.said.contains("there is no journey 999 in this run"))
    let wrong = Trial(["follow", "canary.yaml", "first"], files: files)
    #expect(wrong.code == .usage && wrong.said.contains("not the number of a journey"))
    #expect(Trial(["follow", "other.yaml"], files: files).code == .fileMissing)
  }

  @Test func `the steps around a failure follow the report, in as many columns as fit`() throws {
    try withTemporaryFolder { folder in
      let words = ["run", "canary.yaml", "--out", folder, "--around"]
      let trial = Trial(words + ["first"], files: files)
      #expect(trial.code == .pass)
      #expect(trial.printed.contains("\nfollow: weir follow canary.yaml --seed 1"))
      let page = trial.printed.split(separator: "\n").drop { !$0.contains("   server") }
      #expect(page.first?.contains("client 0") == true && page.count > 3)
      let other = Trial(words + ["hooks"], files: files)
      #expect(other.said.contains("'hooks' was not broken by this run"))
      #expect(Trial(words + ["everything"], files: files).code == .usage)
    }
  }
}
