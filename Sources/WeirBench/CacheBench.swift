// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirModels
import WeirSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Caches of models: in memory, and in a file against statements that were written for one type by hand.
///
/// An operation is a model that is read or written, by itself or as a row of a list of fifty. The floor writes one table of
/// notes and one of the rows of lists, and joins them to read. Lists are written with one row changed, as an app
/// does that writes its list whenever a row comes, and with all rows changed.
enum CacheBench {
  static let all: [Benchmark] =
    Work.allCases.flatMap { work in [memory(work), file(work)] }

  /// The work that is measured.
  private enum Work: String, CaseIterable {
    case write, read, writeChangedList = "write-list", writeList = "rewrite-list"
    case readList = "read-list"

    /// The number of models that it reads or writes at once.
    var rows: Int { self == .write || self == .read ? 1 : CacheBench.rows }
  }

  private static let rows = 50
  private static let size = 10_000

  private static func memory(_ work: Work) -> Benchmark {
    Benchmark(
      name: "cache/memory/\(work.rawValue)",
      subject: { timer in
        var cache = MemoryCache(.rows(2 * size))
        run(&timer, work, on: &cache)
      })
  }

  private static func file(_ work: Work) -> Benchmark {
    Benchmark(
      name: "cache/file/\(work.rawValue)",
      subject: { timer in
        measure(&timer) { path in
          try SQLiteModelCache(path: path, BenchNote.formats)
        } body: { cache, timer in
          run(&timer, work, on: &cache)
        }
      },
      floor: { timer in
        measure(&timer) { path in
          try NoteTables(path: path)
        } body: { tables, timer in
          run(&timer, work, on: &tables)
        }
      })
  }

  private static func measure<Store>(
    _ timer: inout Timer, _ make: (String) throws -> Store,
    body: (inout Store, inout Timer) -> Void
  ) {
    let path = "/tmp/weir-bench-\(getpid()).db"
    defer { for end in ["", "-wal", "-shm"] { _ = unsafe unlink(path + end) } }
    do {
      var store = try make(path)
      body(&store, &timer)
    } catch {
      invariantBroken("a cache in a file failed: \(error)")
    }
  }

  /// Fills a cache, and does some work again and again.
  private static func run(_ timer: inout Timer, _ work: Work, on cache: inout some ModelCache) {
    let size = max(rows, timer.scaled(size))
    let lists = size / rows
    var stream = RandomStream(seed: 1, "cache-bench")
    var version = 0
    func note(_ number: Int) -> BenchNote {
      version += 1
      return BenchNote(name: "note:\(number)", text: text, stars: version)
    }
    func key(_ list: Int) -> ListKey { ListKey("list:\(list)") }
    var content = (0..<lists).map { list in (0..<rows).map { note(list * rows + $0) } }
    for list in 0..<lists { expect(cache.perform(.writeList(key(list), rows: content[list]))) }
    let count = max(1, timer.scaled(40_000) / work.rows)
    timer.start()
    for _ in 0..<count {
      let number = stream.index(below: lists * rows)
      let list = number / rows
      switch work {
      case .write: expect(cache.perform(.writeModels([note(number)])))
      case .read:
        expect(cache.perform(.readModel(ModelID("note:\(number)"), as: BenchNote.self)))
      case .writeChangedList:
        content[list][number % rows].stars += size
        expect(cache.perform(.writeList(key(list), rows: content[list])))
      case .writeList:
        for row in 0..<rows { content[list][row].stars += size }
        expect(cache.perform(.writeList(key(list), rows: content[list])))
      case .readList: expect(cache.perform(.readList(key(list), as: BenchNote.self)))
      }
    }
    timer.stop(after: count * work.rows)
  }

  private static let text = "A note of a length that is usual for messages of a person to a group"

  private static func expect(_ result: CacheResult) {
    switch result {
    case .done: return
    case .model: consume(1)
    case .list(let models): consume(UInt64(models.count))
    case .nothing, .failed: invariantBroken("a job of a benchmark ended as \(result)")
    }
  }
}

/// A note as an app has it.
private struct BenchNote: SimpleModel, Equatable {
  var name: String
  var text: String
  var stars: Int
  var modelID: ModelID? { ModelID(name) }

  /// The format of notes: the length of the name, the number, the name and the text.
  static let formats: ModelFormats = {
    var formats = ModelFormats()
    formats.add(
      BenchNote.self, named: "note",
      encode: { note in
        var bytes: [UInt8] = [UInt8(note.name.utf8.count)]
        for shift in stride(from: 0, to: 64, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: note.stars >> shift))
        }
        bytes += note.name.utf8
        bytes += note.text.utf8
        return bytes
      },
      decode: { bytes in
        guard bytes.count > 8, bytes.count > 9 + Int(bytes[0]) else { return nil }
        let stars = bytes[1...8].reversed().reduce(0) { $0 << 8 | Int($1) }
        let end = 9 + Int(bytes[0])
        return BenchNote(
          name: String(decoding: bytes[9..<end], as: UTF8.self),
          text: String(decoding: bytes[end...], as: UTF8.self), stars: stars)
      })
    return formats
  }()
}

/// A cache for notes alone, in tables and statements of their own.
private final class NoteTables: ModelCache {
  private let database: SQLiteDatabase

  init(path: String) throws {
    database = try SQLiteDatabase(path: path)
    try database.execute(
      "CREATE TABLE note (name TEXT PRIMARY KEY, text TEXT NOT NULL, stars INT NOT NULL)")
    try database.execute(
      """
      CREATE TABLE row (list TEXT, place INT, name TEXT NOT NULL, PRIMARY KEY (list, place))
      WITHOUT ROWID
      """)
  }

  func perform(_ job: CacheJob) -> CacheResult {
    do { return try result(of: job) } catch { return .failed(CacheError("\(error)")) }
  }

  private func result(of job: CacheJob) throws -> CacheResult {
    switch job {
    case .readModel(let id, _):
      let rows = try database.rows(
        "SELECT name, text, stars FROM note WHERE name = ?", [.text(id?.text ?? "")])
      return rows.first.flatMap(note).map { .model($0) } ?? .nothing
    case .writeModels(let models): for case let note as BenchNote in models { try write(note) }
    case .deleteModel: return .nothing
    case .readList(let key, _):
      let rows = try database.rows(
        """
        SELECT note.name, text, stars FROM row JOIN note ON note.name = row.name WHERE list = ?
        ORDER BY place
        """, [.text(key?.text ?? "")])
      return .list(rows.compactMap(note))
    case .writeList(let key, let models):
      try database.transaction {
        try database.execute("DELETE FROM row WHERE list = ?", [.text(key.text)])
        for (place, model) in models.enumerated() {
          guard let note = model as? BenchNote else { continue }
          try write(note)
          try database.execute(
            "INSERT INTO row VALUES (?, ?, ?)",
            [.text(key.text), .integer(Int64(place)), .text(note.name)])
        }
      }
    }
    return .done
  }

  private func write(_ note: BenchNote) throws {
    try database.execute(
      """
      INSERT INTO note VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET text = excluded.text, stars = excluded.stars
      """, [.text(note.name), .text(note.text), .integer(Int64(note.stars))])
  }

  private func note(_ row: [SQLiteValue]) -> BenchNote? {
    guard case .text(let name) = row[0], case .text(let text) = row[1],
      case .integer(let stars) = row[2]
    else { return nil }
    return BenchNote(name: name, text: text, stars: Int(stars))
  }
}
