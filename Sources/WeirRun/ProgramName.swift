// SPDX-License-Identifier: GPL-3.0-or-later
internal import Synchronization

/// The name of the program that people type before a verb: `weir`, or that of a program of their own.
///
/// Our sentences say `weir`. What is printed by `my-weir` says `my-weir run …`, so that the line can be typed as
/// it stands. A process has one name, which its `main` gives before it does anything else.
package enum ProgramName {
  private static let name = Mutex("weir")

  /// The name of this process's program; `weir` where nobody gave another, as in tests.
  package static var current: String { name.withLock { $0 } }

  /// Names the program by the path under which it was started.
  ///
  /// A path in `/proc`, by which a program starts itself, tells no name and changes nothing.
  package static func set(toPath path: String) {
    let last = String(path.split(separator: "/").last ?? "")
    if last.isEmpty || path.hasPrefix("/proc/") { return }
    name.withLock { $0 = last }
  }

  /// Returns a text with this program's name wherever `weir` stands before one of these words, as in `weir run FILE`.
  package static func saying(_ name: String, in text: String, before verbs: Set<Substring>)
    -> String
  {
    guard name != "weir" else { return text }
    var result = ""
    var rest = text[...]
    while let place = rest.firstRange(of: "weir ") {
      let isWord = (rest[..<place.lowerBound].last ?? result.last).map { !isOfWord($0) } ?? true
      let next = rest[place.upperBound...].prefix { $0.isLetter }
      result += rest[..<place.lowerBound]
      // Only looked up in.
      result += isWord && verbs.contains(next) ? "\(name) " : "weir "
      rest = rest[place.upperBound...]
    }
    return result + rest
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_/.".contains(character)
  }
}
