// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct VersionTests {
  /// A note of the first app.
  private enum OldNote: ObjectKind {
    static let title = Field<OldNote, String>("title", .text)
    static let done = Field<OldNote, Bool>("done", .flag)
    static let versions: ModelVersions = [ModelVersion(1, 0)]
    static let fields = Fields<OldNote> {
      title
      done
    }
  }

  /// A note of an app that calls the title a name.
  private enum Note: ObjectKind {
    static let name = Field<Note, String>("name", .text)
    static let done = Field<Note, Bool>("done", .flag)
    static let versions: ModelVersions = [ModelVersion(2, 0), ModelVersion(1, 0)]
    static let fields = Fields<Note> {
      name
      done
    }

    static func migrate(
      _ node: Node, from stored: ModelVersions
    ) throws(TransactionFault) -> [Write.Part] {
      if let first = stored[0], first >= ModelVersion(2, 0) { return [] }
      guard case .text = node[Key("title")] else { return [] }
      return [Write.Part(Key("name"), node[Key("title")]), Write.Part(Key("title"), .null)]
    }
  }

  private let place = Path("notes/n")

  private func save<Kind>(
    _ kind: Kind.Type, _ bench: inout ObjectBench, _ edit: (inout Object<Kind>) -> Void
  ) throws {
    let note = bench.store.open(kind, at: place)
    edit(&bench.store[note])
    try bench.commit { store, id in try store.save(note, .edits, in: id) }
    bench.store.close(note.id, into: &bench.wishes)
    bench.take()
  }

  @Test func `M1: versions have a strict order`() {
    let all = [(0, 0), (0, 1), (1, 0), (1, 5), (2, 0), (2, 5)].map { ModelVersion($0, $1) }
    for (place, version) in all.enumerated() {
      #expect(!(version < version))
      for later in all[(place + 1)...] { #expect(version < later && !(later < version)) }
    }
    let levels: [ModelVersions] = [[], [all[2]], [all[2], all[0]], [all[2], all[1]], [all[3]]]
    #expect(levels.sorted() == levels)
    for (place, versions) in levels.enumerated() {
      #expect(!levels[..<place].contains { versions < $0 })
    }
  }

  @Test func `an object is behind if some level of it is`() {
    let now: ModelVersions = [ModelVersion(2, 0), ModelVersion(1, 0)]
    #expect(ModelVersions().isBehind(now))
    #expect(ModelVersions([ModelVersion(3, 0)]).isBehind(now))
    #expect(!now.isBehind(now))
    #expect(!now.isBehind([]))
    #expect(
      !ModelVersions([ModelVersion(2, 1), ModelVersion(1, 0), ModelVersion(7, 0)]).isBehind(now))
  }

  @Test func `a new object has the versions of the app, as the data model stores them`() throws {
    var bench = ObjectBench()
    try save(OldNote.self, &bench) { $0[OldNote.title] = "x" }
    #expect(
      try bench.tree[place] == ObjectBench.node(#"{"title": "x", "__mv": "AQAAAAAAAAA="}"#))
  }

  @Test func `a field that has a new name is moved with the first save, and once`() throws {
    var bench = ObjectBench()
    try save(OldNote.self, &bench) { $0[OldNote.title] = "x" }
    for isDone in [true, false] {
      try save(Note.self, &bench) { $0[Note.done] = isDone }
      let node = bench.tree[place]
      #expect(node[Key("name")] == .text("x"))
      #expect(node[Key("title")].isNull)
      #expect(node[Key("done")] == .bool(isDone))
      #expect(node[Key("__mv")] == .text("AgAAAAAAAAABAAAAAAAAAA=="))
    }
  }

  @Test func `what is saved counts more than what is made of the old`() throws {
    var bench = ObjectBench()
    try save(OldNote.self, &bench) { $0[OldNote.title] = "old" }
    try save(Note.self, &bench) { $0[Note.name] = "new" }
    #expect(bench.tree[place][Key("name")] == .text("new"))
    #expect(bench.tree[place][Key("title")].isNull)
  }

  @Test func `an older app leaves what it does not know, and the versions`() throws {
    var bench = ObjectBench()
    try save(Note.self, &bench) { $0[Note.name] = "x" }
    let before = bench.tree[place][Key("__mv")]
    try save(OldNote.self, &bench) { $0[OldNote.done] = true }
    #expect(bench.tree[place][Key("name")] == .text("x"))
    #expect(bench.tree[place][Key("__mv")] == before)
    try save(OldNote.self, &bench) { $0[OldNote.title] = "by an old app" }
    try save(Note.self, &bench) { $0[Note.done] = false }
    #expect(bench.tree[place][Key("name")] == .text("x"), "nothing is moved twice")
  }

  @Test func `a level that is newer than the app's own stays so`() throws {
    var bench = ObjectBench()
    let newer = Coding<[UInt8]>.bytes.node(for: [3, 0, 0, 0, 1, 0, 0, 0])
    bench.tree.set(newer, at: place.appending(Key("__mv")))
    try save(Note.self, &bench) { $0[Note.name] = "x" }
    // The first level is 3.1 still, and the second one has come.
    let joined: [UInt8] = [3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    #expect(bench.tree[place][Key("__mv")] == Coding<[UInt8]>.bytes.node(for: joined))
  }

  @Test func `an object from before there were versions is made new`() throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"notes": {"n": {"title": "x"}}}"#)
    try save(Note.self, &bench) { $0[Note.done] = true }
    #expect(bench.tree[place][Key("name")] == .text("x"))
  }

  @Test func `a save without edits makes nothing new`() throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"notes": {"n": {"title": "x"}}}"#)
    let before = bench.tree
    try save(Note.self, &bench) { _ in }
    #expect(bench.tree == before)
  }

  @Test func `versions that nobody can read end the save, and the edits stay`() throws {
    for mark in ["?", "AQAAAA=="] {
      var bench = ObjectBench()
      bench.tree = try ObjectBench.node(#"{"notes": {"n": {"title": "x", "__mv": "\#(mark)"}}}"#)
      let note = bench.store.open(Note.self, at: place)
      bench.store[note][Note.done] = true
      try bench.commit { store, id in try store.save(note, .edits, in: id) }
      #expect(
        bench.ends().last?.hasSuffix("something else stands at /notes/n/__mv than was expected")
          == true)
      #expect(bench.store[note].hasEdits)
    }
  }

  @Test func `a migration that cannot be done ends the save, with its reason and nothing written`()
    throws
  {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"notes": {"n": {"title": "x"}}}"#)
    let before = bench.tree
    let note = bench.store.open(Sealed.self, at: place)
    bench.store[note][Sealed.name] = "y"
    try bench.commit { store, id in try store.save(note, .edits, in: id) }
    #expect(bench.ends().last?.hasSuffix("nothing stands at /seal") == true)
    #expect(bench.tree == before && bench.store[note].hasEdits && bench.writes.isEmpty)
  }

  /// A note that an older app has not sealed, which this one cannot make new.
  private enum Sealed: ObjectKind {
    static let name = Field<Sealed, String>("name", .text)
    static let versions: ModelVersions = [ModelVersion(3, 0)]
    static let fields = Fields<Sealed> { name }

    static func migrate(
      _ node: Node, from stored: ModelVersions
    ) throws(TransactionFault) -> [Write.Part] {
      throw .missing(Path("seal"))
    }
  }
}
