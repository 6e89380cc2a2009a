// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirModels
import WeirSQLite
import WeirTestSupport

@Suite struct SQLiteModelCacheTests {
  private static func note(_ name: String, _ text: String = "x") -> StoredNote {
    StoredNote(name: name, text: text)
  }

  @Test func `what was written is there when the file is opened again`() throws {
    let file = try ModelFile()
    var cache = try file.open()
    cache.perform(.readModel("a", as: StoredNote.self), is: "nothing")
    cache.perform(.writeModels([Self.note("a")]), is: "done")
    cache.perform(.writeList("l", rows: [Self.note("b"), Self.note("a", "new")]), is: "done")
    cache = try file.open()
    cache.perform(.readModel("a", as: StoredNote.self), is: "a:new/0")
    cache.perform(.readList("l", as: StoredNote.self), is: "[b:x/0 a:new/0]")
    cache.perform(.readList("k", as: StoredNote.self), is: "nothing")
  }

  @Test func `a row that was updated or deleted is so in every list that is read later`() throws {
    let file = try ModelFile()
    var cache = try file.open()
    let own = StoredNote(name: nil, text: "own")
    cache.perform(.writeList("l", rows: [Self.note("a"), own, Self.note("b")]), is: "done")
    cache.perform(.writeList("k", rows: [Self.note("b"), Self.note("a")]), is: "done")
    cache.perform(.writeModels([Self.note("b", "new")]), is: "done")
    cache.perform(.deleteModel(Self.note("a")), is: "done")
    cache = try file.open()
    cache.perform(.readList("l", as: StoredNote.self), is: "[-:own/0 b:new/0]")
    cache.perform(.readList("k", as: StoredNote.self), is: "[b:new/0]")
    cache.perform(.writeModels([Self.note("a", "again")]), is: "done")
    cache = try file.open()
    cache.perform(.readList("l", as: StoredNote.self), is: "[-:own/0 b:new/0]")
    cache.perform(.readModel("a", as: StoredNote.self), is: "a:again/0")
  }

