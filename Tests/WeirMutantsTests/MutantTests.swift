// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirMutants
import WeirRun

/// The mutants whose live list is wrong; what is wrong below it has tests of its own, and the mutants of other families
/// have scenarios.
private let stacks = Catalogue.complete.bugs.filter { $0.isOfList && $0.family == "streams" }

@Suite struct MutantTests {
  @Test(arguments: stacks.map(\.name))
  func `a mutant breaks the promise that it names, and the control keeps all`(name: String) throws {
    let mutant = try #require(Mutant.named(name))
    let story = try #require(stories[name])
    let broken = story.told(to: mutant)
    #expect(broken[mutant.checker ?? ""] != nil, "broken is only \(broken)")
    #expect(story.told(to: .control).isEmpty, "the control: \(story.told(to: .control))")
  }

  @Test func `every story is about a mutant, and no two mutants share a name`() {
    let names = Mutant.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(stacks.map(\.name)) == Set(stories.keys))
    #expect(!names.contains(Mutant.control.name))
  }

  @Test func `a mutant is found by its name, and so is the control`() {
    #expect(Mutant.named("canary")?.checker == "converge")
    #expect(Mutant.named("plain")?.checker == nil)
    #expect(Mutant.named("plan") == nil)
  }

  @Test func `whatever a mutant is called, it says where it comes from and what it does`() {
    for mutant in Mutant.all {
      #expect(!mutant.provenance.isEmpty && mutant.about.hasSuffix("."))
      #expect(mutant.checker != nil)
    }
  }
}
