// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirObjects
import WeirSQLite
import WeirTestSupport
import WeirTree

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Caches of objects in files, of which some are opened again by another life of the app: `.ci/prove-sqlite` asks for a thousand.
@Suite(.serialized) struct SQLiteObjectCacheTests {
  private enum Note: ObjectKind {
    static let title = Field<Note, String>("title", .text)
    static let fields = Fields<Note> { title }
  }

  private let place = Path("notes/n")

  private static func node(_ title: String) -> Node { Node([(Key("title"), .text(title))]) }

  /// Opens the note of a store and carries out what that wants of the cache.
  private func open(
    _ store: inout ObjectStore, _ cache: SQLiteObjectCache
  ) throws -> (note: ObjectHandle<Note>, tag: UInt32) {
    let note = store.open(Note.self, at: place)
    var wishes: [ObjectWish] = []
    store.listen(to: note, into: &wishes)
    return (note, try carryOut(wishes, &store, cache))
  }

  /// Carries out what a store wants of the cache; returns the tag of what it listens to.
  @discardableResult
  private func carryOut(
    _ wishes: [ObjectWish], _ store: inout ObjectStore, _ cache: SQLiteObjectCache
  ) throws -> UInt32 {
    var (tag, more): (UInt32, [ObjectWish]) = (0, [])
    for wish in wishes where try !cache.carryOut(wish, for: &store, into: &more) {
      if case .listen(let number, _) = wish { tag = number }
    }
    return tag
  }

  @Test func `an object that was heard is shown by the next life of the app, until it hears it`()
    throws
  {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (life, title) in ["one", "two", "three"].enumerated() {
      let cache = try SQLiteObjectCache(path: folder + "/o.db")
      var store = ObjectStore(.persistent)
      let (note, tag) = try open(&store, cache)
      #expect(store[note][Note.title] == (life == 0 ? nil : ["one", "two"][life - 1]))
      var wishes: [ObjectWish] = []
      let kind = DataEvent.Kind.added
      store.hear(DataEvent(kind, Key("title"), .text(title)), from: tag, into: &wishes)
      store.hear(.value, from: tag, into: &wishes)
      try carryOut(wishes, &store, cache)
      #expect(store[note][Note.title] == title)
    }
    let cache = try SQLiteObjectCache(path: folder + "/o.db")
    try cache.removeAll()
    var store = ObjectStore(.persistent)
    let note = try open(&store, cache).note
    #expect(store[note].isThere == nil)
    var wishes: [ObjectWish] = []
    let isDone = try cache.carryOut(.unlisten(tag: 1), for: &store, into: &wishes)
    #expect(!isDone && wishes.isEmpty)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a node is what it was, whatever it is`(seed: UInt64) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = try SQLiteObjectCache(path: folder + "/o.db")
    var chance = RandomStream(seed: seed, "nodes")
    var kept = SortedMap<Path, Node>()
    for _ in 0..<40 {
      let place = Path([Key("a"), Key("p\(chance.index(below: 8))")])
      let node = Self.node(&chance, depth: 3)
      try cache.keep(node, at: place)
      if node.isNull { kept.remove(place) } else { kept.set(node, for: place) }
    }
    let again = try SQLiteObjectCache(path: folder + "/o.db")
    for number in 0..<8 {
      let place = Path([Key("a"), Key("p\(number)")])
      #expect(try again.node(at: place) == kept[place])
    }
    try again.check()
  }

  /// A node with numbers of both kinds, texts, priorities and children.
  private static func node(_ chance: inout RandomStream, depth: Int) -> Node {
    switch chance.index(below: depth > 0 ? 7 : 5) {
    case 0: return .null
    case 1: return .bool(chance.index(below: 2) == 0)
    case 2: return .integer(Int64(bitPattern: chance.below(.max)))
    case 3: return .number(Double(chance.below(1_000_000)) / 7)
    case 4: return .text("é\"\\\n\(chance.below(100))").with(.number(Double(chance.below(9))))
    default:
      return Node(
        (0..<chance.index(below: 5)).map {
          (Key("k\($0)"), node(&chance, depth: depth - 1))
        })
    }
  }

  @Test func `damage is an error, and no other node`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/o.db"
    let cache = try SQLiteObjectCache(path: path)
    try cache.keep(Self.node("whole"), at: place)
    let database = try SQLiteDatabase(path: path)
    try database.execute("UPDATE store SET value = x'7B7D'")
    #expect(throws: SQLiteError.self) { try cache.node(at: place) }
    // Bytes that are what was stored, and no node.
    let store = try SQLiteStore(path: path)
    try store.set(Array("{".utf8), for: "notes/n")
    #expect(throws: SQLiteError.self) { try cache.node(at: place) }
    try cache.keep(Self.node("new"), at: place)
    #expect(try cache.node(at: place) == Self.node("new"))
  }

  @Test(arguments: kills(20))
  func `a cache of objects opens to what was kept last of each, whenever its app was killed`(
    seed: UInt64
  ) async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let death = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) { [folder = folder as String, seed = seed as UInt64] in
      killSoon(seed)
      let cache = try SQLiteObjectCache(path: folder + "/o.db")
      var number = 0
      while true {
        number += 1
        try cache.keep(content(number), at: Path("notes/n\(number % 4)"))
        say(number)
      }
    }
    let said = lastNumber(in: death?.standardOutputContent ?? [])
    let cache = try SQLiteObjectCache(path: folder + "/o.db")
    for remainder in 0..<4 {
      // The last one that was said to be kept there, or the one after all that was said.
      let last = said - (said - remainder + 4) % 4
      let node = try cache.node(at: Path("notes/n\(remainder)"))
      let isLast = node == (last > 0 && !content(last).isNull ? content(last) : nil)
      let isNext = (said + 1) % 4 == remainder && node ?? .null == content(said + 1)
      #expect(isLast || isNext, "n\(remainder) after \(said)")
    }
    try cache.keep(Self.node("after"), at: place)
    #expect(try cache.node(at: place) == Self.node("after"))
  }
}

/// The node that is kept as the how-manieth; each eleventh is nothing.
private func content(_ number: Int) -> Node {
  if number.isMultiple(of: 11) { return .null }
  return Node([
    (Key("number"), .integer(Int64(number))),
    (Key("text"), .text(String(repeating: "\(number) ", count: number % 400))),
  ])
}
