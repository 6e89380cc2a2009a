// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirSQLite
import WeirTestSupport

@Suite struct SQLiteStoreTests {
  @Test func `bytes are there until they are overwritten or removed, also in the next process`()
    throws
  {
    try withTemporaryFolder { folder in
      do {
        let store = try SQLiteStore(path: folder + "/s.db")
        try store.set([1, 2], for: "a")
        try store.set([], for: "b/1")
        try store.set([9], for: "b/2")
        try store.set([3], for: "a")
        #expect(try store.remove("b/2"))
        #expect(try !store.remove("b/2"))
      }
      let store = try SQLiteStore(path: folder + "/s.db")
      #expect(try store.value(for: "a") == [3])
      #expect(try store.value(for: "b/1") == [])
      #expect(try store.value(for: "b/2") == nil)
      #expect(try store.keys() == ["a", "b/1"])
      #expect(try store.keys(beginningWith: "b") == ["b/1"])
      #expect(try store.keys(beginningWith: "a/") == [])
    }
  }

  @Test func `a transaction is all or nothing`() throws {
    struct Stop: Error {}
    try withTemporaryFolder { folder in
      let store = try SQLiteStore(path: folder + "/s.db")
      try store.transaction {
        try store.set([1], for: "a")
        try store.set([1], for: "b")
      }
      #expect(throws: Stop.self) {
        try store.transaction {
          try store.set([2], for: "a")
          try store.remove("b")
          throw Stop()
        }
      }
      #expect(try store.value(for: "a") == [1])
      #expect(try store.value(for: "b") == [1])
    }
  }

  @Test func `a file that is no database is an error, not a crash`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/s.db"
      try Data("this is a text, and a long one at that: no database begins so".utf8)
        .write(to: URL(fileURLWithPath: path))
      #expect(fails(.notADatabase) { _ = try SQLiteStore(path: path) })
    }
  }

  @Test(arguments: 0..<12)
  func `damage anywhere in the file is an error, not a crash`(place: Int) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/s.db"
      do {
        let store = try SQLiteStore(path: path)
        for number in 0..<400 {
          try store.set(Array(repeating: UInt8(number % 251), count: 100), for: "key\(number)")
        }
      }
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let start = bytes.count * place / 12
      for index in start..<min(bytes.count, start + 600) { bytes[index] = 0xA5 }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      var found = 0
      do {
        let store = try SQLiteStore(path: path)
        for number in 0..<400 {
          let value = try store.value(for: "key\(number)")
          #expect(value == Array(repeating: UInt8(number % 251), count: 100))
          found += 1
        }
      } catch {
        let kind = (error as? SQLiteError)?.kind
        #expect(kind == (place == 0 ? .notADatabase : .corrupt), "\(error)")
      }
      // Damage to what is in no use is none.
      #expect(place > 0 || found == 0)
    }
  }

  @Test func `a value whose bytes were damaged is an error, not other bytes`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/s.db"
      do {
        let store = try SQLiteStore(path: path)
        try store.set(Array(repeating: 0x77, count: 500), for: "a")
        try store.set([1], for: "b")
      }
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let place = try #require(
        bytes.indices.first { bytes[$0...].prefix(500).allSatisfy { $0 == 0x77 } })
      bytes[place + 499] = 0x78
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let store = try SQLiteStore(path: path)
      #expect(fails(.corrupt) { _ = try store.value(for: "a") })
      #expect(try store.value(for: "b") == [1])
    }
  }

  @Test func `a file that was cut short is an error, not a crash`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/s.db"
      do {
        let store = try SQLiteStore(path: path)
        for number in 0..<400 { try store.set(Array(repeating: 7, count: 100), for: "k\(number)") }
      }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
      #expect(fails(.corrupt) { _ = try SQLiteStore(path: path) })
      #expect(
        fails(.corrupt) {
          let store = try SQLiteStore(path: path, isChecked: false)
          for key in try store.keys() { _ = try store.value(for: key) }
        })
    }
  }
}
