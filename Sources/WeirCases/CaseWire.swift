// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
package import WeirTree

/// A request to the server, in the words of a case file.
///
///     ["listen", "top"]
///     ["set", 1, "rooms/lobby/c", {"score": 3}]
package enum CaseWire: Sendable {
  /// The server is asked for what serves a listener; in the play of a whole client perhaps only for what changed.
  case listen(String, isKnown: Bool)
  /// The server is told that a listen is not needed any more.
  case unlisten(String)
  /// A session begins.
  case hello
  /// A session ends.
  case goodbye
  /// The client asks whether the server is there.
  case ping
  /// A request to write, perhaps only on what the client found.
  case write(UInt32, Write, isGuarded: Bool)
  /// A request to write once the client is gone.
  case promise(UInt32, Write)
  /// A request to write nothing at or below a path once the client is gone.
  case takeBack(UInt32, Path)

  /// The request as a case file has it.
  var json: JSON {
    let parts: [JSON]
    switch self {
    case .listen(let name, let isKnown):
      parts = [.word("listen"), .word(name)] + (isKnown ? [.word("known")] : [])
    case .unlisten(let name): parts = [.word("unlisten"), .word(name)]
    case .hello: parts = [.word("hello")]
    case .goodbye: parts = [.word("goodbye")]
    case .ping: parts = [.word("ping")]
    case .write(let request, let write, let isGuarded):
      let words = Self.words(write)
      parts =
        [.word(words.verb), .count(request), .word("\(write.path)"), words.content]
        + (isGuarded ? [.word("if unchanged")] : [])
    case .promise(let request, let write):
      let words = Self.words(write)
      parts = [
        .word("onDisconnect"), .word(words.verb), .count(request), .word("\(write.path)"),
        words.content,
      ]
    case .takeBack(let request, let path):
      parts = [.word("onDisconnectCancel"), .count(request), .word("\(path)")]
    }
    return JSON(.array(parts))
  }

  private static func words(_ write: Write) -> (verb: String, content: JSON) {
    switch write {
    case .set(_, let node): ("set", JSON(asWritten: node))
    case .merge(_, let parts):
      (
        "update",
        JSON(
          .object(
            parts.map { .init("\($0.path)".droppingSlash, JSON(asWritten: $0.node)) }))
      )
    }
  }

  /// `true` if this, which a person wrote, is the other one, which was said; contents are compared as nodes.
  func allows(_ said: CaseWire) -> Bool {
    switch (self, said) {
    case (.listen(let name, let isKnown), .listen(let other, let isOtherKnown)):
      name.utf8.elementsEqual(other.utf8) && isKnown == isOtherKnown
    case (.unlisten(let name), .unlisten(let other)): name.utf8.elementsEqual(other.utf8)
    case (.hello, .hello), (.goodbye, .goodbye), (.ping, .ping): true
    case (.write(let one, let write, let isGuarded), .write(let two, let other, let isOther)):
      one == two && isGuarded == isOther && write.says(other)
    case (.promise(let one, let write), .promise(let two, let other)):
      one == two && write.says(other)
    case (.takeBack(let one, let path), .takeBack(let two, let other)):
      one == two && path == other
    default: false
    }
  }
}

/// An answer that the app gets to a request of its own.
///
///     [1, "committed"]
package struct CaseAnswer: Sendable, Equatable {
  /// The number of the request: writes, transactions and promises are counted from 1.
  package var number: UInt32
  /// The end of the request.
  package var word: Word

  /// The possible ends of a request.
  package enum Word: String, Sendable, CaseIterable {
    /// It was carried out.
    case committed
    /// The server was too busy.
    case overloaded
    /// The rules forbid it.
    case forbidden
    /// The existing data had changed, also after many tries.
    case stale
    /// It cannot be carried out.
    case invalid
    /// The transaction's update wanted nothing to be written.
    case aborted
    /// A write of the same client took the transaction's place.
    case set
    /// The connection broke while the transaction was on its way.
    case disconnect
  }

  /// The answer as a case file has it.
  var json: JSON { JSON(.array([.count(number), .word(word.rawValue)])) }
}

extension JSON {
  static func word(_ text: String) -> JSON { JSON(.text(text)) }
  static func count(_ number: UInt32) -> JSON { JSON(.integer(Int64(number))) }

  /// A node as a person would write it: priorities that are whole numbers without a point.
  init(asWritten node: Node) { self = JSON(node).withPlainPriorities }

  private var withPlainPriorities: JSON {
    guard case .object(let members) = content else { return self }
    return JSON(
      .object(
        members.map { member in
          if case .number(let value) = member.value.content,
            member.key.utf8.elementsEqual(".priority".utf8), let whole = Int64(exactly: value)
          {
            return Member(member.key, JSON(.integer(whole)))
          }
          return Member(member.key, member.value.withPlainPriorities)
        }))
  }
}

extension Write {
  /// `true` if both put the same at the same places, in any order; server values count as what they
  /// say.
  fileprivate func says(_ other: Write) -> Bool {
    switch (self, other) {
    case (.set(let path, let node), .set(let place, let content)):
      return path == place && node == content
    case (.merge(let path, let parts), .merge(let place, let others)):
      return path == place && parts.count == others.count
        && parts.allSatisfy { part in
          others.contains { $0.path == part.path && part.node == $0.node }
        }
    default: return false
    }
  }
}

extension String {
  /// A path without its first slash, as the keys of an update are written.
  fileprivate var droppingSlash: String { hasPrefix("/") ? String(dropFirst()) : self }
}
