// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// An object of an app: its fields, and where it is kept.
///
///     var ann = Object<Profile>(at: Path("people/ann"))
///     ann[Profile.name] = "Ann"
///     ann.hasEdits                   // true, until it was saved
///     ann.hear(node)                 // what the tree has
///     ann[Profile.likes]             // 3
///     ann.likes                      // 3: a field by its name
///
/// It is a value, and knows of no backend: an ``ObjectStore`` listens for it and saves it. A field is looked at when something else
/// is heard of it than before, to know whether it can be read; its value is made when somebody asks for it.
@dynamicMemberLookup
public struct Object<Kind: ObjectKind>: Sendable {
  /// The place at which it is kept; nil: it has none yet.
  public internal(set) var place: Path?
  /// `true` if the tree was heard to have it, `false` if it was heard not to; nil: nothing was heard.
  public private(set) var isThere: Bool?
  private(set) var states: [FieldState]

  /// Makes an object without values.
  public init(at place: Path? = nil) {
    self.place = place
    states = Array(repeating: FieldState(), count: Kind.fields.count)
  }

  /// The value of a field; nil if there is none.
  ///
  /// To set it is to make an edit, and nil takes the value away.
  ///
  /// Of a field that the tree has otherwise than it should be, it is the last value that could be read.
  public subscript<Value>(field: Field<Kind, Value>) -> Value? {
    get { (try? field.value(in: state(of: field).shown)) ?? nil }
    set { states[Kind.fields.number(of: field.path)].write(field.node(for: newValue)) }
  }

  /// The value of the field that the kind declares under a name, as if the object had a property of that name.
  ///
  ///     ann.name = "Ann"   // ann[Profile.name] = "Ann"
  public subscript<Value>(
    dynamicMember field: KeyPath<Kind.Type, Field<Kind, Value>>
  ) -> Value? {
    get { self[Kind.self[keyPath: field]] }
    set { self[Kind.self[keyPath: field]] = newValue }
  }

  /// Returns the state of a field.
  public func state<Value>(of field: Field<Kind, Value>) -> FieldState {
    states[Kind.fields.number(of: field.path)]
  }

  /// Everything that it shows, as it would be stored; of what its kind does not know nothing.
  public var shown: Node {
    var node = Node.null
    for (entry, state) in zip(Kind.fields.entries, states) where !state.shown.isNull {
      node.set(state.shown, at: entry.path)
    }
    return node
  }

  /// `true` if there is something to save.
  public var hasEdits: Bool { states.contains(where: \.hasEdit) }

  /// The fields of which the tree has something else than their edits were made over.
  public var conflicts: [Path] { paths { $0.isConflict } }

  /// The fields of which the tree has something that they should not be.
  public var broken: [Path] { paths { $0.fault != nil } }

  private func paths(where isWanted: (FieldState) -> Bool) -> [Path] {
    zip(Kind.fields.entries, states).filter { isWanted($0.1) }.map(\.0.path)
  }

  /// Makes an edit if it differs from what is shown.
  public mutating func change<Value>(_ field: Field<Kind, Value>, to value: Value?) {
    let number = Kind.fields.number(of: field.path)
    let node = field.node(for: value)
    if states[number].shown != node { states[number].write(node) }
  }

  /// Drops the edit of a field.
  public mutating func revert<Value>(_ field: Field<Kind, Value>) {
    states[Kind.fields.number(of: field.path)].revert()
  }

  /// Drops all edits.
  public mutating func revert() {
    for number in states.indices { states[number].revert() }
  }

  /// Ends the conflict of a field.
  public mutating func decide<Value>(_ field: Field<Kind, Value>, _ decision: FieldState.Decision) {
    states[Kind.fields.number(of: field.path)].decide(decision)
  }

  /// Ends all conflicts alike.
  public mutating func decide(_ decision: FieldState.Decision) {
    for number in states.indices where states[number].isConflict {
      states[number].decide(decision)
    }
  }

  // MARK: What is heard

  /// Takes in all that the tree has at its place.
  ///
  /// A field that is not what it should be leaves the others alone.
  public mutating func hear(_ node: Node) {
    isThere = !node.isNull
    for (number, entry) in Kind.fields.entries.enumerated() {
      hear(node[entry.path], number, entry, in: node)
    }
  }

  /// Takes in what the tree has in one of its children, and nothing of the others.
  public mutating func hear(_ child: Node, at key: Key) {
    if !child.isNull { isThere = true }
    let node = Node([(key, child)])
    for (number, entry) in Kind.fields.entries.enumerated() where entry.path.keys.first == key {
      hear(node[entry.path], number, entry, in: node)
    }
  }

  private mutating func hear(
    _ value: Node, _ number: Int, _ entry: FieldEntry<Kind>, in node: Node
  ) {
    if value.isNull {
      let isMissing =
        entry.rule == .required && isThere == true && entry.home.map { node[$0].hasFields } ?? true
      if isMissing {
        states[number].hear(CodingFault("nothing", instead: "the field '\(entry.path)'"))
      } else {
        states[number].hear(value)
      }
    } else if states[number].known != value, let fault = entry.fault(value) {
      states[number].hear(fault)
    } else {
      states[number].hear(value)
    }
  }

  // MARK: What is saved

  /// The fields that a save writes.
  public enum Scope: Sendable, Hashable {
    /// All that have a value or an edit, but for those of which the tree has something that cannot be read.
    case everything
    /// Those that have an edit.
    case edits
    /// The one at a path, if it has a value or an edit that can be read.
    case field(Path)

