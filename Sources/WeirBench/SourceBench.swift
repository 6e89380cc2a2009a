// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirSQLite
import WeirSources

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Sources that are observed: one row changes, a container is given another source, a table is written.
///
/// An operation is one change that has come to an observer as a change set with the list after it. The twins work the list
/// out again and compare it with the one before; the floor of a table is the same statement with nobody watching; in a file, where a
/// commit writes, and in memory, where it costs next to nothing.
enum SourceBench {
  static let all: [Benchmark] =
    kinds.flatMap { kind in sizes.map { change(kind, $0) } }
    + sizes.flatMap { [swap($0, isShared: true), swap($0, isShared: false)] }
    + [growth("shared-swap", { swapping($0, isShared: true) })]
    + kinds.map { kind in growth(kind.name, { changing(kind, $0) }) }
    + sizes.dropFirst().flatMap { size in
      [false, true].flatMap { isFile in
        [
          insert(size, batch: 1, isFile: isFile), insert(size, batch: 1000, isFile: isFile),
          update(size, isFile: isFile), rename(size, isFile: isFile),
        ]
      }
    }

  private static let sizes = [1_000, 10_000, 100_000]

  /// A source made from a list by hand, and its twin.
  private struct Kind: Sendable {
    var name: String
    var observe: @Sendable (ManualSource<BenchItem>) -> AnyObject
    var make: @Sendable ([BenchItem]) -> [BenchItem]
  }

  private static let kinds: [Kind] = [
    Kind(name: "manual", observe: { watch($0) }, make: { $0 }),
    Kind(
      name: "filtered", observe: { watch($0.filtered { $0.look % 2 == 0 }) },
      make: { $0.filter { $0.look % 2 == 0 } }),
    Kind(
      name: "sorted", observe: { watch($0.sorted { $0.look < $1.look }) },
      make: { $0.sorted { $0.look < $1.look } }),
    Kind(
      name: "sectioned", observe: { watch($0.sectioned { $0.look % 16 }) },
      make: { $0.sorted { ($0.look % 16, $0.id) < ($1.look % 16, $1.id) } }),
    Kind(
      name: "chain",
      observe: { watch($0.contained().mapped { $0 }.filtered { $0.id >= 0 }.contained()) },
      make: { $0 }),
  ]

  private static func watch<Content: SourceContent>(
    _ source: some DataSource<Content>
  ) -> AnyObject {
    source.observe { consume(UInt64($0.changes?.count ?? 0)) }
  }

  private static func word(_ size: Int) -> String { "\(size / 1000)k" }

  // MARK: One row

  private static func change(_ kind: Kind, _ size: Int) -> Benchmark {
    Benchmark(
      name: "source/\(kind.name)/\(word(size))",
      subject: { timer in
        let load = changing(kind, timer.scaled(size))
        let count = timer.scaled(20_000)
        timer.start()
        load(count)
        timer.stop(after: count)
      },
      twin: { timer in
        var rows = items(timer.scaled(size))
        var shown = kind.make(rows)
        var stream = RandomStream(seed: 1, "source-bench")
        let count = max(1, timer.scaled(1_000_000 / size))
        timer.start()
        for _ in 0..<count {
          let index = stream.index(below: rows.count)
          rows[index].look = Int(stream.below(1 << 20))
          let new = kind.make(rows)
          consume(UInt64(diff(from: shown, to: new).count))
          shown = new
        }
        timer.stop(after: count)
      })
  }

  /// Returns what changes so many rows of an observed list, one after the other.
  private static func changing(_ kind: Kind, _ size: Int) -> (Int) -> Void {
    let source = ManualSource(items(size))
    let observer = kind.observe(source)
    var stream = RandomStream(seed: 1, "source-bench")
    return { count in
      for _ in 0..<count {
        let index = stream.index(below: size)
        source.replace(at: index, with: BenchItem(id: index, look: Int(stream.below(1 << 20))))
      }
      withExtendedLifetime(observer) {}
    }
  }

  private static func items(_ size: Int) -> [BenchItem] {
    var stream = RandomStream(seed: 2, "source-bench")
    return (0..<size).map { BenchItem(id: $0, look: Int(stream.below(1 << 20))) }
  }

  private static func growth(_ name: String, _ make: @escaping GrowthBench.Maker) -> Benchmark {
    Benchmark(
      name: "source/growth/\(name)", unit: "exponent", goal: 0.15,
      subject: { timer in
        let sizes = sizes.map { max(64, timer.scaled($0)) }
        timer.record(GrowthBench.timeExponent(sizes, steps: 5_000, make, timer))
      })
  }

  // MARK: Exchange

  /// Two sources that differ in a row, in turn: versions of one list, or lists of their own.
  private static func swap(_ size: Int, isShared: Bool) -> Benchmark {
    Benchmark(
      name: "source/\(isShared ? "shared-swap" : "swap")/\(word(size))",
      subject: { timer in
        let load = swapping(timer.scaled(size), isShared: isShared)
        let count = timer.scaled(isShared ? 5_000 : max(20, 2_000_000 / size))
        timer.start()
        load(count)
        timer.stop(after: count)
      })
  }

