// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

/// A text with mistakes, and everything that must be said about it.
struct WrongText: Sendable, CustomTestStringConvertible {
  let title: String
  let text: String
  let expected: String

  init(_ title: String, text: String, expected: String) {
    self.title = title
    self.text = text
    self.expected = expected
  }

  /// What a test run calls it.
  var testDescription: String { title }

  /// What is said about it, beside a file of measurements.
  var words: String {
    problems(text, files: ["a.csv": "rtt,note\n1.5,fast\n20,slow\n"])
  }
}

/// The format, with a few of the promises that runs are held to, and of the metrics that they report.
let schema = Schema(promises: promises, metrics: metrics, stacks: [streams])

/// The format with a stack that moves files, which `bring` is for.
let fileSchema = Schema(
  promises: promises, metrics: metrics,
  stacks: [
    streams,
    StackFormat(
      "couriers", "Files.", options: NoStackOptions.self,
      actions: [Scenario.Work.Action("bring", .own, "Brings a file.", movesFiles: true)]),
  ])

private let promises = [
  "converge", "lists", "read-your-writes", "transactions", "pages", "resources", "counters",
].map { Promise($0, "What '\($0)' promises.", usualCause: "Usually something else.") }

private let metrics = [
  Metric("post-to-seen", .duration, "From the moment a person meant to post until it is seen."),
  Metric("write-to-ack", .duration, "From the moment a person meant to write until the answer."),
  Metric("server-wait", .duration, "How long a request waited."),
  Metric("utilisation", .ratio, "The share of server time that was busy."),
  Metric("throughput", .rate, "Writes that the server committed, a second."),
  Metric("writes", .count, "Writes that people meant."),
  Metric("commits", .count, "Those writes that the server committed."),
  Metric("messages", .count, "Messages handed to the network."),
  Metric("faults", .count, "Batches on which a list view would have crashed."),
  Metric("displacement", .amount, "How many places off its turn a push arrived."),
]

/// The stack that clients run unless a scenario says otherwise: it knows every action.
let streams = StackFormat(
  "streams", "Live lists.", options: NoStackOptions.self,
  actions: Scenario.Work.Action.standard.filter(\.verb.isOfStack))

/// The keys that may stand under `expect`, as a remedy lists them.
let expectable = schema.section(.expect).keys.map(\.name).joined(separator: ", ")

/// The four keys that a scenario must have.
let least = """
  weir: 1
  about: A test.
  clients: [ { list: a } ]
  workload: [ { does: post, every: 1s, for: 1s } ]

  """

/// A loader that knows a few texts.
func loader(_ files: [String: String], allowsOutside: Bool = false) -> FileLoader {
  var loader = FileLoader { path in
    files[path].map { .success(Array($0.utf8)) } ?? .failure(.missing)
  }
  loader.allowsOutside = allowsOutside
  return loader
}

/// The scenario in a text.
func scenario(
  _ text: String, named file: String = "f.yaml", files: [String: String] = [:],
  environment: [String: String] = [:], overrides: [String] = [], in format: Schema = schema
) throws -> Scenario {
  try Scenario(
    text: Array(text.utf8), named: file, in: format, loader: loader(files),
    environment: environment,
    overrides: overrides)
}

/// What is said about a text that is wrong; `no problem` if nothing is.
func problems(
  _ text: String, named file: String = "f.yaml", files: [String: String] = [:],
  environment: [String: String] = [:], overrides: [String] = [], in format: Schema = schema
) -> String {
  do {
    _ = try Scenario(
      text: Array(text.utf8), named: file, in: format, loader: loader(files),
      environment: environment,
      overrides: overrides)
    return "no problem"
  } catch {
    return error.description
  }
}
