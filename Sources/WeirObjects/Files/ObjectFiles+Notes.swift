// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// Noted files: whether the service has each of them that an object has, and no other.
extension ObjectFiles {
  /// Begins to settle what becomes of a noted file.
  mutating func loosen(
    _ name: Key, of field: Path, _ state: Loose.State, into wishes: inout [FileWish]
  ) {
    if let tag = loose[name]?.tag { asked[tag] = nil }
    loose.set(Loose(field: field, state: state), for: name)
    ask(of: name, into: &wishes)
  }

  /// Asks for the next thing that is to be known of a noted file, or done with it.
  mutating func ask(of name: Key, into wishes: inout [FileWish]) {
    guard let file = loose[name] else { return }
    let tag = nextTag(for: .loose(name))
    setTag(tag, of: name)
    switch file.state {
    case .unknown: wishes.append(.read(tag: tag, file.field.appending(name)))
    case .had(let facts):
      wishes.append(.download(tag: tag, StoredFile(name, facts), from: facts.size))
    case .unwanted:
      if memory.forget(name) { wishes.append(.drop([name])) }
      wishes.append(.remove(tag: tag, name))
    }
  }

  /// Lets a noted file wait until the app asks again.
  mutating func leave(_ name: Key, into wishes: inout [FileWish]) {
    setTag(nil, of: name)
    wishes.append(.untidy)
  }

  private mutating func setTag(_ tag: UInt32?, of name: Key) {
    guard var file = loose[name] else { return }
    file.tag = tag
    loose.set(file, for: name)
  }

  /// Takes in the notes that an earlier life of the app has left.
  mutating func takeNotes(_ node: Node, into wishes: inout [FileWish]) {
    let moving = transfers.keys.sorted().compactMap { transfers[$0] }
      .flatMap { [$0.file.name] + ($0.home?.old ?? []) }
    // A file that its object no longer has is taken away; of one that was brought nobody knows whether it has it.
    let branches: [(Key, Loose.State)] = [
      (Reserved.oldFiles, .unwanted), (Reserved.newFiles, .unknown),
    ]
    for (branch, state) in branches {
      for (name, note) in node[branch].children where !moving.contains(name) {
        // One that its object had when it was looked for may have gone with the object since.
        if let file = loose[name], file.state.isUnwanted || !state.isUnwanted { continue }
        guard let field = try? Path(stored: note, called: "the place of a file") else { continue }
        loosen(name, of: field, state, into: &wishes)
      }
    }
  }

  /// Takes in what the object of a noted file has at the place of that.
  mutating func take(
    _ found: Result<Node, ReadRefusal>, of name: Key, into wishes: inout [FileWish]
  ) {
    guard var file = loose[name] else { return }
    switch found {
    case .success(let node):
      let facts = try? Coding.fileFacts.value(in: node)
      file.state = facts.map { .had($0) } ?? .unwanted
      loose.set(file, for: name)
      ask(of: name, into: &wishes)
    case .failure(let refused):
      // The next recovery finds the note again.
      if refused.refusal == .forbidden { loose.remove(name) } else { leave(name, into: &wishes) }
    }
  }

  /// Takes in what the service says of a noted file.
  mutating func take(_ reply: FileReply, of name: Key, into wishes: inout [FileWish]) {
    guard let file = loose[name] else { return }
    switch (file.state, reply) {
    case (.had, .done), (.had, .failed(.replaced, _)):
      write([Write.Part(newNote(name), .null)], of: name, into: &wishes)
    case (_, .done), (_, .failed(.missing, _)): forget(file, name, into: &wishes)
    default: leave(name, into: &wishes)
    }
  }

  /// The notes of a file go that is not at the service, and the file from its object, where a write that was sent twice may
  /// have put it again.
  private mutating func forget(_ file: Loose, _ name: Key, into wishes: inout [FileWish]) {
    let places = [newNote(name), oldNote(name), file.field.appending(name)]
    write(places.map { Write.Part($0, .null) }, of: name, into: &wishes)
  }

  private mutating func write(
    _ parts: [Write.Part], of name: Key, into wishes: inout [FileWish]
  ) {
    let tag = nextTag(for: .loose(name))
    setTag(tag, of: name)
    wishes.append(.write(tag: tag, .merge(.root, parts), if: []))
  }
}
