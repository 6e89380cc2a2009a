// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTrace

/// The reference of `trace.jsonl`, from the formats of the steps.
package enum TraceReference {
  /// The contents of every kind of step, as a table in Markdown.
  package static var markdown: String {
    var text = "| kind | meaning | fields |\n|---|---|---|\n"
    for format in StepFormat.all {
      var fields = format.fields.map(words)
      for field in format.otherFields
      where !format.fields.contains(where: { $0.name == field.name }) {
        fields.append("or " + words(field))
      }
      let cell = fields.isEmpty ? "–" : fields.joined(separator: "; ")
      text += "| `\(format.kind)` | \(format.about) | \(cell) |\n"
    }
    return text
  }

  private static func words(_ field: StepField) -> String { "`\(field.name)`: \(field.kind)" }
}
