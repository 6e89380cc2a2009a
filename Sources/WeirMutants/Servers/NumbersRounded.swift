// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirCore
import WeirTree

/// A server that reads whole numbers as fractions of 64 bits, which hold 53 of their digits.
///
///     set(list/a, { id: 9007199254740993 })
///     // right: 9007199254740993; wrong: 9007199254740992
struct NumbersRounded: ServerTamper {
  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    var message = message
    if case .write(let id, .set(let path, let node), let condition) = message.body {
      message.body = .write(id: id, .set(path, Self.rounded(node)), guard: condition)
    }
    messages.append(message)
  }

  /// The content as such a server keeps it: the node itself, or its children, one level deep.
  private static func rounded(_ node: Node) -> Node {
    if case .integer(let number) = node { return .integer(rounded(number)) }
    var node = node
    for (key, child) in node.children {
      if case .integer(let number) = child { node.set(.integer(rounded(number)), at: Path([key])) }
    }
    return node
  }

  private static func rounded(_ number: Int64) -> Int64 { Int64(exactly: Double(number)) ?? number }

  static let mutant = Mutant(
    "numbers-rounded", of: "numbers of JSON read as fractions of 64 bits", caughtBy: "lost-writes",
    about: "Large whole numbers are stored as their neighbours.", tamper: NumbersRounded.self)
}
