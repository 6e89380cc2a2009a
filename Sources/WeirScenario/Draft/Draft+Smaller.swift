// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension Draft {
  /// One way to make a draft smaller.
  package struct Edit: Hashable, Sendable {
    /// The change that is made.
    enum Change: Hashable, Sendable {
      /// Neighbours among the parts of what is there go.
      case drop(Range<Int>)
      /// Groups of clients go, with all that names them.
      case dropGroups(Range<Int>)
      /// Another text stands there.
      case write(String)
      /// Shares of actions stand there.
      case share(names: [String], weights: [String])
    }
    /// The place of the change.
    var path: NodePath
    /// The change at that place.
    var change: Change
  }

  /// Everything that could be made smaller in one stroke, what takes most away first within each part.
  ///
  /// Each edit makes the draft smaller in the same sense: it has fewer parts, or as many, and a number that is
  /// nearer to the simplest one. So no chain of edits is endless. What comes of an edit may be wrong, or
  /// mean the same as before; the table of keys says what may stand where, so a key that is new to the format
  /// is made smaller without a word here.
  package var edits: [Edit] {
    var finder = EditFinder(root, of: schema)
    finder.find()
    return finder.edits
  }

  /// The draft after an edit of its own.
  package func applying(_ edit: Edit) -> Draft {
    var draft = self
    switch edit.change {
    case .drop(let range): draft.root = root.removing(range, at: edit.path)
    case .dropGroups(let range): draft.root = root.removingGroups(range, at: edit.path)
    case .write(let words):
      draft.root = root.replacing(edit.path, by: .scalar(words, isPlain: true))
    case .share(let names, let weights):
      let mark = root.mark
      let entries = zip(names, weights).map { name, weight in
        YAMLNode.Entry(
          key: name, keyMark: mark,
          value: YAMLNode(content: .scalar(weight, isPlain: true), mark: mark)
        )
      }
      draft.root = root.replacing(edit.path, by: .mapping(entries))
    }
    draft.root = draft.root.withoutIdleKeys(of: schema)
    return draft
  }

  /// The number of parts that the draft has: values, lists and mappings together.
  package var weight: Int { root.weight }
}

extension YAMLNode {
  /// The document without some groups of clients and without the work and the faults that name them.
  fileprivate func removingGroups(_ range: Range<Int>, at path: NodePath) -> YAMLNode {
    guard case .sequence(let groups) = self[path].content else { return self }
    let names = groups[range].compactMap { $0.value(of: "name")?.scalarText }
    let shorter = removing(range, at: path)
    guard case .mapping(var entries) = shorter.content else { return shorter }
    for place in entries.indices where ["workload", "faults"].contains(entries[place].key) {
      guard case .sequence(let nodes) = entries[place].value.content else { continue }
      entries[place].value.content = .sequence(
        nodes.filter { node in
          node.value(of: "clients")?.scalarText.map { !names.contains($0) } ?? true
        })
    }
    var result = shorter
    result.content = .mapping(entries)
    return result
  }
}

extension YAMLNode {
  /// The same scenario without the keys of work that none of its actions looks at any more.
  fileprivate func withoutIdleKeys(of schema: Schema) -> YAMLNode {
    guard case .mapping(var entries) = content,
      let place = entries.firstIndex(where: { $0.key == "workload" }),
      case .sequence(let works) = entries[place].value.content
    else { return self }
    var root = self
    entries[place].value.content = .sequence(works.map { $0.workWithoutIdleKeys(of: schema) })
    root.content = .mapping(entries)
    return root
  }

  private func workWithoutIdleKeys(of schema: Schema) -> YAMLNode {
    guard case .mapping(let entries) = content,
      let does = entries.first(where: { $0.key == "does" })?.value
    else { return self }
    let names: [String] =
      switch does.content {
      case .scalar(let name, isPlain: _): [name]
      case .mapping(let shares): shares.map(\.key)
      case .sequence, .broken: []
      }
    let actions = names.compactMap { schema.action($0) }
    if actions.isEmpty { return self }
    var work = self
    let companions = schema.companions
    work.content = .mapping(
      entries.filter { entry in
        companions.first { $0.key == entry.key }
          .map { $0.of.contains(where: actions.contains) } ?? true
      })
    return work
  }
}
