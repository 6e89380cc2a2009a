internal import WeirClient
public import WeirCore
internal import WeirTree

extension CaseFile {
  /// The text of a case file with what the engine really does as the events of every step.
  ///
  /// Whoever writes a case can leave the events out, record them, and then must read each one against
  /// the rule: a recording shows what is, not what must be. Steps that say `"any"`, snapshots and
  /// wishes on the wire stay as they are; a step that nobody hears of has no events.
  public static func recording(_ bytes: [UInt8], file: String) throws(Problems) -> String {
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
    for name in ["case", "rule", "about", "dialect"] {
      if let value = json[name] { lines.append("      \"\(name)\": \(value.words)") }
    }
    var stage = CaseStage<ViewEngine>()
    var steps: [String] = []
    guard case .array(let all)? = json["steps"]?.content else { return "" }
    for (step, json) in zip(written.steps, all) {
      let reply = stage.play(step)
      steps.append("        " + recording(step.events == nil ? nil : reply?.events, json))
    }
    lines.append("      \"steps\": [\n" + steps.joined(separator: ",\n") + "\n      ]")
    return "    {\n" + lines.joined(separator: ",\n") + "\n    }"
  }

  /// A step on its line, its events on lines of their own if there are several.
  private static func recording(_ events: [CaseEvent]?, _ json: JSON) -> String {
    guard case .object(let members) = json.content else { return json.words }
    var parts = members.filter { events == nil || !$0.key.utf8.elementsEqual("events".utf8) }
      .map { "\(JSON(.text($0.key)).words): \($0.value.words)" }
    if let events, !events.isEmpty {
      let words = events.map(\.json.words)
      parts.append(
        "\"events\": ["
          + (words.count == 1 ? words[0] : words.map { "\n          \($0)" }.joined(separator: ","))
          + "]")
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}
