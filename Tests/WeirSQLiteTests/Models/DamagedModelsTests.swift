// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirModels
import WeirSQLite
import WeirTestSupport

@Suite struct DamagedModelsTests {
  private static func note(_ name: String) -> StoredNote { StoredNote(name: name, text: "text") }

  /// Makes a file with a list of two rows and a model beside it, and changes it as SQL.
  private func damaged(_ statements: String...) throws -> ModelFile {
    let file = try ModelFile()
    let cache = try file.open()
    cache.perform(.writeList("l", rows: [Self.note("a"), Self.note("b")]), is: "done")
    cache.perform(.writeModels([Self.note("c")]), is: "done")
    let database = try SQLiteDatabase(path: file.path)
    for statement in statements { try database.execute(statement) }
    return file
  }

  @Test(arguments: [
    "UPDATE model SET value = x'00' WHERE id = 'a'",
    "UPDATE model SET value = (SELECT value FROM model WHERE id = 'c') WHERE id = 'a'",
    "UPDATE model SET digest = digest + 1 WHERE id = 'a'",
  ])
  func `a damaged model fails where it is read, and nowhere else`(sql: String) throws {
    let cache = try damaged(sql).open()
    cache.perform(.readModel("a", as: StoredNote.self), is: "failed: 'a' is damaged")
    cache.perform(.readList("l", as: StoredNote.self), is: "failed: 'l' is damaged")
    cache.perform(.readModel("b", as: StoredNote.self), is: "b:text/0")
    cache.perform(.writeModels([Self.note("a")]), is: "done")
    cache.perform(.readModel("a", as: StoredNote.self), is: "a:text/0")
    cache.perform(.readList("l", as: StoredNote.self), is: "[a:text/0 b:text/0]")
  }

  @Test func `a value of another type that is damaged does not keep a newer one out`() throws {
    let file = try damaged()
    try file.open().perform(.writeModels([StoredHeading(name: "a", text: "head")]), is: "done")
    try SQLiteDatabase(path: file.path).execute(
      "UPDATE model SET digest = 0 WHERE type = 'heading'")
    let cache = try file.open()
    cache.perform(.writeModels([Self.note("a")]), is: "done")
    cache.perform(.readModel("a", as: StoredNote.self), is: "a:text/0")
    cache.perform(.readModel("a", as: StoredHeading.self), is: "failed: 'a' is damaged")
    cache.perform(.deleteModel(Self.note("a")), is: "done")
    cache.perform(.readModel("a", as: StoredHeading.self), is: "nothing")
  }

  @Test(arguments: [
    "UPDATE list SET content = x'01'", "UPDATE list SET digest = 1",
    "UPDATE list SET content = (SELECT x'0300000000000000')",
  ])
  func `a damaged list fails where it is read, until it is written again`(sql: String) throws {
    let cache = try damaged(sql).open()
    cache.perform(.readList("l", as: StoredNote.self), is: "failed: 'l' is damaged")
    cache.perform(.readModel("a", as: StoredNote.self), is: "a:text/0")
    cache.perform(.writeList("l", rows: [Self.note("b")]), is: "done")
    cache.perform(.readList("l", as: StoredNote.self), is: "[b:text/0]")
  }

  @Test func `bytes that a format does not understand any more are said so`() throws {
    let file = try damaged()
    var formats = ModelFormats()
    formats.add(StoredNote.self, named: "note", encode: { _ in [1] }, decode: { _ in nil })
    let cache = try SQLiteModelCache(path: file.path, formats)
    let reason = "failed: the format 'note' does not understand the bytes of"
    cache.perform(.readModel("a", as: StoredNote.self), is: "\(reason) 'a'")
    cache.perform(.readList("l", as: StoredNote.self), is: "\(reason) 'l'")
  }

