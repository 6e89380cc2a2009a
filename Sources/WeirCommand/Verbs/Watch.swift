// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCheck
internal import WeirCore
internal import WeirMetrics
internal import WeirReport
internal import WeirRun
internal import WeirScenario
internal import WeirTrace

/// The files that `weir run` writes while a run goes on, which are too long to hold, and the data
/// that the page draws.
struct Watch {
  private let names: StepNames
  private let trace: WholeFile?
  private let samples: WholeFile?
  private let table: SamplesTable
  private let export: WholeFile?
  private var chromeTrace: ChromeTrace
  private var timeline: RunTimeline?

  /// Begins the files that were asked for.
  init(of attempt: Attempt, _ names: StepNames, lasts: Interval) throws(FileFailure) {
    let options = attempt.options
    self.names = names
    trace = options.writesTrace ? try WholeFile(at: "\(attempt.folder)/trace.jsonl") : nil
    try trace?.append(TraceLines.heading(scenario: attempt.scenario.name, seed: attempt.seed))
    samples = options.writesSamples ? try WholeFile(at: "\(attempt.folder)/samples.csv") : nil
    try samples?.append(SamplesTable.heading)
    table = SamplesTable(scenario: attempt.scenario.name, seed: attempt.seed)
    export = try options.export.map { path throws(FileFailure) in try WholeFile(at: path) }
    chromeTrace = ChromeTrace(names)
    try export?.append(
      ChromeTrace.heading(scenario: attempt.scenario.name, seed: attempt.seed))
    timeline = options.writesPage ? RunTimeline(names, expecting: lasts) : nil
  }

  /// Takes in what happened since the last call.
  mutating func take(
    _ steps: [Step], _ measured: [Sample], firstBroken: @autoclosure () -> Finding?
  ) throws(FileFailure) {
    if let trace { for step in steps { try trace.append(TraceLines.line(step, names)) } }
    if let samples { try samples.append(table.lines(measured)) }
    if let export { for step in steps { try export.append(chromeTrace.events(of: step)) } }
    timeline?.observe(steps, measured, firstBroken: firstBroken())
  }

  /// Puts the files in their places.
  func commit() throws(FileFailure) {
    try trace?.commit()
    try samples?.commit()
    try export?.append(ChromeTrace.ending)
    try export?.commit()
  }

  /// Writes the page, if one is wanted, and the distributions.
  func write(
    _ report: Report, _ distributions: [MetricDistribution], to folder: String
  ) throws(FileFailure) {
    try report.write(distributions, to: folder)
    guard let timeline else { return }
    let page = Page(report, timeline: timeline, distributions: distributions)
    try WholeFile.write(page.html, to: "\(folder)/report.html")
  }
}
