// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirClient
package import WeirCore
internal import WeirTree

extension CaseFile {
  /// The version of the format, which each file names.
  package static let version: Int64 = 1

  /// Reads a case file, or says everything that is wrong with it.
  package init(reading bytes: [UInt8], file: String) throws(Problems) {
    let json = try JSON(reading: bytes, file: file)
    var reader = CaseReader(file: file)
    let read = reader.file(json)
    if !reader.problems.isEmpty {
      throw Problems(reader.problems.sorted { ($0.mark ?? .start) < ($1.mark ?? .start) })
    }
    self = read
  }
}

extension Mark {
  fileprivate static let start = Mark(file: "", line: 1, column: 1)
}

/// Makes cases of JSON, and collects what is wrong with them.
struct CaseReader {
  let file: String
  var problems: [Problem] = []
  /// The listeners of the case so far, and where each listens.
  var listeners: [(name: String, path: Path, query: Query)] = []
  /// The number of the case's last write.
  var lastWrite: UInt32 = 0
  /// The dialect of the case.
  var dialect = Dialect.firebaseJS
  /// The player of the case.
  var part = CaseFile.Part.views

  init(file: String) { self.file = file }

  mutating func refuse(_ mark: Mark?, _ message: String, _ remedy: String) {
    problems.append(Problem(mark: mark, message: message, remedy: remedy))
  }

  mutating func file(_ json: JSON) -> CaseFile {
    let members = members(
      of: json, "a case file", known: ["weir-cases", "about", "cases"],
      required: ["weir-cases", "cases"])
    if let version = members["weir-cases"] {
      if case .integer(CaseFile.version) = version.content {
      } else {
        refuse(
          version.mark, "a version of case files that is not known",
          "this program reads \"weir-cases\": \(CaseFile.version)")
      }
    }
    var cases: [CaseFile.Case] = []
    for json in members["cases"].map({ array($0, "the cases") }) ?? [] {
      let one = self.case(json)
      if cases.contains(where: { $0.name.utf8.elementsEqual(one.name.utf8) }), !one.name.isEmpty {
        refuse(
          json["case"]?.mark, "a second case '\(one.name)'",
          "say what this one shows that the "
            + "other does not")
      }
      cases.append(one)
    }
    if let list = members["cases"], case .array(let all) = list.content, all.isEmpty {
      refuse(list.mark, "a file without a case", "write a case; a file that tests nothing passes")
    }
    let about = members["about"].flatMap { text($0, "what the file is about") }
    return CaseFile(about: about ?? "", cases: cases)
  }

  private mutating func `case`(_ json: JSON) -> CaseFile.Case {
    (listeners, lastWrite, dialect, part) = ([], 0, .firebaseJS, .views)
    let members = members(
      of: json, "a case", known: ["case", "rule", "about", "plays", "dialect", "quirks", "steps"],
      required: ["case", "steps"])
    let name = members["case"].flatMap { text($0, "the name of a case") } ?? ""
    if let about = members["about"] { _ = text(about, "what a case is about") }
    if let json = members["dialect"], let word = text(json, "a dialect") {
      let known: [(String, Dialect)] = [
        ("firebase-js", .firebaseJS), ("firebase-ios", .firebaseIOS), ("wilddog", .wilddog),
        ("older-firebase-js", .olderFirebaseJS),
      ]
      if let found = known.first(where: { $0.0.utf8.elementsEqual(word.utf8) }) {
        dialect = found.1
      } else {
        unknown("dialect", word, at: json.mark, among: known.map(\.0))
      }
    }
    if let json = members["plays"], let word = text(json, "what plays a case") {
      if let known = Self.known(word, among: CaseFile.Part.self) {
        part = known
      } else {
        unknown("player", word, at: json.mark, among: CaseFile.Part.allCases.map(\.rawValue))
      }
    }
    let rules =
      members["rule"].map { texts($0, "rule", in: "rule", "name what the case is about") } ?? []
    let quirks = members["quirks"].map { self.quirks($0) } ?? []
    let steps = members["steps"].map { array($0, "the steps") } ?? []
    if let json = members["steps"], case .array(let all) = json.content, all.isEmpty {
      refuse(json.mark, "a case without a step", "write what happens, such as {\"listen\": \"a\"}")
    }
    return CaseFile.Case(
      name: name, rules: rules, dialect: dialect, quirks: quirks, part: part,
      steps: steps.compactMap { step($0) },
      mark: json.mark ?? Mark(file: file, line: 1, column: 1))
  }

