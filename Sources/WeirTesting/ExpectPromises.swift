// SPDX-License-Identifier: GPL-3.0-or-later
public import Testing
import WeirCheck
import WeirCore
import WeirReport
public import WeirRun
import WeirScenario

/// Runs a scenario with many seeds, and records an issue for each that breaks a promise or misses an expectation.
///
///     @Test func `the list keeps every promise`() throws {
///       try expectPromises("Scenarios/chat.yaml", seeds: 1...100, catalogue: .own)
///     }
///
/// An issue says what broke, when and why, and the line that runs the seed again; the report of the run is attached. Of the first
/// seed that fails the page for a browser is attached, too, with the messages before the promise broke, and the scenario
/// made as small as 300 runs can make it, 40 in a debug build. After three seeds that failed no more are tried, for they mostly fail alike.
///
/// - Parameters:
///   - file: The scenario, seen from the folder in which the tests run: that of the package.
///   - seeds: The seeds.
///   - catalogue: What scenarios may ask for; stacks of your own are added to it.
///   - settings: Changes of the scenario, such as `clients.0.count=100`.
///   - program: The start of every line that runs a seed again: the name of your program, or `swift run -c release my-weir`.
///   - location: The place of the test.
public func expectPromises(
  _ file: String, seeds: ClosedRange<UInt64>, catalogue: Catalogue = .standard,
  settings: [String] = [], program: String = "weir",
  location: SourceLocation = #_sourceLocation
) throws {
  let draft = try Draft(
    reading: file, in: catalogue.schema, loader: .files, overrides: settings)
  try expectPromises(
    draft, file: file, seeds: seeds, catalogue: catalogue, settings: settings,
    program: program, location: location)
}

/// Runs a scenario that is a text with many seeds, as ``expectPromises(_:seeds:catalogue:settings:program:location:)`` does
/// with a file.
public func expectPromises(
  text: String, seeds: ClosedRange<UInt64>, catalogue: Catalogue = .standard,
  settings: [String] = [], program: String = "weir",
  location: SourceLocation = #_sourceLocation
) throws {
  let draft = try Draft(
    text: Array(text.utf8), named: "scenario.yaml", in: catalogue.schema, overrides: settings)
  try expectPromises(
    draft, file: "scenario.yaml", seeds: seeds, catalogue: catalogue, settings: settings,
    program: program, location: location)
}

/// The seeds that fail before no more are tried.
let mostFailures = 3

private func expectPromises(
  _ draft: Draft, file: String, seeds: ClosedRange<UInt64>, catalogue: Catalogue,
  settings: [String], program: String, location: SourceLocation
) throws {
  let scenario = try draft.scenario()
  var failures = 0
  for seed in seeds {
    var world = try World(scenario, seed: seed, catalogue: catalogue)
    while world.advance(by: 4096) {}
    let report = Report(world.outcome(), file: file, settings: settings)
    if report.verdict == .pass { continue }
    let replay = Report.replay(file: file, seed: seed, settings: settings)
    Issue.record(
      """
      seed \(seed): \(reason(report.outcome))
      again: \(program) \(replay.dropFirst("weir ".count)) --around first
      """,
      sourceLocation: location)
    func attach(_ text: String, as name: String) {
      // A line that is to be typed names the program that knows the stacks.
      let text = ProgramName.saying(
        program, in: text, before: ["run", "follow", "shrink", "sweep"])
      Attachment.record(text, named: name, sourceLocation: location)
    }
    attach(report.text, as: "\(scenario.name)-seed-\(seed).txt")
    if failures == 0 {
      let failed = FailedSeed(draft, file: file, seed: seed, catalogue: catalogue)
      attach(try failed.page(report), as: "\(scenario.name)-seed-\(seed).html")
      let name = "\(scenario.name)-small.yaml"
      if let small = failed.smallest(at: name) {
        attach(small, as: name)
      }
    }
    failures += 1
    if failures == mostFailures { return }
  }
}

/// The first of what was wrong, in a sentence.
private func reason(_ outcome: Outcome) -> String {
  let broken = outcome.findings.filter(\.verdict.isBroken)
  if let first = broken.min(by: { moment($0) < moment($1) }) {
    return "\(first.checker) \(first.verdict)"
  }
  if let missed = outcome.expectations.first(where: { $0.result != .met }) {
    return "expected \(missed.words), measured \(missed.measured)"
  }
  return "nothing was measured"
}

private func moment(_ finding: Finding) -> Instant {
  if case .broken(let instant, _) = finding.verdict { instant } else { .never }
}
