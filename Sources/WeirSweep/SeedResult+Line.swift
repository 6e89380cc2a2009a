// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirRun
import WeirTree

// A result as a line of text, for a journal on the disk and for a pipe between two processes.
extension SeedResult {
  /// The fields in front of the findings, and how many each finding has.
  private static let (head, each) = (12, 8)

  /// The result on one line, with a line end, and a checksum so that half a line is never believed.
  package var line: [UInt8] {
    var fields = [
      "\(scenario)", "\(seed)", verdict.rawValue, "\(steps)", "\(events)", "\(ended.nanoseconds)",
      digest, words, values.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " "),
      situations.map { String($0, radix: 36) }.joined(separator: " "),
      difference?.checker ?? "", difference?.words ?? "",
    ]
    for finding in findings {
      fields += [finding.checker, "\(finding.opportunities)"]
      switch finding.verdict {
      case .held: fields += ["held", "", "", "", "", ""]
      case .notReached: fields += ["not-reached", "", "", "", "", ""]
      case .unknown(let reason): fields += ["unknown", "", reason, "", "", ""]
      case .broken(let instant, let breach):
        fields += ["broken", "\(instant.nanoseconds)", breach.words, "\(breach.journey)"]
        fields += [breach.first, breach.second].map { $0?.field ?? "" }
      }
    }
    return FieldLine(fields).bytes
  }

  /// Reads a line back (its end may be left out); nil if it is not, or not wholly, what was written.
  package init?(line: some Sequence<UInt8>) {
    guard let fields = FieldLine(line: line)?.fields else { return nil }
    self.init(fields: fields)
  }

  /// Reads the fields of a line.
  init?(fields: [String]) {
    guard fields.count >= Self.head, (fields.count - Self.head) % Self.each == 0,
      let scenario = Int(fields[0]), let seed = UInt64(fields[1]),
      let verdict = Verdict(rawValue: fields[2]), let steps = Int(fields[3]),
      let events = Int(fields[4]), let ended = Int64(fields[5])
    else { return nil }
    self.init(scenario: scenario, seed: seed, verdict: verdict, words: fields[7])
    self.steps = steps
    self.events = events
    self.ended = Instant(nanoseconds: ended)
    digest = fields[6]
    values = fields[8].split(separator: " ").map { Double($0) }
    situations = fields[9].split(separator: " ").compactMap { UInt32($0, radix: 36) }
    if !fields[10].isEmpty { difference = Difference(checker: fields[10], words: fields[11]) }
    for start in stride(from: Self.head, to: fields.count, by: Self.each) {
      guard let finding = Self.finding(fields[start..<(start + Self.each)]) else { return nil }
      findings.append(finding)
    }
  }

  private static func finding(_ fields: ArraySlice<String>) -> Finding? {
    let fields = Array(fields)
    guard let opportunities = Int(fields[1]) else { return nil }
    let verdict: WeirCheck.Verdict
    switch fields[2] {
    case "held": verdict = .held
    case "not-reached": verdict = .notReached
    case "unknown": verdict = .unknown(because: fields[4])
    case "broken":
      guard let at = Int64(fields[3]), let journey = UInt32(fields[5]) else { return nil }
      let facts = [fields[6], fields[7]].map { Fact(field: $0) }
      verdict = .broken(
        at: Instant(nanoseconds: at),
        because: Breach(fields[4], first: facts[0], second: facts[1], journey: journey))
    default: return nil
    }
    return Finding(checker: fields[0], verdict: verdict, opportunities: opportunities)
  }
}

extension Fact {
  /// The fact as a text: its numbers, the key and the words, with tabs between them.
  fileprivate var field: String {
    "\(at.nanoseconds)\t\(client)\t\(list)\t\(journey)\t\(key)\t\(words)"
  }

  /// Reads a fact back; nil if there was none.
  fileprivate init?(field: String) {
    let parts = field.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false)
    guard parts.count == 6, let at = Int64(parts[0]), let client = UInt32(parts[1]),
      let list = UInt32(parts[2]), let journey = UInt32(parts[3])
    else { return nil }
    self.init(
      at: Instant(nanoseconds: at), client: client, list: list, key: Key(String(parts[4])),
      journey: journey, String(parts[5]))
  }
}
