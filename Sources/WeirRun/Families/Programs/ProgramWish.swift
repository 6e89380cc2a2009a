// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirTree

/// A wish of a program, as an answer of it says.
enum ProgramWish {
  /// Listen to the screen's list, or elsewhere.
  case listen(tag: UInt32, Path?, Query?)
  case unlisten(tag: UInt32)
  case wake(Instant)
  /// Show these rows; of those whose content is new it comes with them.
  case show([Key], values: [(key: Key, stamp: UInt64)], changes: ChangeSet?)
  /// Tell the app that the list under this tag is lost.
  case lost(tag: UInt32)
  case paged(call: UInt32, new: Int, hasMore: Bool)
  case pageFailed(call: UInt32, StackNews.PageError)
  case write(tag: UInt32, Write, journey: UInt32)
  case over(journey: UInt32)
}

extension ProgramWish {
  /// The names of the wishes, each of which is a key that no other one has.
  static let names = [
    "listen", "unlisten", "wake", "show", "lost", "paged", "page-failed", "write", "over",
  ]

  /// Reads a wish, or says what is wrong with it.
  init(_ json: JSON) throws(Problem) {
    let fields = try AnswerFields(json)
    let named = Self.names.filter { fields.has($0) }
    guard let name = named.first else {
      throw fields.unknown(among: Self.names)
    }
    switch name {
    case "listen":
      try fields.allow([name, "path", "query"])
      self = .listen(
        tag: try fields.number(name), try fields.path("path"), try fields.query("query"))
    case "unlisten":
      try fields.allow([name])
      self = .unlisten(tag: try fields.number(name))
    case "wake":
      try fields.allow([name])
      self = .wake(Instant(nanoseconds: try fields.integer(name, in: 0...(.max))))
    case "show":
      try fields.allow([name, "values", "changes"])
      self = .show(
        try fields.keys(name), values: try fields.stamps("values"),
        changes: try fields.changes("changes"))
    case "lost":
      try fields.allow([name])
      self = .lost(tag: try fields.number(name))
    case "paged":
      try fields.allow([name, "new", "more"])
      self = .paged(
        call: try fields.number(name),
        new: Int(try fields.integer("new", in: 0...Int64(Int32.max))),
        hasMore: try fields.flag("more"))
    case "page-failed":
      try fields.allow([name, "why"])
      self = .pageFailed(call: try fields.number(name), try fields.pageError("why"))
    case "write":
      try fields.allow([name, "path", "set", "merge", "journey"])
      self = .write(
        tag: try fields.number(name), try fields.write(),
        journey: fields.has("journey") ? try fields.number("journey") : 0)
    default:
      try fields.allow([name])
      self = .over(journey: try fields.number(name))
    }
  }
}

/// The members of an object in an answer, read strictly.
struct AnswerFields {
  private let json: JSON
  private let members: [JSON.Member]

  init(
    _ json: JSON, such example: String = "a wish, such as {\"wake\": 1500000000}"
  ) throws(Problem) {
    guard case .object(let members) = json.content else {
      throw Self.problem(json, "expected an object", "write \(example)")
    }
    (self.json, self.members) = (json, members)
  }

  /// The value of that name, if there is one.
  subscript(name: String) -> JSON? { json[name] }

  func has(_ name: String) -> Bool { json[name] != nil }

  /// Refuses members of other names.
  func allow(_ names: [String]) throws(Problem) {
    for member in members where !names.contains(member.key) {
      throw unknown(among: names, member)
    }
  }

  func unknown(among names: [String], _ member: JSON.Member? = nil) -> Problem {
    guard let member = member ?? members.first else {
      return Self.problem(json, "an object without members", "leave it out, or say a wish")
    }
    let near = nearestName(to: member.key, among: names).map { "did you mean '\($0)'? " } ?? ""
    return Problem(
      mark: member.mark, message: "unknown key '\(member.key)'",
      remedy: near + "one of: " + names.joined(separator: ", "))
  }

  func integer(_ name: String, in range: ClosedRange<Int64>) throws(Problem) -> Int64 {
    let value = try self.value(name)
    guard case .integer(let number) = value.content, range.contains(number) else {
      throw Self.problem(
        value, "'\(name)' is no whole number from \(range.lowerBound) to \(range.upperBound)",
        "write one, without a point and without quotes")
    }
    return number
  }

  func number(_ name: String) throws(Problem) -> UInt32 {
    UInt32(try integer(name, in: 0...Int64(UInt32.max)))
  }

  func flag(_ name: String) throws(Problem) -> Bool {
    let value = try self.value(name)
    guard case .bool(let flag) = value.content else {
      throw Self.problem(value, "'\(name)' is neither true nor false", "write one of them")
    }
    return flag
  }

