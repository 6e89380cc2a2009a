// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// Takes a template apart and notes all that is wrong with it.
struct TemplateReader {
  let text: String
  let mark: Mark
  private(set) var parts: [PathTemplate.Part] = []
  private(set) var marks: [Mark] = []
  private(set) var problems: [Problem] = []

  init(text: String, mark: Mark) {
    self.text = text
    self.mark = mark
  }

  mutating func read() {
    let scalars = text.unicodeScalars
    let start = scalars.first == "/" ? scalars.index(after: scalars.startIndex) : scalars.startIndex
    if start == scalars.endIndex {
      return refuse(
        start, "an empty template", "name a path, as in '/group_message/$group/@'")
    }
    let pieces = scalars[start...].split(separator: "/", omittingEmptySubsequences: false)
    for piece in pieces { read(piece) }
    if pieces.count > Path.greatestDepth {
      refuse(
        start, "a template of \(pieces.count) parts",
        "at most \(Path.greatestDepth) keys lead from the root to a leaf")
    }
  }

  private mutating func read(_ piece: Substring.UnicodeScalarView) {
    let start = piece.startIndex
    if piece.isEmpty {
      return piece.endIndex == text.unicodeScalars.endIndex
        ? refuse(start, "the template ends with '/'", "remove the last '/'")
        : refuse(start, "two slashes with nothing between them", "remove one of them")
    }
    let word = String(piece)
    if word.utf8.elementsEqual("@".utf8) { return accept(start, .key) }
    guard piece.first == "$" else {
      return accept(start, word) { .literal($0) }
    }
    let name = String(piece.dropFirst())
    if name.isEmpty {
      return refuse(start, "'$' without a name", "name what the context holds, as in '$group'")
    }
    accept(piece.index(after: start), name) { .name($0) }
  }

  private mutating func accept(
    _ place: String.Index, _ word: String, _ part: (Key) -> PathTemplate.Part
  ) {
    if let fault = Key.fault(in: word) { return refuse(place, fault.message, fault.remedy) }
    accept(place, part(Key(word)))
  }

  private mutating func accept(_ place: String.Index, _ part: PathTemplate.Part) {
    parts.append(part)
    marks.append(mark(at: place))
  }

  private mutating func refuse(_ place: String.Index, _ message: String, _ remedy: String) {
    problems.append(Problem(mark: mark(at: place), message: message, remedy: remedy))
  }

  private func mark(at place: String.Index) -> Mark {
    var mark = mark
    mark.column += String(text.unicodeScalars[..<place]).count
    return mark
  }
}