    func takes(_ path: Path) -> Bool {
      if case .field(let only) = self { only == path } else { true }
    }
  }

  /// The nodes that a save writes, seen from the object.
  struct Saving {
    /// The new values of fields.
    var parts: [Write.Part] = []
    /// The new ends of relations.
    var ends: [Write.Part] = []
    /// The inner objects with versions that are written and still there.
    var inner: [InnerKind] = []

    var isEmpty: Bool { parts.isEmpty && ends.isEmpty }
  }

  /// Returns everything that keeps the object from being saved.
  public func faults(in scope: Scope) -> [SaveFault] {
    do throws(SaveFaults) {
      _ = try saving(scope)
      return []
    } catch {
      return error.faults
    }
  }

  /// Returns what a save would write; or everything that keeps the object from being saved.
  ///
  /// Fields that its kind does not know stay as they are.
  func saving(_ scope: Scope) throws(SaveFaults) -> Saving {
    var faults: [SaveFault] = []
    var saving = Saving()
    if place == nil { faults.append(.noPlace) }
    for (number, entry) in Kind.fields.entries.enumerated() where scope.takes(entry.path) {
      let state = states[number]
      let node = state.shown
      // Of what nobody has heard of nobody can say that it is missing, unless all is to be there.
      let isKnown = scope == .everything || state.hasEdit || state.known != nil
      if node.isNull, entry.isWritten, entry.rule != .optional, isKnown, isWanted(entry) {
        faults.append(.missing(entry.path))
      }
      if state.isConflict { faults.append(.conflict(entry.path)) }
      guard isSaved(number, entry, scope) else { continue }
      if !node.isNull, let fault = entry.fault(node) {
        faults.append(.unreadable(entry.path, fault))
      }
      let path = place?.appending(entry.path) ?? entry.path
      faults += node.problems(at: path).map { .illegal(entry.path, $0.message) }
      let part = Write.Part(entry.path, node)
      if entry.role == .end { saving.ends.append(part) } else { saving.parts.append(part) }
      for inner in entry.inner where !saving.inner.contains(where: { $0.path == inner.path }) {
        if hasValue(inside: inner.path) { saving.inner.append(inner) }
      }
    }
    if !faults.isEmpty { throw SaveFaults(faults) }
    return saving
  }

  private func isSaved(_ number: Int, _ entry: FieldEntry<Kind>, _ scope: Scope) -> Bool {
    if !entry.isWritten || !scope.takes(entry.path) { return false }
    if states[number].hasEdit { return true }
    // What this app cannot read it does not write over with what it could read before.
    return scope != .edits && !states[number].shown.isNull && states[number].fault == nil
  }

  /// `true` if a field must have a value: its own object is there, as a whole or as the inner one that it belongs to.
  private func isWanted(_ entry: FieldEntry<Kind>) -> Bool {
    entry.home.map(hasValue) ?? true
  }

  /// `true` if some field at a path or below it shows a value.
  private func hasValue(inside home: Path) -> Bool {
    zip(Kind.fields.entries, states).contains { entry, state in
      entry.path.leads(below: home) && !state.shown.isNull
    }
  }

  /// Takes in that the fields of a scope were sent with a save.
  mutating func send(_ scope: Scope, in save: Int) {
    for (number, entry) in Kind.fields.entries.enumerated() where isSaved(number, entry, scope) {
      states[number].send(in: save)
    }
  }

  /// Takes in that a save is answered; `written` returns what it wrote at a path, if that is not what was sent.
  mutating func end(_ save: Int, isDone: Bool, written: (Path) -> Node?) {
    for (number, entry) in Kind.fields.entries.enumerated() {
      let node = place.flatMap { written($0.appending(entry.path)) }
      states[number].end(save, isDone: isDone, as: node)
    }
    if isDone, states.contains(where: { !($0.known ?? .null).isNull }) { isThere = true }
  }

  /// Takes in that it was removed by the app itself.
  mutating func remove() {
    self = Object(at: place)
    hear(.null)
  }
}

extension Node {
  /// `true` if it has anything but the versions of an object whose fields have all gone.
  fileprivate var hasFields: Bool { children.contains { $0.key != Reserved.versions } }
}

/// A reason for which an object is not saved.
public enum SaveFault: Hashable, Sendable, CustomStringConvertible {
  /// A field that must have a value has none.
  case missing(Path)
  /// The tree has something else than what the edit of a field was made over.
  case conflict(Path)
  /// The value of a field could not be read again as its coding stores it.
  case unreadable(Path, CodingFault)
  /// The tree cannot hold the value of a field.
  case illegal(Path, String)
  /// The object has no place.
  case noPlace

  /// The reason, in words.
  public var description: String {
    switch self {
    case .missing(let path): "the field '\(path)' has no value"
    case .conflict(let path): "the field '\(path)' was changed elsewhere since it was edited"
    case .unreadable(let path, let fault): "the field '\(path)' could not be read again: \(fault)"
    case .illegal(let path, let words): "the field '\(path)' cannot be stored: \(words)"
    case .noPlace: "the object has no place"
    }
  }
}

/// All reasons for which an object is not saved.
public struct SaveFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons, at least one.
  public let faults: [SaveFault]

  init(_ faults: [SaveFault]) { self.faults = faults }

  /// The reasons, in words.
  public var description: String { faults.map(\.description).joined(separator: "; ") }
}
