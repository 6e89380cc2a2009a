// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

/// Random templates, read and filled as they are and word for word.
struct TemplateHistory {
  private var chance: RandomStream

  init(seed: UInt64) { chance = RandomStream(seed: seed, "template history") }

  mutating func run(steps: Int) {
    for _ in 0..<steps { step() }
  }

  /// A word of a template, with the column where it stands.
  private struct Word {
    var text: String
    var column: Int

    /// The column of what no template may hold; nil: it is as it should be.
    var fault: Int? {
      if text == "@" { return nil }
      if text.isEmpty || text == "$" { return column }
      let name = text.first == "$" ? text.dropFirst() : text[...]
      let isLegal = !name.contains { ".#$[]".contains($0) }
      return isLegal ? nil : mark
    }

    /// The column of what it names.
    var mark: Int { text.first == "$" ? column + 1 : column }
  }

  private mutating func step() {
    let words = ["a", "b", "é", "@", "@", "$group", "$user", "$", "", "a.b", "$a#", "n1"]
    let text =
      (chance.below(2) == 0 ? "/" : "")
      + (0..<chance.index(below: 6)).map { _ in words[chance.index(below: words.count)] }
      .joined(separator: "/")
    let mark = Mark(file: "app", line: 3, column: 7)
    let hasSlash = text.first == "/"
    var column = 7 + (hasSlash ? 1 : 0)
    var parts: [Word] = []
    let rest = hasSlash ? text.dropFirst() : text[...]
    for word in rest.split(separator: "/", omittingEmptySubsequences: false) {
      parts.append(Word(text: String(word), column: column))
      column += word.count + 1
    }
    let faults = parts.compactMap(\.fault)
    do throws(Problems) {
      let template = try PathTemplate(checking: text, at: mark)
      #expect(faults.isEmpty, "\(text)")
      check(template, parts)
    } catch {
      let marks = error.all.compactMap(\.mark)
      #expect(marks.map(\.column).sorted() == faults.sorted(), "\(text)")
      #expect(marks.allSatisfy { $0.file == "app" && $0.line == 3 })
    }
  }

  private mutating func check(_ template: PathTemplate, _ words: [Word]) {
    let keys = words.count { $0.text == "@" }
    let hasCollection = keys == 1 && words.last?.text == "@"
    #expect(template.hasKey == (keys > 0) && template.hasCollection == hasCollection)
    var names: [Key] = []
    for word in words where word.text.first == "$" {
      let name = Key(String(word.text.dropFirst()))
      if !names.contains(name) { names.append(name) }
    }
    #expect(template.names == names)
    var registry = ResourceRegistry()
    guard let kind = try? registry.register("kind", at: "/kind/@") else {
      Issue.record("a plain kind was refused")
      return
    }
    var entries: [ResourceContext.Entry] = []
    for name in ["group", "user"] where chance.below(4) > 0 {
      let key = chance.below(4) > 0 ? Key(name + " 1") : nil
      entries.append(.init(Key(name), Resource(kind, key: key)))
    }
    let context = ResourceContext(entries)
    #expect(
      template.isServed(by: context)
        == names.allSatisfy { name in
          entries.contains { $0.name == name }
        })
    let key = chance.below(4) > 0 ? Key("it") : nil
    expect(words, key, entries) { () throws(Problems) in try template.path(of: key, in: context) }
    if hasCollection {
      expect(words.dropLast(), nil, entries) { () throws(Problems) in
        try template.collection(in: context)
      }
    } else {
      do throws(Problems) {
        _ = try template.collection(in: context)
        Issue.record("\(template.text) has no collection")
      } catch {
        #expect(error.all.map { $0.mark?.column } == [words.first?.mark])
      }
    }
  }

  /// Expects the path that the words mean, or the column of each word that means nothing.
  private func expect(
    _ words: some Sequence<Word>, _ key: Key?, _ entries: [ResourceContext.Entry],
    _ fill: () throws(Problems) -> Path
  ) {
    var keys: [Key] = []
    var gaps: [Int] = []
    for word in words {
      var found: Key? = Key(word.text)
      if word.text == "@" { found = key }
      if word.text.first == "$" {
        let name = Key(String(word.text.dropFirst()))
        found = entries.first { $0.name == name }?.resource.key
      }
      if let found { keys.append(found) } else { gaps.append(word.mark) }
    }
    do throws(Problems) {
      let path = try fill()
      #expect(gaps.isEmpty && path == Path(keys))
    } catch {
      #expect(error.all.compactMap { $0.mark?.column } == gaps)
    }
  }
}
