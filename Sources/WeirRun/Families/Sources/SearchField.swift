// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// A field in which somebody searches a list, letter by letter, for how the texts of its rows begin.
struct SearchField {
  private let path: Path
  /// The text that is searched for when it is whole.
  private var wanted: [Unicode.Scalar] = []
  /// The letters that were typed.
  private(set) var letters: [Unicode.Scalar] = []

  init(_ path: Path) { self.path = path }

  /// Empties it.
  mutating func clear() {
    wanted = []
    letters = []
  }

  /// Types one letter more, of another text once the last one is whole; `false` if no row has a text.
  mutating func type(_ rows: [SourceRow], _ chance: inout RandomStream) -> Bool {
    if letters.count == wanted.count {
      let texts = rows.compactMap { text(of: $0.node) }.filter { !$0.isEmpty }
      guard !texts.isEmpty else { return false }
      wanted = Array(texts[chance.index(below: texts.count)].unicodeScalars)
      letters = []
    }
    letters.append(wanted[letters.count])
    return true
  }

  /// Takes the last letter back; `false` if there is none.
  mutating func erase() -> Bool { letters.popLast() != nil }

  private func text(of node: Node) -> String? { Self.text(node[path]) }

  private static func text(_ node: Node) -> String? {
    if case .text(let text) = node.content { text } else { nil }
  }

  /// The rows that are searched for.
  var filter: Filter {
    if letters.isEmpty { return .everything }
    let beginning = letters.reduce(into: "") { $0.unicodeScalars.append($1) }
    let path = path
    return .custom("\(path) begins with '\(beginning)'") { _, node in
      Self.text(node[path])?.utf8.starts(with: beginning.utf8) ?? false
    }
  }
}
