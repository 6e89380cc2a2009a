// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

import WeirCommand

@Suite struct OptionTableTests {
  @Test(arguments: OptionTable.verbs.map(\.name))
  func `no flag of a verb stands twice, or hides a global one`(name: String) throws {
    let verb = try #require(OptionTable.verb(named: name))
    let names = (verb.flags + OptionTable.global).map(\.name)
    #expect(Set(names).count == names.count)
    let shorts = (verb.flags + OptionTable.global).compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
  }

  @Test(arguments: OptionTable.verbs.map(\.name))
  func `every example is a line that the parser takes`(name: String) throws {
    let verb = try #require(OptionTable.verb(named: name))
    #expect(!verb.examples.isEmpty)
    for example in verb.examples {
      let command = example.line.prefix { $0 != "|" }
      let words = command.split(separator: " ").map(String.init)
      #expect(words.first == "weir")
      guard case .perform(let invocation) = try Parser.parse(Array(words.dropFirst())) else {
        Issue.record("\(example.line) is not carried out")
        continue
      }
      #expect(invocation.verb.name == name)
    }
  }

  @Test func `help knows every verb`() throws {
    let help = try #require(OptionTable.verb(named: "help"))
    #expect(
      Completions.words(of: help).filter(OptionTable.verbNames.contains) == OptionTable.verbNames)
  }
}