  /// Reads one text or several in brackets.
  private mutating func texts(
    _ json: JSON, _ what: String, in key: String, _ remedy: String
  ) -> [String] {
    var texts = [json]
    if case .array(let all) = json.content { texts = all }
    if texts.isEmpty { refuse(json.mark, "no \(what)", "\(remedy), or leave \"\(key)\" out") }
    return texts.compactMap { text($0, "a \(what)") }
  }

  private mutating func quirks(_ json: JSON) -> ViewQuirks {
    let known = ViewQuirks.named
    let words = texts(json, "quirk", in: "quirks", "name one")
    var quirks: ViewQuirks = []
    for word in words {
      if let found = known.first(where: { $0.name.utf8.elementsEqual(word.utf8) }) {
        quirks.insert(found.quirk)
      } else {
        unknown("quirk", word, at: json.mark, among: known.map(\.name))
      }
    }
    return quirks
  }
}

// The parts that a file is made of.
extension CaseReader {
  /// Returns the members of an object by name; one that it may not have, or must have and has not,
  /// is a problem.
  mutating func members(
    of json: JSON, _ what: String, known: [String], required: [String]
  ) -> [String: JSON] {
    guard case .object(let members) = json.content else {
      refuse(
        json.mark, "\(what) must be an object", "write an object: {\"\(required.first ?? "…")\": …}"
      )
      return [:]
    }
    var found: [String: JSON] = [:]
    for member in members {
      if known.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
        found[member.key] = member.value
      } else {
        unknown("key", member.key, at: member.mark, among: known)
      }
    }
    for name in required where found[name] == nil {
      refuse(json.mark, "\(what) without '\(name)'", "write \"\(name)\": … into the object")
    }
    return found
  }

  mutating func unknown(_ kind: String, _ word: String, at mark: Mark?, among known: [String]) {
    let remedy = nearestName(to: word, among: known).map { "did you mean '\($0)'?" }
    refuse(
      mark, "unknown \(kind) '\(word)'", remedy ?? "there are: \(known.joined(separator: ", "))")
  }

  /// Reads a text.
  mutating func text(_ json: JSON, _ what: String) -> String? {
    if case .text(let text) = json.content, !text.isEmpty { return text }
    refuse(json.mark, "\(what) must be a text", "write it in double quotes")
    return nil
  }

  /// Reads the values of an array.
  mutating func array(_ json: JSON, _ what: String) -> [JSON] {
    if case .array(let all) = json.content { return all }
    refuse(json.mark, "\(what) must be an array", "write them in brackets: […]")
    return []
  }

  /// Reads true or false.
  mutating func flag(_ json: JSON, _ what: String) -> Bool? {
    if case .bool(let flag) = json.content { return flag }
    refuse(json.mark, "\(what) is neither true nor false", "write true or false")
    return nil
  }

  /// Reads a whole number from 1 on.
  mutating func number(_ json: JSON, _ what: String) -> UInt32? {
    if case .integer(let value) = json.content, value > 0, let number = UInt32(exactly: value) {
      return number
    }
    refuse(json.mark, "\(what) must be a whole number from 1 on", "write a number such as 1")
    return nil
  }

  /// Reads a path; the empty text is the root.
  mutating func path(_ json: JSON, mayEndInPriority: Bool = false) -> Path? {
    guard case .text(let text) = json.content else {
      refuse(json.mark, "the path must be a text", "write it as \"rooms/lobby\", the root as \"/\"")
      return nil
    }
    do throws(Problems) {
      return try Path(checking: text, mayEndInPriority: mayEndInPriority, at: json.mark)
    } catch {
      problems += error.all
      return nil
    }
  }

  /// Reads a node that is written out.
  mutating func node(_ json: JSON) -> Node? {
    do throws(Problems) {
      let node = try Node(json)
      if !node.hasServerValues { return node }
      refuse(
        json.mark, "a value that the server fills in",
        "a view sees writes after that was done; write the value itself")
    } catch {
      problems += error.all
    }
    return nil
  }

  /// Reads a key of a child.
  mutating func key(_ json: JSON, _ what: String) -> Key? {
    guard let text = text(json, what) else { return nil }
    do throws(Problems) {
      return try Key(checking: text)
    } catch {
      problems += error.all.map {
        Problem(mark: json.mark, message: $0.message, remedy: $0.remedy)
      }
      return nil
    }
  }
}