  @Test func `a model that is written after the newest one was deleted is no row of its lists`()
    throws
  {
    let file = try ModelFile()
    var cache = try file.open()
    cache.perform(.writeList("l", rows: [Self.note("a"), Self.note("b")]), is: "done")
    cache.perform(.deleteModel(Self.note("b")), is: "done")
    cache = try file.open()
    cache.perform(.writeModels([Self.note("c"), Self.note("d")]), is: "done")
    cache.perform(.readList("l", as: StoredNote.self), is: "[a:x/0]")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `agrees with the cache in memory on any jobs, also when it is opened again`(
    seed: UInt64
  ) throws {
    let file = try ModelFile()
    var jobs = NoteJobs(seed: seed)
    var (cache, twin) = (try file.open(), MemoryCache())
    for number in 0..<150 {
      let job = jobs.next()
      cache.perform(job, is: words(twin.perform(job)), "job \(number)")
      if number % 40 == 39 { cache = try file.open() }
    }
    #expect(content(of: &cache) == content(of: &twin))
  }

  @Test(arguments: [0, 1, 31, 32, 33, 64, 500])
  func `lists of any length come back in order, and may be written once more`(count: Int) throws {
    let file = try ModelFile()
    var cache = try file.open()
    var rows = (0..<count).map { Self.note("n\($0)", "t\($0)") }
    cache.perform(.writeList("l", rows: rows), is: "done")
    func list() -> [StoredNote]? {
      guard case .list(let found) = cache.perform(.readList("l", as: StoredNote.self)) else {
        return nil
      }
      return found.compactMap { $0 as? StoredNote }
    }
    #expect(list() == rows)
    rows.reverse()
    if count > 2 { rows[1].text = "changed" }
    cache.perform(.writeList("l", rows: rows), is: "done")
    cache = try file.open()
    #expect(list() == rows)
  }

  @Test func `of several models that are written at once, one that cannot be keeps all out`() throws
  {
    let file = try ModelFile()
    let cache = try file.open()
    let nameless = StoredNote(name: nil, text: "x")
    let reason = "failed: a model without identity can be kept in a list alone"
    cache.perform(.writeModels([Self.note("a"), nameless]), is: reason)
    let strange = "failed: there is no format for models of the type Stranger"
    cache.perform(.writeModels([Self.note("a"), Stranger(name: "s")]), is: strange)
    cache.perform(.writeList("l", rows: [Self.note("a"), Stranger(name: "s")]), is: strange)
    cache.perform(.writeList("l", rows: [Self.note("a"), Stranger(name: nil)]), is: strange)
    cache.perform(.readModel("a", as: StoredNote.self), is: "nothing")
    cache.perform(.readList("l", as: StoredNote.self), is: "nothing")
    cache.perform(.readModel("s", as: Stranger.self), is: "nothing")
    cache.perform(.readModel(nil, as: StoredNote.self), is: "nothing")
    cache.perform(.readList(nil, as: StoredNote.self), is: "nothing")
    cache.perform(.deleteModel(nameless), is: "done")
  }

  @Test func `a cache whose formats have one type keeps it as any other`() throws {
    let file = try ModelFile()
    var formats = ModelFormats()
    formats.add(
      StoredNote.self, named: "note", encode: { Array($0.text.utf8) },
      decode: { StoredNote(name: "a", text: String(decoding: $0, as: UTF8.self)) })
    let cache = try SQLiteModelCache(path: file.path, formats)
    cache.perform(.writeModels([Self.note("a", "1")]), is: "done")
    cache.perform(.writeModels([Self.note("a", "2")]), is: "done")
    cache.perform(.readModel("a", as: StoredNote.self), is: "a:2/0")
    cache.perform(.writeList("l", rows: [Self.note("a", "3")]), is: "done")
    cache.perform(.writeModels([Self.note("a", "4")]), is: "done")
    cache.perform(.readList("l", as: StoredNote.self), is: "[a:4/0]")
    cache.perform(
      .writeModels([StoredNote(name: nil, text: "")]),
      is: "failed: " + """
        a model without identity can be kept in a list alone
        """)
  }

  @Test func `texts are told apart by their bytes, and a list from a model of its name`() throws {
    let file = try ModelFile()
    let cache = try file.open()
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    cache.perform(.writeModels([Self.note(composed, "1"), Self.note(decomposed, "2")]), is: "done")
    cache.perform(.readModel(ModelID(composed), as: StoredNote.self), is: "\(composed):1/0")
    cache.perform(.readList(ListKey(composed), as: StoredNote.self), is: "nothing")
    cache.perform(.writeList(ListKey(composed), rows: []), is: "done")
    cache.perform(.readList(ListKey(decomposed), as: StoredNote.self), is: "nothing")
    cache.perform(.readList(ListKey(composed), as: StoredNote.self), is: "[]")
  }

  @Test func `a wish is answered under its tag`() throws {
    var cache = try ModelFile().open()
    let answer = cache.answer(CacheWish(tag: 7, job: .readModel("a", as: StoredNote.self)))
    #expect(answer.tag == 7 && words(answer.result) == "nothing")
  }
}

/// A model without format.
private struct Stranger: SimpleModel, Equatable {
  var name: String?
  var modelID: ModelID? { name.map { ModelID($0) } }
}

/// A file of a cache in a folder of its own, which goes with it.
final class ModelFile {
  private let folder: String
  /// The path of the file.
  var path: String { folder + "/models.db" }

  init() throws {
    folder = try temporaryFolder()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Opens the cache, as another one that is open already.
  func open(_ options: SQLiteOptions = SQLiteOptions()) throws -> SQLiteModelCache {
    try SQLiteModelCache(path: path, noteFormats(), options)
  }
}

extension SQLiteModelCache {
  /// Does a job, and expects a result.
  func perform(
    _ job: CacheJob, is expected: String, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(words(perform(job)) == expected, comment, sourceLocation: sourceLocation)
  }
}
