// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension Assembly {
  /// The node with `${NAME}` and `${NAME:-default}` replaced in its texts.
  ///
  /// Keys stay as they are. What was put in is not looked through again. `$${` stands for `${`.
  mutating func substituted(_ node: YAMLNode) -> YAMLNode {
    var node = node
    switch node.content {
    case .scalar(let text, let isPlain):
      guard text.utf8.contains(UInt8(ascii: "$")) else { return node }
      do throws(Complaint) {
        let filled = try filled(text)
        if !filled.utf8.elementsEqual(text.utf8) { node.inset = nil }
        node.content = .scalar(filled, isPlain: isPlain)
      } catch {
        problems.add(Problem(mark: node.mark, message: error.message, remedy: error.remedy))
        node.content = .broken
      }
    case .sequence(let nodes): node.content = .sequence(nodes.map { substituted($0) })
    case .mapping(let entries):
      node.content = .mapping(
        entries.map {
          YAMLNode.Entry(key: $0.key, keyMark: $0.keyMark, value: substituted($0.value))
        })
    case .broken: break
    }
    return node
  }

  private mutating func filled(_ text: String) throws(Complaint) -> String {
    let bytes = Array(text.utf8)
    let (dollar, open, close) = (UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "}"))
    var result: [UInt8] = []
    var place = 0
    func stands(_ byte: UInt8, at place: Int) -> Bool {
      place < bytes.count && bytes[place] == byte
    }
    while place < bytes.count {
      if bytes[place] == dollar, stands(dollar, at: place + 1), stands(open, at: place + 2) {
        result += [dollar, open]
        place += 3
      } else if bytes[place] == dollar, stands(open, at: place + 1) {
        guard let end = bytes[(place + 2)...].firstIndex(of: close) else {
          throw Complaint(
            message: "'${' without '}' in '\(shortened(text))'",
            remedy: "write ${NAME} or ${NAME:-default}; $${ stands for the two characters")
        }
        let inner = String(decoding: bytes[(place + 2)..<end], as: UTF8.self)
        result += try replacement(inner).utf8
        place = end + 1
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the text that takes the place of the words between the braces.
  private mutating func replacement(_ inner: String) throws(Complaint) -> String {
    let bytes = Array(inner.utf8)
    var name = inner
    var fallback: String?
    for place in bytes.indices.dropLast()
    where bytes[place] == UInt8(ascii: ":") && bytes[place + 1] == UInt8(ascii: "-") {
      name = String(decoding: bytes[..<place], as: UTF8.self)
      fallback = String(decoding: bytes[(place + 2)...], as: UTF8.self)
      break
    }
    guard Self.isVariableName(name) else {
      throw Complaint(
        message: "'${\(shortened(inner))}' does not name an environment variable",
        remedy: "write ${NAME} or ${NAME:-default}, in letters, digits and underscores")
    }
    guard let value = environment[name] ?? fallback else {
      throw Complaint(
        message: "environment variable \(name) is not set and has no default",
        remedy: "set it, or write ${\(name):-default}")
    }
    let variable = Provenance.Variable(
      name: name, value: value, isDefault: environment[name] == nil)
    if !variables.contains(variable) { variables.append(variable) }
    return value
  }

  private static func isVariableName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
