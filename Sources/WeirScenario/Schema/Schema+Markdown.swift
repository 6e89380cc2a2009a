// SPDX-License-Identifier: GPL-3.0-or-later
extension Schema {
  /// The whole format as Markdown, a table for each mapping: the source of the article on scenarios.
  public func markdown() -> String {
    var text = ""
    for section in table {
      let title = section.path.isEmpty ? "The file" : "`\(section.path)`"
      text += "## \(title)\n\n\(section.about)\n\n"
      text += "| key | what belongs there | default | what it means |\n|---|---|---|---|\n"
      for key in section.keys {
        let cells = ["`\(key.name)`", key.kind.words, Self.fallback(key), key.about]
        text += "| " + cells.map(Self.escaped).joined(separator: " | ") + " |\n"
      }
      text += "\n"
    }
    return text
  }

  private static func fallback(_ key: Key) -> String {
    switch key.need {
    case .required: "required"
    case .optional: "–"
    case .fallback(let words): "`\(words)`"
    }
  }

  /// A cell whose bars do not end it.
  private static func escaped(_ cell: String) -> String {
    var words = ""
    for scalar in cell.unicodeScalars {
      if scalar == "|" { words += "\\" }
      words.unicodeScalars.append(scalar)
    }
    return words
  }
}
