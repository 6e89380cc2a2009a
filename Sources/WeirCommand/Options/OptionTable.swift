// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirScenario

/// Everything that may be on the command line, in one place.
///
/// The parser, the help texts, the manual and the completions of three shells are all made from
/// this table, so they cannot disagree.
package enum OptionTable {
  /// The verbs, in the order of the help text.
  package static let verbs: [Verb] = [
    run, sweep, shrink, follow, compare, merge, gate, verify, trend, check, draw, new, stack,
    mutants, cases, explain, list, bench, help, version,
  ]

  /// The names of the verbs.
  package static let verbNames = verbs.map(\.name)

  /// The words behind the name of the program, in lines that people can type.
  ///
  /// Only looked up in.
  static let verbWords = Set((verbNames + ["VERB"]).map { $0[...] })

  /// Returns the verb called `name`.
  package static func verb(named name: String) -> Verb? { verbs.first { $0.name == name } }

  /// Flags that every verb takes, and that work without a verb.
  package static let global = [
    Flag(name: "help", short: "h", about: "Show help, for the verb if there is one."),
    Flag(name: "version", about: "Show the versions of the program and of its formats."),
    Flag(
      name: "generate-completion-script", value: "SHELL", values: .words(shells),
      about: "Print a completion script for bash, zsh or fish."),
  ]

  /// The shells for which there are completions.
  package static let shells = ["bash", "zsh", "fish"]

  static let set = Flag(
    name: "set", value: "KEY=VALUE", values: .setting, repeats: true,
    about: "Change one key of the scenario, such as clients.0.count=100; may be repeated.")

  static let allowOutside = Flag(
    name: "allow-outside",
    about: "Let scenarios extend and read files outside of their own folder.")

  static let files = Operand(
    name: "FILE", count: .oneOrMore, values: .files,
    about: "A scenario file, a folder of them, or - for the standard input.")

  private static let run = Verb(
    name: "run",
    summary: "Run scenarios and judge what happened.",
    examples: [
      .init(line: "weir run Scenarios/first-steps.yaml", about: "Run one scenario."),
      .init(
        line: "weir run --seed 7 Scenarios/first-steps.yaml", about: "The same in other weather."),
      .init(
        line: "weir run --set clients.0.count=1000 --quiet Scenarios/first-steps.yaml",
        about: "A thousand clients, and only the verdict."),
      .init(line: "weir run --verify Scenarios", about: "Run a whole folder, each scenario twice."),
    ],
    operand: files,
    flags: [
      Flag(
        name: "seed", value: "N", values: .number,
        about: "Use this seed instead of the scenario's."),
      set,
      allowOutside,
      Flag(
        name: "out", value: "DIR", values: .folders,
        about:
          "Write the results to this folder instead of \(RunOptions.usualFolder); of several scenarios each has a "
          + "folder in it, and index.html links their pages."),
      Flag(name: "quiet", short: "q", about: "Print the verdict only."),
      Flag(
        name: "format", value: "FORMAT", values: .words(RunOptions.Format.allCases.map(\.rawValue)),
        about: "How to print the result: text, json, csv, or github for annotations."),
      Flag(name: "verify", about: "Run a second time in another process and compare every step."),
      Flag(name: "trace", about: "Also write every step to trace.jsonl."),
      Flag(name: "samples", about: "Also write every single measurement to samples.csv."),
      Flag(
        name: "export", value: "FILE", values: .files,
        about: "Also write one run for viewers of traces, such as Perfetto, as JSON."),
      Flag(
        name: "no-html", about: "Do not write report.html and index.html, the pages for a browser."),
      around,
      Flag(name: "no-progress", about: "Show no progress, even on a terminal."),
      Flag(
        name: "steps", hidden: true, about: "Write every step to the standard output, in binary."),
      Flag(
        name: "lines", hidden: true,
        about: "With --steps: before the steps of a time, what programs were told and answered."),
    ],
    notes: [
      "The same build, scenario and seed give the same digest on any machine.",
      "The folder gets report.txt, report.html for a browser (verdict first, plots, and the messages "
        + "before a promise broke), metrics.csv and hist.csv.",
      "Results go to the standard output and to the folder; words about the run go to the "
        + "standard error. Ctrl-C writes what is known and ends with 130; a second one ends at once.",
    ])

  private static let check = Verb(
    name: "check",
    summary: "Read scenarios and say everything that is wrong with them.",
    examples: [
      .init(line: "weir check Scenarios", about: "Check every scenario of a folder."),
      .init(
        line: "weir check --format github Scenarios/first-steps.yaml",
        about: "Say it as annotations of a pull request."),
    ],
    operand: files,
    flags: [
      set,
      allowOutside,
      Flag(
        name: "format", value: "FORMAT",
        values: .words(CheckOptions.Format.allCases.map(\.rawValue)),
        about: "How to print what was found: text, json or github."),
    ],
    notes: ["All problems are said at once, each with its place and a remedy."])

  private static let cases = Verb(
    name: "cases",
    summary: "Play step-by-step cases of a client and its views.",
    examples: [
      .init(line: "weir cases Scenarios/cases", about: "Play every case of a folder."),
      .init(line: "weir cases mine.json", about: "Play the cases of one file."),
      .init(
        line: "weir cases --record mine.json",
        about: "Print the file with what really happens, to be read against the rules."),
    ],
    operand: Operand(
      name: "FILE", count: .oneOrMore, values: .files,
      about: "A file of cases, a folder of them, or - for the standard input."),
    flags: [
      Flag(
        name: "record",
        about: "Judge nothing; print the files with what really happens as the expected events.")
    ],
    notes: [
      "A case says what the server, the user and listeners do, and what must be heard. The view "
        + "engine and the oracle beside it must both do what it says.",
      "The format is explained in the article on case files.",
    ])

  private static let explain = Verb(
    name: "explain",
    summary: "Explain a key of the scenario format, or how a file was understood.",
    examples: [
      .init(line: "weir explain", about: "Explain every key."),
      .init(line: "weir explain network.delay", about: "Explain one key."),
      .init(
        line: "weir explain Scenarios/first-steps.yaml",
        about: "Show the scenario with every default filled in."),
      .init(line: "weir explain --schema", about: "Print a JSON Schema, for editors."),
    ],
    operand: Operand(
      name: "KEY|FILE", count: .optional, values: .files,
      about: "A key of the scenario format, or a scenario file."),
    flags: [
      Flag(name: "schema", about: "Print the scenario format as a JSON Schema."), allowOutside,
    ])

  private static let draw = Verb(
    name: "draw",
    summary: "Draw a scenario out of all that the format has.",
    examples: [
      .init(line: "weir draw 7", about: "Print the scenario that seed 7 draws."),
      .init(line: "weir draw 7 | weir run -", about: "Run it."),
      .init(
        line: "weir draw 1..500 --out drawn",
        about: "Write five hundred worlds in which nobody thought of what meets what."),
    ],
    operand: Operand(
      name: "SEED|A..B", count: .one, values: .anything, about: "A seed, or several with --out."),
    flags: [
      Flag(
        name: "out", value: "DIR", values: .folders,
        about: "Write each scenario into this folder, as drawn-SEED.yaml.")
    ],
    notes: [
      "The same seed draws the same scenario. Every promise is expected to hold in it, so that "
        + "whatever fails is a bug of the stack, of the server or of Weir; weir shrink makes it small."
    ])

  private static let list = Verb(
    name: "list",
    summary: "List what there is: scenarios, features, metrics, checkers, mutants or keys.",
    examples: [
      .init(
        line: "weir list metrics", about: "The metrics that a scenario may hold against a bound."),
      .init(
        line: "weir list scenarios",
        about: "The scenarios under Scenarios, with what they are about."),
      .init(line: "weir list scenarios Scenarios/faults", about: "Those of one folder."),
      .init(
        line: "weir list mutants", about: "What can be wrong on purpose: stacks, clients, servers."),
      .init(
        line: "weir list features Scenarios",
        about: "What the scenarios of a folder use of the format, and how much of it together."),
      .init(
        line: "weir list pairs Scenarios", about: "What never stands together in one of them."),
      .init(
        line: "weir list triples Scenarios",
        about: "How many pairs each fault hits, and which pairs no fault hits."),
      .init(
        line: "weir list triples --fault crash Scenarios",
        about: "Every pair that no crash of the server hits."),
    ],
    operand: Operand(
      name: "WHAT [DIR]", count: .oneOrTwo,
      values: .words(ListOptions.Subject.allCases.map(\.rawValue)),
      about:
        "The scenarios, features, pairs or triples of a folder; metrics, checkers, mutants or keys."
    ),
    flags: [
      Flag(
        name: "fault", value: "FAULT",
        values: .words(Scenario.Fault.Kind.allCases.map(\.rawValue)),
        about: "Of triples: list every pair of features that this fault hits in no scenario.")
    ])

  private static let help = Verb(
    name: "help",
    summary: "Show help.",
    examples: [
      .init(line: "weir help run", about: "Explain one verb."),
      .init(line: "weir help --man | man -l -", about: "Read the manual."),
    ],
    operand: Operand(
      name: "VERB", count: .upToTwo,
      values: .words([
        "run", "sweep", "shrink", "follow", "compare", "merge", "gate", "verify", "trend", "check",
        "draw", "new", "stack", "mutants", "cases", "explain", "list", "bench", "help", "version",
      ]),
      about: "The verb to explain."),
    flags: [Flag(name: "man", about: "Print the whole manual as a man page.")])

  private static let version = Verb(
    name: "version",
    summary: "Show the versions of the program and of its formats.",
    examples: [.init(line: "weir version", about: "The same as weir --version.")])
}