  @Test func `the file of another program is refused and left alone`() throws {
    let file = try ModelFile()
    let other = try SQLiteDatabase(path: file.path)
    try other.execute("CREATE TABLE theirs (x)")
    #expect(fails(.schema) { _ = try file.open() })
    try other.execute("DROP TABLE theirs")
    try other.execute("PRAGMA user_version = 2")
    #expect(fails(.schema) { _ = try file.open() })
    try other.execute("PRAGMA user_version = 0")
    _ = try file.open()
    #expect(try other.rows("SELECT count(*) FROM model") == [[0]])
    let text = try ModelFile()
    try Data("This is no database at all, but a text that is long enough.".utf8)
      .write(to: URL(fileURLWithPath: text.path))
    #expect(fails(.notADatabase) { _ = try text.open() })
  }

  @Test func `without leave to write, reading goes on and a write is an error`() throws {
    let file = try damaged()
    let cache = try file.open(SQLiteOptions(isReadOnly: true))
    cache.perform(.readList("l", as: StoredNote.self), is: "[a:text/0 b:text/0]")
    let result = words(cache.perform(.writeModels([Self.note("d")])))
    #expect(result.hasPrefix("failed: ") && result.contains("readonly"))
    let empty = try ModelFile()
    try SQLiteDatabase(path: empty.path).execute("PRAGMA user_version = 0")
    #expect(fails(.schema) { _ = try empty.open(SQLiteOptions(isReadOnly: true)) })
  }

  @Test func `a lock is an answer, and ends with it`() throws {
    let file = try damaged()
    let cache = try file.open(SQLiteOptions(busyTimeout: .milliseconds(1)))
    let other = try SQLiteDatabase(path: file.path)
    try other.execute("BEGIN IMMEDIATE")
    let jobs: [CacheJob] = [
      .writeModels([Self.note("d")]), .writeList("k", rows: []), .deleteModel(Self.note("a")),
    ]
    for job in jobs {
      #expect(words(cache.perform(job)) == "failed: database is locked (code 5)")
    }
    cache.perform(.readList("l", as: StoredNote.self), is: "[a:text/0 b:text/0]")
    try other.execute("ROLLBACK")
    for job in jobs { cache.perform(job, is: "done") }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `any damage to the file is an error or an answer, and never another model`(
    seed: UInt64
  ) throws {
    let file = try ModelFile()
    var stream = RandomStream(seed: seed, "damage")
    do {
      let cache = try file.open()
      for number in 0..<40 {
        let text = String(repeating: "v\(number).", count: 1 + stream.index(below: 60))
        cache.perform(
          .writeList(
            ListKey("l\(number % 4)"),
            rows: (0..<12).map { StoredNote(name: "n\($0)", text: text, stars: number) }),
          is: "done")
      }
    }
    let url = URL(fileURLWithPath: file.path)
    var bytes = try Data(contentsOf: url)
    for _ in 0...stream.index(below: 4) {
      let start = stream.index(below: bytes.count)
      let end = min(bytes.count, start + 1 + stream.index(below: 300))
      for index in start..<end { bytes[index] = UInt8(stream.index(below: 256)) }
    }
    if seed % 5 == 0 { bytes = bytes.prefix(stream.index(below: bytes.count)) }
    try bytes.write(to: url)
    guard let cache = try? SQLiteModelCache(path: file.path, noteFormats(), isChecked: false)
    else { return }
    for index in 0..<12 {
      switch cache.perform(.readModel(ModelID("n\(index)"), as: StoredNote.self)) {
      case .model(let model): #expect((model as? StoredNote)?.name == "n\(index)")
      case .failed, .nothing: break
      default: Issue.record("a read of a model is answered by something else")
      }
    }
    for index in 0..<4 {
      guard
        case .list(let rows) = cache.perform(.readList(ListKey("l\(index)"), as: StoredNote.self))
      else { continue }
      #expect(rows.allSatisfy { ($0 as? StoredNote)?.name?.hasPrefix("n") == true })
    }
    _ = cache.perform(.writeList("l0", rows: [Self.note("a")]))
  }
}
