// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirRun
import WeirScenario

/// A scenario that is written again, by hand or by `weir shrink`, means what it meant.
@Suite struct RewritingTests {
  /// The scenarios, in a debug build every fourth of them.
  static var sample: [String] {
    #if DEBUG
      let step = 4
    #else
      let step = 1
    #endif
    return ScenarioTests.files.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }

  @Test(arguments: sample)
  func `a scenario that is written again means the same, with and without its defaults`(
    file: String
  ) throws {
    let text = try ScenarioTests.text(of: file)
    let wanted = try Scenario(text: text, named: file).fingerprint
    let draft = try Draft(text: text, named: file)
    // To leave out every key once takes long with much data; builds that are fast do it with all.
    var tidied = draft
    #if DEBUG
      if text.count < 900 { tidied = draft.tidied }
    #else
      tidied = draft.tidied
    #endif
    #expect(try draft.scenario().fingerprint == wanted)
    for yaml in [draft.yaml, tidied.yaml] {
      #expect(try Scenario(text: Array(yaml.utf8), named: file).fingerprint == wanted)
      #expect(try Draft(text: Array(yaml.utf8), named: file).yaml == yaml)
    }
    #expect(tidied.weight <= draft.weight)
  }
}
