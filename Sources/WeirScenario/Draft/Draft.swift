// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// A scenario as it is written, with all its files put together, so that it can be changed and written again.
///
///     var draft = try Draft(text: bytes, named: "chat.yaml", in: schema, loader: .files)
///     draft = try draft.setting(["seed=7"])
///     try draft.scenario()  // what it means
///     draft.yaml            // how a person writes it
///
/// A draft is a plain value and may be wrong; ``scenario()`` says so. It writes nothing that was not
/// written before: what `extends`, the environment and overrides said stands in it, defaults do not.
package struct Draft: Sendable {
  /// The document that a reader of the draft would see.
  package var root: YAMLNode
  /// The file's name, for what the scenario is called and for problems.
  package let file: String
  /// The table of what a scenario may contain.
  let schema: Schema
  private let loader: FileLoader

  /// Reads the file in `text` and all that it extends, without asking what any of it means.
  package init(
    text: [UInt8], named file: String, in schema: Schema, loader: FileLoader = .none,
    environment: [String: String] = [:], overrides: [String] = []
  ) throws(Problems) {
    let loader = loader.serving(file)
    var assembly = Assembly(loader: loader, environment: environment)
    let node = assembly.assemble(text, named: file, overrides: overrides)
    guard let node, assembly.problems.isEmpty else {
      throw assembly.problems.shown(files: assembly.files, concealing: loader.isOutside)
    }
    (root, self.file, self.schema, self.loader) = (node, file, schema, loader)
  }

  /// Reads what the draft means, or says everything that is wrong with it.
  package func scenario() throws(Problems) -> Scenario {
    var decoder = Decoder(schema, loader: loader)
    let scenario = decoder.scenario(root, named: Scenario.name(of: file))
    guard decoder.problems.isEmpty, var scenario else {
      throw decoder.problems.shown(files: [file], concealing: loader.isOutside)
    }
    scenario.fingerprint = Canonical.fingerprint(decoder.values)
    scenario.provenance = Provenance(files: [file], values: decoder.values)
    return scenario
  }

  /// The draft with other values, each as `key=value`.
  package func setting(_ overrides: [String]) throws(Problems) -> Draft {
    var draft = self
    var assembly = Assembly(loader: .none, environment: [:])
    draft.root = assembly.overriding(root, with: overrides)
    guard assembly.problems.isEmpty else {
      throw assembly.problems.shown(files: [Override.file])
    }
    return draft
  }

  /// The draft with one sentence for its reader.
  package func about(_ words: String) -> Draft {
    replacing("about", by: .scalar(words, isPlain: true))
  }

  /// The draft that expects nothing but that `checker` is broken, and has no gate; the oracle cannot be expected to
  /// be anything.
  package func expectingBroken(_ checker: String) -> Draft {
    let draft = without("gate")
    if schema.section(.expect).key(checker) == nil { return draft.without("expect") }
    let value = YAMLNode(content: .scalar("broken", isPlain: true), mark: root.mark)
    return draft.replacing(
      "expect", by: .mapping([.init(key: checker, keyMark: root.mark, value: value)]))
  }

  /// The draft as a person writes it: what fits stands on one line.
  ///
  /// Read back it means the same, with the same fingerprint.
  package var yaml: String { YAMLText(root).text }

  /// The draft without what would count anyway, in the order of the format.
  ///
  /// A key goes if the scenario has the same fingerprint without it; what only reads well stays.
  package var tidied: Draft {
    guard let wanted = try? scenario().fingerprint else { return self }
    var draft = self
    let order = schema.section(.scenario).keys.map(\.name)
    if case .mapping(let entries) = root.content {
      func rank(_ place: Int) -> Int { order.firstIndex(of: entries[place].key) ?? order.count }
      let places = entries.indices.sorted { (rank($0), $0) < (rank($1), $1) }
      draft.root.content = .mapping(places.map { entries[$0] })
    }
    for path in draft.root.optionalPaths.reversed() {
      var shorter = draft
      shorter.root = draft.root.removing(path)
      if (try? shorter.scenario().fingerprint) == wanted { draft = shorter }
    }
    return draft
  }

  func without(_ key: String) -> Draft {
    var draft = self
    if case .mapping(let entries) = root.content {
      draft.root.content = .mapping(entries.filter { $0.key != key })
    }
    return draft
  }

  private func replacing(_ key: String, by content: YAMLNode.Content) -> Draft {
    var draft = self
    guard case .mapping(var entries) = root.content else { return self }
    let value = YAMLNode(content: content, mark: root.mark)
    if let place = entries.firstIndex(where: { $0.key == key }) {
      entries[place].value = value
    } else {
      entries.append(.init(key: key, keyMark: root.mark, value: value))
    }
    draft.root.content = .mapping(entries)
    return draft
  }
}
