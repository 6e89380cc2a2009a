// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirClient
package import WeirCore
internal import WeirTree

extension CaseFile {
  /// Returns the text of a case file with what the engine really does as the events of every step.
  ///
  /// An author of a case can leave the events out and record them, and must then read each one
  /// against the rule: a recording shows what is, not what must be. Of a whole client the answers
  /// and all that goes over the wire are recorded, too. Steps that say `"any"`, snapshots, and what
  /// views want on the wire stay as they are; a step that no listener hears of has no events.
  package static func recording(_ bytes: [UInt8], file: String) throws(Problems) -> String {
    let read = try CaseFile(reading: bytes, file: file)
    let json = try JSON(reading: bytes, file: file)
    guard case .array(let cases)? = json["cases"]?.content else {
      invariantBroken("a case file that was read has no cases")
    }
    var text = "{\n"
    for name in ["weir-cases", "about"] {
      if let value = json[name] { text += "  \"\(name)\": \(value.words),\n" }
    }
    text += "  \"cases\": [\n"
    text += zip(read.cases, cases).map { recording($0, $1) }.joined(separator: ",\n")
    return text + "\n  ]\n}\n"
  }

  private static func recording(_ written: Case, _ json: JSON) -> String {
    var lines: [String] = []
    for name in ["case", "rule", "about", "plays", "dialect", "quirks"] {
      if let value = json[name] { lines.append("      \"\(name)\": \(value.words)") }
    }
    var steps: [String] = []
    guard case .array(let all)? = json["steps"]?.content else { return "" }
    var views = CaseStage(ViewEngine(quirks: written.quirks))
    var client = ClientStage(quirks: written.quirks)
    for (step, json) in zip(written.steps, all) {
      var heard: [(name: String, words: [String])] = []
      switch written.part {
      case .views:
        let reply = views.play(step)
        if step.events != nil { heard.append(("events", reply?.events.map(\.json.words) ?? [])) }
      case .client:
        let reply = client.play(step)
        if step.events != nil { heard.append(("events", reply?.events.map(\.json.words) ?? [])) }
        if step.answers != nil { heard.append(("answers", reply?.answers.map(\.json.words) ?? [])) }
        // A case of a client need not say what goes over the wire; its author wants to see that.
        if step.wire != nil || json["wire"] == nil {
          heard.append(("wire", reply?.wire.map(\.json.words) ?? []))
        }
      }
      steps.append("        " + recording(heard, json))
    }
    lines.append("      \"steps\": [\n" + steps.joined(separator: ",\n") + "\n      ]")
    return "    {\n" + lines.joined(separator: ",\n") + "\n    }"
  }

  /// Returns a step on its line, what is heard on lines of its own if it is several things.
  private static func recording(_ heard: [(name: String, words: [String])], _ json: JSON) -> String
  {
    guard case .object(let members) = json.content else { return json.words }
    var parts = members.filter { member in
      !heard.contains { $0.name.utf8.elementsEqual(member.key.utf8) }
    }.map { "\(JSON(.text($0.key)).words): \($0.value.words)" }
    for (name, words) in heard where !words.isEmpty {
      parts.append(
        "\"\(name)\": ["
          + (words.count == 1 ? words[0] : words.map { "\n          \($0)" }.joined(separator: ","))
          + "]")
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}