  private static func swapping(_ size: Int, isShared: Bool) -> (Int) -> Void {
    let rows = SharedList(items(size))
    var other = isShared ? rows : SharedList(rows.rows)
    other.replace(at: size / 2, with: BenchItem(id: size / 2, look: -1))
    let sources = [ManualSource(sharing: rows), ManualSource(sharing: other)]
    let container = SourceContainer<SharedList<BenchItem>>(sources[0])
    let observer = watch(container)
    var turn = 0
    return { count in
      for _ in 0..<count {
        turn += 1
        container.swap(to: sources[turn % 2])
      }
      withExtendedLifetime(observer) {}
    }
  }
}

// MARK: Tables

extension SourceBench {
  private static let query = SQLiteQuery("t", columns: ["name", "rank"], by: [.ascending("rank")])

  /// Inserts of new rows at random ranks, so many in a transaction; an operation is a row.
  private static func insert(_ size: Int, batch: Int, isFile: Bool) -> Benchmark {
    table(
      batch == 1 ? "insert" : "insert-\(batch)", size, batch: batch, isFile: isFile,
      twinRows: max(batch, 2_000_000 / size), "INSERT INTO t (rank, name) VALUES (?, ?)")
  }

  /// Changes of one row's rank, which moves it.
  private static func update(_ size: Int, isFile: Bool) -> Benchmark {
    table(
      "update", size, batch: 1, isFile: isFile, twinRows: 1_000_000 / size,
      "UPDATE t SET rank = ? WHERE id = ?")
  }

  /// Changes of rows here and there that stay where they are, many in a transaction; an operation is a row.
  private static func rename(_ size: Int, isFile: Bool) -> Benchmark {
    table(
      "rename-1000", size, batch: 1000, isFile: isFile, twinRows: max(1000, 2_000_000 / size),
      "UPDATE t SET name = 'number ' || ? WHERE id = ?")
  }

  private static func table(
    _ name: String, _ size: Int, batch: Int, isFile: Bool, twinRows: Int, _ sql: String
  ) -> Benchmark {
    Benchmark(
      name: "source/\(isFile ? "sqlite-file" : "sqlite")/\(name)/\(word(size))",
      subject: { timer in
        write(&timer, size, 20_000, batch, isFile, sql) { database in
          let observer = (try? SQLiteSource(database, query)).map { watch($0) }
          return { withExtendedLifetime(observer) {} }
        }
      },
      twin: { timer in
        write(&timer, size, twinRows, batch, isFile, sql) { database in
          var shown = found(database)
          return {
            let new = found(database)
            consume(UInt64(diff(from: shown, to: new).count))
            shown = new
          }
        }
      },
      floor: { timer in write(&timer, size, 20_000, batch, isFile, sql) { _ in {} } })
  }

  private static func found(_ database: SQLiteDatabase) -> [BenchTableRow] {
    let rows = (try? database.rows("SELECT id, name, rank FROM t ORDER BY rank, id")) ?? []
    return rows.map { BenchTableRow(values: $0) }
  }

  /// Writes a table; `follow` returns what is done after each commit.
  private static func write(
    _ timer: inout Timer, _ size: Int, _ rows: Int, _ batch: Int, _ isFile: Bool, _ sql: String,
    _ follow: (SQLiteDatabase) -> () -> Void
  ) {
    do {
      let size = timer.scaled(size)
      let path = "/tmp/weir-bench-\(getpid()).db"
      defer { for end in ["", "-wal", "-shm"] { _ = unsafe unlink(path + end) } }
      let database = try isFile ? SQLiteDatabase(path: path) : SQLiteDatabase()
      try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, rank INT)")
      var stream = RandomStream(seed: 3, "source-bench")
      func change(_ sql: String) throws {
        let rank = SQLiteValue.integer(Int64(stream.below(1 << 40)))
        let isUpdate = sql.hasPrefix("UPDATE")
        let other =
          isUpdate ? .integer(Int64(stream.index(below: size) + 1)) : SQLiteValue.text("somebody")
        try database.execute(sql, [rank, other])
      }
      try database.transaction {
        for _ in 0..<size { try change("INSERT INTO t (rank, name) VALUES (?, ?)") }
      }
      let follow = follow(database)
      let commits = max(1, timer.scaled(rows) / batch)
      timer.start()
      for _ in 0..<commits {
        if batch == 1 {
          try change(sql)
        } else {
          try database.transaction { for _ in 0..<batch { try change(sql) } }
        }
        follow()
      }
      timer.stop(after: commits * batch)
    } catch {
      invariantBroken("a database in memory failed: \(error)")
    }
  }
}

/// A row of a list by hand.
private struct BenchItem: ListRow, Sendable {
  var id: Int
  var look: Int
  var rowID: Int { id }
  func showsTheSame(as other: BenchItem) -> Bool { look == other.look }
}

/// A row of a table as a query finds it.
private struct BenchTableRow: ListRow {
  var values: [SQLiteValue]
  var rowID: Int64 { if case .integer(let id) = values[0] { id } else { 0 } }
  func showsTheSame(as other: BenchTableRow) -> Bool { values == other.values }
}
