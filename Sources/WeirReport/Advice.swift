// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario

extension Report {
  /// The meaning of the findings, and the next things to try, in sentences.
  var advice: [String] {
    switch verdict {
    case .interrupted: [interruptedWords]
    case .broken: brokenWords
    case .missed: missedWords + loadWords
    case .nothing: [nothingWords]
    case .pass: passWords
    }
  }

  private var interruptedWords: String {
    "The run was ended from outside at \(outcome.ended.shortly). What is said above is true up to then;"
      + " convergence was not judged."
  }

  private var nothingWords: String {
    if outcome.hasNoCommits, let noCommitWords { return noCommitWords }
    if let unreachedWords { return unreachedWords }
    return
      "Nothing happened that could have broken a promise or answered an expectation, so this is not a"
      + " pass. Try: let the workload start earlier or go on longer (`for:`), or lower `warm-up:`."
  }

  /// The sentence about promises that are expected to be held and were not put to the test, beside others that were; nil if
  /// there are none.
  private var unreachedWords: String? {
    guard outcome.findings.contains(where: { $0.verdict == .held }) else { return nil }
    let names = outcome.scenario.expectations.compactMap { expectation -> String? in
      guard case .checker(let name) = expectation.subject,
        outcome.findings.contains(where: { $0.checker == name && $0.verdict == .notReached })
      else { return nil }
      return name
    }
    guard let name = names.first else { return nil }
    let about = outcome.promises.first { $0.name == name }.map { ": \"\($0.about)\"" } ?? "."
    return
      "Nothing happened that could have broken `\(name)`, which is expected to be held, so this is not a pass\(about)"
      + " Try: people in the workload whose actions lead to it; or leave `\(name): held` out if this stack never does it."
  }

  /// The sentence about writes that people wanted and that were not committed; nil if they wanted
  /// none.
  private var noCommitWords: String? {
    func count(_ name: String) -> Int { outcome.metric(name)?.count ?? 0 }
    let (writes, skipped) = (count("writes"), count("skipped"))
    if writes == 0, skipped == 0 { return nil }
    let words =
      if writes > 0 {
        "None of \(grouped(writes)) writes was committed"
      } else {
        "None of \(grouped(skipped)) intents found something to act on, and nothing was committed"
      }
    return words + ", so what held was not put to the test, and this is not a pass. Try: rows in"
      + " `server.tree`, or `post` beside the other actions; if nothing is to be committed, expect"
      + " `commits: { count: { under: 1 } }`."
  }

  private var brokenWords: [String] {
    var words: [String] = []
    for finding in outcome.findings {
      guard case .broken(let instant, let reason) = finding.verdict else { continue }
      words.append(
        "\(finding.checker) broke at \(instant.shortly), because \(reason). "
          + (outcome.promises.first { $0.name == finding.checker }?.usualCause ?? ""))
    }
    words.append(
      "Try: the replay line below with --around first, the life of one message by the follow line, and "
        + "`\(ProgramName.current) shrink` to make it small."
    )
    return words
  }

  /// The sentences about intended mistakes that were caught.
  private var caughtWords: [String]? {
    let caught = outcome.scenario.expectations.compactMap { expectation -> String? in
      guard case .broken(let name) = expectation.subject else { return nil }
      guard let finding = outcome.findings.first(where: { $0.checker == name }),
        case .broken(let instant, let reason) = finding.verdict
      else { return nil }
      return "\(name) broke at \(instant.shortly), as expected, because \(reason)."
    }
    return caught.isEmpty
      ? nil
      : caught + [
        outcome.scenario.isWrongOnPurpose
          ? "What runs here is wrong on purpose, and it was caught. Try: the same with stack: streams."
          : "That is what the scenario expects, so it passes as long as this is wrong. Try: mend it, and expect"
            + " \(caught.count == 1 ? "it" : "them") to be `held`."
      ]
  }

  private var missedWords: [String] {
    let missed = outcome.expectations.filter { $0.result == .missed }
    let list = missed.map { "\($0.words) (measured \($0.measured))" }.joined(separator: "; ")
    return [
      "Every promise held, but \(missed.count == 1 ? "this was" : "these were") not as expected:"
        + " \(list). Try: other seeds, to see whether it is chance, and compare server-wait with"
        + " message-flight to see where the time goes."
    ]
  }

  private var passWords: [String] {
    if let caughtWords { return caughtWords }
    if outcome.load != nil { return loadWords }
    let clients = outcome.scenario.clients.reduce(0) { $0 + $1.count }
    let next = outcome.seed &+ 1
    return [
      "Nothing broke with \(grouped(clients)) clients and seed \(outcome.seed). One run is one weather."
        + " Try: --seed \(next), or --set network.loss=5%, or --set clients.0.count=\(clients * 10)."
    ]
  }

  /// Describes the strain in a stage that was too much.
  private static func words(of strain: LoadCurve.Strain) -> String {
    switch strain {
    case .turnedAway(let count):
      count == 1 ? "a request was turned away" : "\(grouped(count)) requests were turned away"
    case .unserved(let count, let all):
      "\(grouped(count)) of \(grouped(all)) writes that came were not served before the stage was over"
    case .wait(let nanoseconds):
      "one request in a hundred waited \(Interval(nanoseconds: Int64(nanoseconds)).rounded) or longer for a"
        + " server, more than ten times what an answer usually takes"
    }
  }

  private var loadWords: [String] {
    guard let load = outcome.load else { return [] }
    var words = ""
    if let ceiling = load.ceiling {
      words =
        "By its servers and service time the backend can do at most"
        + " \(Decimal(ceiling, places: 1))/s. "
    }
    if let first = load.firstOverloaded {
      let stage = load.stages[first]
      words +=
        first == 0
        ? "It did not even bear the first stage, \(stage.name)."
        : "It bore \(load.stages[first - 1].name) and did not bear \(stage.name): that is the knee."
      words += load.strain(at: first).map { " There \(Self.words(of: $0))." } ?? ""
      words += " Try: --set server.servers=8, or stages that rise more slowly around the knee."
    } else {
      words += "It bore every stage. Try: stages with higher rates, until it no longer does."
    }
    return [words]
  }
}