  func text(_ name: String) throws(Problem) -> String {
    try Self.text(try value(name), "'\(name)'")
  }

  /// The words of an array, each of which is one of those that are known; none if there is no such member.
  func words(_ name: String, among known: [String]) throws(Problem) -> Set<String> {
    guard let value = json[name] else { return [] }
    var words: Set<String> = []
    for item in try Self.items(value, "'\(name)'") {
      let word = try Self.text(item, "a word of '\(name)'")
      guard known.contains(word) else {
        throw Self.problem(
          item, "'\(name)' knows no '\(word)'", "one of: " + known.joined(separator: ", "))
      }
      words.insert(word)
    }
    return words
  }

  func path(_ name: String) throws(Problem) -> Path? {
    guard let value = json[name] else { return nil }
    let text = try Self.text(value, "'\(name)'")
    return try Self.first { () throws(Problems) in try Path(checking: text, at: value.mark) }
  }

  /// The keys of the rows that are shown.
  func keys(_ name: String) throws(Problem) -> [Key] {
    let value = try self.value(name)
    var keys: [Key] = []
    var seen: Set<Key> = []
    for item in try Self.items(value, "'\(name)'") {
      let key = try Self.key(item)
      if !seen.insert(key).inserted {
        throw Self.problem(item, "the row \(key) comes twice", "show each row once")
      }
      keys.append(key)
    }
    return keys
  }

  /// The fingerprints of the contents that come with rows.
  func stamps(_ name: String) throws(Problem) -> [(key: Key, stamp: UInt64)] {
    guard let value = json[name] else { return [] }
    guard case .object(let members) = value.content else {
      throw Self.problem(value, "'\(name)' is no object", "write {\"KEY\": CONTENT, …}")
    }
    var stamps: [(key: Key, stamp: UInt64)] = []
    for member in members {
      let key = try Self.key(JSON(.text(member.key), at: member.mark))
      let node = try Self.node(member.value)
      stamps.append((key, node.fingerprint))
    }
    return stamps
  }

  func pageError(_ name: String) throws(Problem) -> StackNews.PageError {
    let value = try self.value(name)
    switch try text(name) {
    case "busy": return .busy
    case "not-loaded": return .notLoaded
    case "cancelled": return .cancelled
    case "forbidden": return .refused(.forbidden)
    case "overloaded": return .refused(.overloaded)
    default:
      throw Self.problem(
        value, "a page does not fail because of this",
        "one of: busy, not-loaded, cancelled, forbidden, overloaded")
    }
  }

  /// The write that is wished for.
  func write() throws(Problem) -> Write {
    guard let path = try path("path") else {
      throw Self.problem(json, "a write without a path", "write \"path\": \"rooms/lobby/KEY\"")
    }
    switch (json["set"], json["merge"]) {
    case (let content?, nil):
      return try Self.first { () throws(Problems) in try Write(setting: content, at: path) }
    case (nil, let content?):
      return try Self.first { () throws(Problems) in try Write(merging: content, at: path) }
    default:
      throw Self.problem(
        json, "a write says either what is set or what is merged", "write \"set\" or \"merge\"")
    }
  }

  private func value(_ name: String) throws(Problem) -> JSON {
    guard let value = json[name] else {
      throw Self.problem(json, "'\(name)' is missing", "write it")
    }
    return value
  }
}

// Values that belong to no name.
extension AnswerFields {
  static func problem(_ json: JSON, _ message: String, _ remedy: String) -> Problem {
    Problem(mark: json.mark, message: message, remedy: remedy)
  }

  static func items(_ json: JSON, _ what: String) throws(Problem) -> [JSON] {
    guard case .array(let items) = json.content else {
      throw problem(json, "\(what) is no array", "write [ … ]")
    }
    return items
  }

  static func text(_ json: JSON, _ what: String) throws(Problem) -> String {
    guard case .text(let text) = json.content else {
      throw problem(json, "\(what) is no text", "write it in double quotes")
    }
    return text
  }

  static func key(_ json: JSON) throws(Problem) -> Key {
    let text = try text(json, "the key of a row")
    if var fault = Key.fault(in: text) {
      fault.mark = json.mark
      throw fault
    }
    return Key(text)
  }

  static func node(_ json: JSON) throws(Problem) -> Node {
    try first { () throws(Problems) in try Node(json) }
  }

  /// The first of several problems is enough: the program is to be mended, and asked again.
  static func first<Value>(
    _ read: () throws(Problems) -> Value
  ) throws(Problem) -> Value {
    do throws(Problems) { return try read() } catch { throw error.all[0] }
  }
}
