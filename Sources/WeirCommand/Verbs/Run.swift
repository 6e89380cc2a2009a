// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario

/// `weir run`: each scenario in its turn, and the most serious of their codes.
enum Run {
  /// A scenario file, and the folder of its results below the one for all.
  private struct Item {
    var file: String
    var folder: String?
  }

  /// Runs scenarios and judges them.
  static func perform(_ options: RunOptions, in environment: CommandEnvironment) -> ExitCode {
    let items: [Item]
    do throws(FileFailure) {
      items = try self.items(of: options)
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
    if let export = options.export, items.count > 1 {
      environment.report(
        Problem(
          message: "\(items.count) scenarios cannot all be written to '\(export)'",
          remedy: "give `--export` with one scenario"))
      return .usage
    }
    Interruption.listen()
    var codes: [ExitCode] = []
    var used: Set<String> = []
    var entries: [RunsPage.Entry] = []
    for (number, item) in items.enumerated() {
      var entry = RunsPage.Entry(file: item.file, verdict: "")
      let code = run(
        item, options, isLast: number == items.count - 1, &used, noting: &entry, in: environment)
      entry.verdict = RunSummary.verdict(code)
      codes.append(code)
      entries.append(entry)
      if Interruption.code != nil { break }
    }
    guard items.count > 1 else { return .mostSerious(codes) }
    let ended = zip(items, codes).map { RunSummary.Item(file: $0.file, code: $1) }
    let summary = RunSummary(ended, planned: items.count)
    if options.files.contains(where: { $0 != "-" && WholeFile.isFolder($0) }) {
      if options.format == .text {
        environment.show(summary.text)
      } else {
        environment.say(summary.text)
      }
    }
    if options.writesPage, !options.streamsSteps {
      entries += items.dropFirst(codes.count).map { .init(file: $0.file, verdict: "NOT RUN") }
      let page = RunsPage(entries, verdict: summary.verdict, tally: summary.tally)
      do throws(FileFailure) {
        try WholeFile.write(page.html, to: "\(options.folder)/index.html")
      } catch {
        environment.report(error.problem)
        codes.append(ExitCode(error))
      }
    }
    return .mostSerious(codes)
  }

  /// Returns the files behind the operands.
  ///
  /// Those of a folder keep their place in it.
  private static func items(of options: RunOptions) throws(FileFailure) -> [Item] {
    var items: [Item] = []
    for operand in options.files {
      let isFolder = operand != "-" && WholeFile.isFolder(operand)
      for file in try ScenarioFiles.expand([operand]) {
        var place: String?
        if isFolder {
          let start = operand.hasSuffix("/") ? operand.utf8.count : operand.utf8.count + 1
          let inside = String(decoding: file.utf8.dropFirst(start), as: UTF8.self)
          place = inside.lastIndex(of: ".").map { String(inside[..<$0]) } ?? inside
        }
        items.append(Item(file: file, folder: place))
      }
    }
    return items
  }

  private static func run(
    _ item: Item, _ options: RunOptions, isLast: Bool, _ used: inout Set<String>,
    noting entry: inout RunsPage.Entry, in environment: CommandEnvironment
  ) -> ExitCode {
    var environment = environment
    var piped: [UInt8]?
    if item.file == "-", options.verifies, case .success(let text) = environment.files.read("-") {
      // The standard input can be read once; the second process needs the same text.
      piped = text
      let files = environment.files
      environment.files.read = { $0 == "-" ? .success(text) : files.read($0) }
    }
    let scenario: Scenario
    do throws(Refusal) {
      scenario = try ScenarioFiles.load(
        item.file, settings: options.settings, in: environment)
    } catch {
      for problem in error.problems { environment.report(problem) }
      return error.code
    }
    // Two files of one name in different folders must not overwrite each other's results.
    let name = item.folder ?? scenario.name
    var folder = name
    var copies = 1
    while !used.insert(folder).inserted {
      copies += 1
      folder = "\(name)-\(copies)"
    }
    let attempt = Attempt(
      scenario: scenario, seed: options.seed ?? scenario.seed, file: item.file,
      folder: "\(options.folder)/\(folder)", piped: piped, options: options, isLast: isLast)
    do throws(FileFailure) {
      return try options.streamsSteps
        ? attempt.stream(in: environment)
        : attempt.perform(in: environment) { report in
          entry.add(report, folder: folder, hasPage: options.writesPage)
        }
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
  }
}
