// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirMetrics
internal import WeirMutants
internal import WeirRun
internal import WeirScenario

/// The references of what runs are held to and what they report, from what checkers and metrics say of themselves.
package enum Reference {
  /// Every promise: what it says, why it breaks where it breaks, and the bugs that show it broken.
  package static var promises: String {
    var text = ""
    for promise in Catalogue.complete.promises {
      text += "## \(promise.name)\n\n\(promise.about)\n\n\(promise.usualCause)\n\n"
      let mutants = Catalogue.complete.bugs.filter { $0.checker == promise.name }
      guard let first = mutants.first else { continue }
      text += "| bug | known from | what it does |\n|---|---|---|\n"
      for mutant in mutants {
        text += "| `\(mutant.name)` | \(mutant.provenance) | \(mutant.about) |\n"
      }
      text += "\nTo see it break: `weir run Scenarios/mutants/\(first.name).yaml`\n\n"
    }
    return text
  }

  /// Every kind of fault: what happens, what follows for a client that is right, and a line that has one.
  package static var faults: String {
    let families: [(Scenario.Fault.Family, String)] = [
      (.links, "Of links"), (.clients, "Of clients"), (.server, "Of the server"),
      (.files, "Of files"),
    ]
    var text = ""
    for (family, title) in families {
      text += "## \(title)\n\n"
      for kind in Scenario.Fault.Kind.allCases where kind.family == family {
        text += "### \(kind.rawValue)\n\n\(kind.about)\n\n\(kind.consequence)\n\n"
        text += "```yaml\n- \(kind.example)\n```\n\n"
      }
    }
    return String(text.dropLast())
  }

  /// Every metric: what kind of number it is and what it says.
  package static var metrics: String {
    "| metric | kind | meaning |\n|---|---|---|\n"
      + Catalogue.complete.metrics.map { "| `\($0.name)` | \($0.kind.rawValue) | \($0.about) |\n" }
      .joined()
  }
}
