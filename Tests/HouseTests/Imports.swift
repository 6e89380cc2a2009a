// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules of what may be imported where.
enum Imports {
  /// Returns what is wrong with the imports of a file; `rooms` is the manifest's table.
  static func findings(
    in code: SourceCode, at path: String, rooms: [String: [String]]
  ) -> [String] {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 2, parts[0] == "Sources", let allowed = rooms[parts[1]] else { return [] }
    return names(in: code).compactMap { name, line in
      if let problem = problem(with: name, in: parts[1], at: path, allowed: allowed) {
        return "\(path):\(line): import \(name): \(problem)"
      }
      return nil
    }
  }

  private static func problem(
    with name: String, in room: String, at path: String, allowed: [String]
  ) -> String? {
    if name == "CGSL", room != "WeirStatistics" { return "only WeirStatistics knows GSL" }
    if name == "CYAML", room != "WeirScenario" { return "only WeirScenario knows YAML" }
    if name == "CSQLite", room != "WeirSQLite" { return "only WeirSQLite knows SQLite" }
    if allowed.contains(name) { return nil }
    let isWorkshop = Rule.inWorkshop("Sources/\(room)/")
    switch name {
    case "Glibc":
      let isBorder =
        path.hasPrefix("Sources/WeirScenario/YAML/")
        || path.hasPrefix("Sources/WeirScenario/Files/")
        || path.hasPrefix("Sources/WeirStatistics/GSL/")
      return isWorkshop || isBorder ? nil : "the system is called in the workshop alone"
    case "Synchronization":
      // Long keys are interned once for the process, so that equal ones are one.
      let isInterner = path == "Sources/WeirTree/Fast/LongKeys.swift"
      return isWorkshop || isInterner ? nil : "below the workshop nothing is shared between threads"
    case "Testing" where room == "WeirTesting":
      return nil
    default:
      return "the table of rooms in Package.swift does not let \(room) know it"
    }
  }

  /// The modules that a file imports, with their lines.
  static func names(in code: SourceCode) -> [(String, Int)] {
    let tokens = code.tokens
    let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    return tokens.indices.compactMap { index in
      guard tokens[index].text == "import", index + 1 < tokens.count else { return nil }
      let isKind = kinds.contains(tokens[index + 1].text) && index + 2 < tokens.count
      return (tokens[isKind ? index + 2 : index + 1].text, tokens[index].line)
    }
  }
}
