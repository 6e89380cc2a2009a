// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// Puts a scenario's text together: the file, what it extends, overrides and the environment.
///
/// Mappings are merged key by key, everything else is replaced as a whole. Each value keeps the
/// place where it was written, so that a problem in an extended file is told with that file.
struct Assembly {
  /// The number of files that may extend one another in a row.
  static let mostFiles = 16

  /// The problems that were found.
  var problems = ProblemList()
  /// The files that were read, the scenario first.
  var files: [String] = []
  /// The environment variables that the text asked for.
  var variables: [Provenance.Variable] = []
  private let loader: FileLoader
  let environment: [String: String]

  init(loader: FileLoader, environment: [String: String]) {
    self.loader = loader
    self.environment = environment
  }

  /// The whole scenario as one node, or nil if there is nothing to look at.
  mutating func assemble(_ text: [UInt8], named file: String, overrides: [String]) -> YAMLNode? {
    guard let node = chain(text, named: file, from: []) else { return nil }
    let changed = overriding(node, with: overrides)
    if !overrides.isEmpty { files.append(Override.file) }
    return substituted(changed)
  }

  /// `node` with other values, each as `key=value`.
  mutating func overriding(_ node: YAMLNode, with overrides: [String]) -> YAMLNode {
    var node = node
    for (place, override) in overrides.enumerated() {
      do throws(Problem) {
        var change = try Override(override, number: place + 1)
        change.value = try value(of: override, change)
        try change.apply(to: &node)
      } catch {
        problems.add(error)
      }
    }
    return node
  }

  /// The node of a file with that of the file it extends beneath it.
  private mutating func chain(
    _ text: [UInt8], named file: String, from above: [String]
  ) -> YAMLNode? {
    files.append(file)
    guard let node = read(text, named: file) else { return nil }
    guard case .mapping(let entries) = node.content,
      let entry = entries.first(where: { $0.key == "extends" })
    else { return node }
    let own = without("extends", node, entries)
    guard let name = fileName(entry.value) else { return own }
    let base = path(name, besides: file)
    let chain = above + [normalised(file)]
    if chain.contains(normalised(base)) {
      problems.add(
        Problem(
          mark: entry.value.mark, message: "'\(shortened(base))' extends itself in a circle",
          remedy: "remove one of the `extends:`"))
      return own
    }
    if chain.count >= Self.mostFiles {
      problems.add(
        Problem(
          mark: entry.value.mark, message: "more than \(Self.mostFiles) files extend one another",
          remedy: "merge some of them"))
      return own
    }
    switch loader.readNamed(base) {
    case .failure(let failure):
      problems.add(failure.problem(path: base, at: entry.value.mark))
      return own
    case .success(let bytes):
      guard let lower = self.chain(bytes, named: base, from: chain) else { return own }
      switch lower.content {
      case .mapping, .broken: break
      case .scalar, .sequence:
        if lower.isEmpty { break }
        problems.add(
          Problem(
            mark: entry.value.mark, message: "'\(shortened(base))' is not a scenario",
            remedy: "name a file that holds keys of a scenario, such as `network:`"))
      }
      return Self.merged(own, over: lower)
    }
  }

  /// The node of a text.
  private mutating func read(_ text: [UInt8], named file: String) -> YAMLNode? {
    do throws(Problem) {
      let (node, found) = NodeReader.read(try SourceText(text, file: file))
      problems.add(found)
      return node
    } catch {
      problems.add(error)
      return nil
    }
  }

  private func without(_ key: String, _ node: YAMLNode, _ entries: [YAMLNode.Entry]) -> YAMLNode {
    YAMLNode(content: .mapping(entries.filter { $0.key != key }), mark: node.mark)
  }

  /// The file that `extends:` names.
  private mutating func fileName(_ node: YAMLNode) -> String? {
    let node = substituted(node)
    if case .scalar(let name, isPlain: _) = node.content, !name.isEmpty { return name }
    if !node.isBroken {
      problems.add(
        Problem(
          mark: node.mark, message: "expected a file name, found \(node.kindWords)",
          remedy: "write for example `extends: base.yaml`"))
    }
    return nil
  }

  /// `upper` with the keys of `lower` that it does not have itself.
  static func merged(_ upper: YAMLNode, over lower: YAMLNode) -> YAMLNode {
    guard case .mapping(let own) = upper.content, case .mapping(let other) = lower.content else {
      return upper
    }
    var lowerByKey: [[UInt8]: YAMLNode] = [:]
    for entry in other { lowerByKey[Array(entry.key.utf8)] = entry.value }
    var entries: [YAMLNode.Entry] = []
    for var entry in own {
      if let below = lowerByKey.removeValue(forKey: Array(entry.key.utf8)) {
        entry.value = merged(entry.value, over: below)
      }
      entries.append(entry)
    }
    for entry in other where lowerByKey[Array(entry.key.utf8)] != nil { entries.append(entry) }
    return YAMLNode(content: .mapping(entries), mark: upper.mark)
  }

  /// The node that an override's value stands for.
  private func value(of override: String, _ change: Override) throws(Problem) -> YAMLNode {
    let text = change.text
    if text.isEmpty { return YAMLNode(content: .scalar("", isPlain: true), mark: change.mark) }
    let source: SourceText
    let (node, found): (YAMLNode?, ProblemList)
    do throws(Problem) {
      source = try SourceText(Array(text.utf8), file: Override.file)
      (node, found) = NodeReader.read(source)
    } catch {
      throw change.placed(error)
    }
    if let first = found.first { throw change.placed(first) }
    guard let node else { return YAMLNode(content: .broken, mark: change.mark) }
    return change.placed(node)
  }
}
