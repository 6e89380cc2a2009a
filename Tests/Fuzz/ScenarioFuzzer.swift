// SPDX-License-Identifier: GPL-3.0-or-later

// Not a part of any target: `.ci/fuzz-scenario` compiles it with the sources of WeirScenario and the
// rooms below it into one module, so that libFuzzer sees every branch of them.

/// Reads whatever libFuzzer made up, as a file and, behind a `--set`, as an override.
///
/// It must end in a scenario or in problems that have words; anything else traps, and that is a
/// finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let loader = FileLoader { path in
    switch path {
    case "a.csv": .success(Array("rtt\n1.5\n20\n".utf8))
    case "self.yaml": .success(bytes)
    // What follows the first line is a table, too.
    case "b.csv": .success(Array(bytes.drop { $0 != 0x0A }))
    default: .failure(.missing)
    }
  }
  check(bytes, loader, overrides: [])
  if let text = String(validating: bytes, as: UTF8.self), count < 200 {
    check(Array(soundScenario.utf8), loader, overrides: [text])
  }
  return 0
}

/// The format, with two of the promises that runs are held to.
private let schema = Schema(
  promises: ["converge", "lists"].map { Promise($0, "About.", usualCause: "Usually.") },
  metrics: [Metric("post-to-seen", .duration, "About."), Metric("writes", .count, "About.")],
  stacks: [
    StackFormat(
      "streams", "About.", options: NoStackOptions.self,
      actions: Scenario.Work.Action.standard.filter(\.verb.isOfStack)),
    StackFormat("pager", "About.", options: PagerOptions.self, actions: []),
  ])

/// Options of each kind of value.
private struct PagerOptions: StackOptions {
  var (count, wait, share, isOn, words) = (1, Interval.zero, Ratio.zero, false, "")
  static let keys = [
    StackOption("count", \Self.count, .count(1...9), "About.", example: "2"),
    StackOption("wait", \Self.wait, .duration, "About.", example: "2s"),
    StackOption("share", \Self.share, .share, "About.", example: "2%"),
    StackOption("is-on", \Self.isOn, .flag, "About.", example: "on"),
    StackOption("words", \Self.words, .text, "About.", example: "text"),
  ]
}

private func check(_ bytes: [UInt8], _ loader: FileLoader, overrides: [String]) {
  do throws(Problems) {
    let scenario = try Scenario(
      text: bytes, named: "f.yaml", in: schema, loader: loader,
      environment: ["HOME": "/", "N": "5s"], overrides: overrides)
    invariant(!scenario.clients.isEmpty, "a scenario without clients was read")
    invariant(!scenario.workload.isEmpty, "a scenario without work was read")
    invariant(!scenario.canonicalText.isEmpty, "a scenario without values was read")
    for work in scenario.workload {
      invariant(scenario.clients.indices.contains(work.group), "work for nobody was read")
      invariant(!work.does.isEmpty, "work that does nothing was read")
    }
    for group in scenario.clients {
      invariant(scenario.networks.indices.contains(group.network), "a client without a network")
      invariant(!group.lists.isEmpty, "a client without a list")
    }
  } catch {
    invariant(!error.all.isEmpty, "nothing was read, and nothing is wrong")
    for problem in error.all {
      invariant(!problem.message.isEmpty, "a problem without words")
      invariant(!problem.remedy.isEmpty, "a problem without a remedy")
      guard let mark = problem.mark else { continue }
      invariant(mark.line >= 1 && mark.column >= 1, "a place before the file: \(mark)")
    }
  }
}

private let soundScenario = """
  weir: 1
  about: A test.
  clients: [ { list: a } ]
  workload: [ { does: post, every: 1s, for: 1s } ]

  """
