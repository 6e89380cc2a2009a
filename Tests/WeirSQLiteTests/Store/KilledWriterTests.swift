// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirDiff
import WeirSQLite
import WeirSources
import WeirTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Writers in processes of their own that are killed at a random moment: `.ci/prove-sqlite` asks for a thousand.
@Suite(.serialized) struct KilledWriterTests {
  @Test(arguments: kills(20))
  func `a store opens to what was committed last, whenever its writer was killed`(
    seed: UInt64
  ) async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let death = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) { [folder = folder as String, seed = seed as UInt64] in
      let store = try SQLiteStore(path: folder + "/s.db")
      killSoon(seed)
      var stream = RandomStream(seed: seed, "killed-store")
      var number = 0
      while true {
        number += 1
        try store.transaction {
          for key in 0..<8 {
            try store.set(content(number, key, &stream), for: "key\(key)")
          }
          if number % 3 == 0 { try store.remove("odd") } else { try store.set([1], for: "odd") }
        }
        say(number)
      }
    }
    let said = lastNumber(in: death?.standardOutputContent ?? [])
    let store = try SQLiteStore(path: folder + "/s.db")
    let keys = try store.keys()
    guard let first = try store.value(for: "key0") else {
      #expect(said == 0 && keys == [])
      return
    }
    let number = Int(first[0]) | Int(first[1]) << 8 | Int(first[2]) << 16
    // Between a commit and the word of it the writer may have been killed.
    #expect(number == said || number == said + 1, "\(number) is there, \(said) was said")
    for key in 0..<8 {
      let bytes = try store.value(for: "key\(key)") ?? []
      #expect(bytes.prefix(4) == [first[0], first[1], first[2], UInt8(key)])
      #expect(bytes.dropFirst(4).allSatisfy { $0 == UInt8(number & 0x7F) })
    }
    #expect((try store.value(for: "odd") == nil) == (number % 3 == 0))
    try store.set([2], for: "after")
    #expect(try store.value(for: "after") == [2])
  }

  @Test(arguments: kills(5))
  func `a source shows what a writer in another process had committed when it was killed`(
    seed: UInt64
  ) async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let database = try SQLiteDatabase(path: folder + "/t.db")
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, rank INT)")
    let source = try SQLiteSource(database, SQLiteQuery("t", by: [.ascending("rank")]))
    let shadow = RowShadow(source)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = folder as String, seed = seed as UInt64] in
      let database = try SQLiteDatabase(path: folder + "/t.db")
      killSoon(seed)
      var stream = RandomStream(seed: seed, "killed-writer")
      while true {
        try database.transaction {
          for _ in 0..<10 {
            let arguments = [stream.index(below: 50), stream.index(below: 9)]
            try database.execute(
              "INSERT OR REPLACE INTO t VALUES (?, ?)", arguments.map { .integer(Int64($0)) })
          }
          try database.execute("DELETE FROM t WHERE rank = 8")
        }
      }
    }
    #expect(shadow.read() == nil)
    let wanted = try database.rows("SELECT id FROM t ORDER BY rank, id").map { $0[0] }
    #expect(shadow.rows.map { SQLiteValue.integer($0.rowid) } == wanted)
    try database.execute("INSERT OR REPLACE INTO t VALUES (1, -1)")
    #expect(shadow.read() == nil)
    #expect(shadow.rowids.first == 1)
  }
}

/// The bytes of a key after a transaction: its number, the key, and a random number of bytes.
private func content(_ number: Int, _ key: Int, _ stream: inout RandomStream) -> [UInt8] {
  let head = [number & 0xFF, number >> 8 & 0xFF, number >> 16 & 0xFF, key].map { UInt8($0) }
  return head + Array(repeating: UInt8(number & 0x7F), count: stream.index(below: 3000))
}
