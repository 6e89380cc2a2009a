// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirTree

@Suite struct CommitTests {
  private func answer(_ body: Message.Body, in bench: inout Bench) -> Message.Answer? {
    for case .answer(_, let answer, _) in bench.serve(body) { return answer }
    return nil
  }

  @Test func `a guarded write is carried out only on what its writer has seen`() {
    var bench = Bench()
    let path = Path("n")
    func write(_ id: UInt32, _ number: Int64, _ condition: UInt64?) -> Message.Body {
      .write(id: id, .set(path, .integer(number)), guard: condition.map { .unchanged($0) })
    }
    #expect(answer(write(1, 1, 0), in: &bench) == .committed)
    #expect(answer(write(2, 2, 0), in: &bench) == .stale)
    #expect(answer(write(3, 2, Node.integer(1).fingerprint), in: &bench) == .committed)
    #expect(answer(write(2, 2, 0), in: &bench) == .stale)
    #expect(bench.backend.root[path] == .integer(2))
    #expect(bench.backend.version == 2)
  }

  @Test func `a write that demands something of other places is carried out only if it is so`() {
    var bench = Bench()
    let (row, field) = (Path("row"), Path("row/word"))
    var id: UInt32 = 0
    func write(_ demands: (WriteDemand.Expectation, Path)...) -> Message.Answer? {
      id += 1
      let parts = [Write.Part(field, .integer(Int64(id))), Write.Part(Path("n"), .integer(7))]
      let conditions = demands.map { WriteDemand($0, at: $1) }
      return answer(
        .write(id: id, .merge(.root, parts), guard: .demands(conditions)), in: &bench)
    }
    #expect(write((.something, row)) == .stale && bench.backend.root.isNull)
    #expect(write((.nothing, row), (.unchanged(0), field)) == .committed)
    #expect(write((.nothing, row)) == .stale && write((.unchanged(0), field)) == .stale)
    #expect(write((.something, row), (.nothing, Path("n"))) == .stale)
    #expect(
      write((.something, row), (.unchanged(Node.integer(2).fingerprint), field)) == .committed)
    #expect(bench.backend.root[field] == .integer(6) && bench.backend.version == 2)
  }

  @Test func `a commit tells the tree right after it, also if the next one comes at that moment`() {
    var bench = Bench()
    let (row, field) = (Path("row"), Key("word"))
    let edit = Write.merge(row, [Write.Part(field, .integer(7))])
    bench.receive(.write(id: 1, edit, guard: nil))
    bench.receive(.write(id: 2, .set(row, .null), guard: nil))
    // The second is served first, and waits for the first.
    bench.finish(1)
    #expect(bench.roots.isEmpty)
    bench.finish()
    #expect(bench.roots.map { $0[row][field] } == [.integer(7), .null])
    #expect(bench.roots.last == bench.backend.root)
  }

  @Test func `server values are filled in by the server, from its clock and its tree`() {
    var bench = Bench(tree: Node([(Key("n"), .integer(40))]))
    bench.now = Instant.zero + .milliseconds(1_500)
    let parts = [
      Write.Part(Key("n"), .deferred(.increment(2))), .init(Key("at"), .deferred(.timestamp)),
      .init(Path("deep/er"), .deferred(.incrementBy(0.5))),
    ]
    _ = bench.serve(listen(0, ""))
    _ = bench.serve(.write(id: 1, .merge(.root, parts), guard: nil))
    let root = bench.backend.root
    #expect(root[Path("n")] == .integer(42))
    #expect(root[Path("at")] == .integer(PushIDs.epoch + 1_500))
    #expect(root[Path("deep/er")] == .number(0.5))
  }

  @Test func `a write against itself is invalid, whatever the order of its parts`() {
    var bench = Bench()
    let leaf = Node.integer(1)
    let cases: [[String]] = [["a", "a/b"], ["a/b/c", "x", "a/b"], ["a", "b", "a"], ["", "a"]]
    for (id, paths) in cases.enumerated() {
      let write = Write.merge(Path("m"), paths.map { .init(Path($0), leaf) })
      let body = Message.Body.write(id: UInt32(id + 1), write, guard: nil)
      #expect(answer(body, in: &bench) == .invalid)
    }
    let write = Write.merge(Path("m"), ["a/b", "a/c", "ab"].map { .init(Path($0), leaf) })
    #expect(answer(.write(id: 5, write, guard: nil), in: &bench) == .committed)
    #expect(bench.backend.version == 1)
  }

  @Test func `what no tree may hold is invalid`() {
    var bench = Bench()
    var deep = Node.integer(1)
    for _ in 0..<5_000 { deep = Node([(Key("k"), deep)]) }
    let long = Key(String(repeating: "k", count: 800))
    let huge = Node.text(String(repeating: "x", count: 10 * 1_048_576 + 1))
    let priority = Path([Key("a"), .priority])
    let bad: [Write] = [
      .set(Path("a"), deep),
      .set(Path(Array(repeating: Key("k"), count: 1_001)), .integer(1)),
      .set(Path([long]), .integer(1)), .set(Path("a"), Node([(long, .integer(1))])),
      .set(Path("a"), huge), .set(Path("a"), .number(.nan)), .set(Path("a"), .number(.infinity)),
      .set(Path("a"), Node.integer(1).with(.number(.nan))),
      .set(priority, .bool(true)), .set(priority, Node([(Key("x"), .integer(1))])),
      .set(priority.appending(Key("x")), .integer(1)),
      .merge(priority, [.init(Key("x"), .integer(1))]),
    ]
    for (id, write) in bad.enumerated() {
      let body = Message.Body.write(id: UInt32(2 * id + 1), write, guard: nil)
      #expect(answer(body, in: &bench) == .invalid, "write \(id)")
      let hook = Message.Body.whenGone(id: UInt32(2 * id + 2), write)
      #expect(answer(hook, in: &bench) == .invalid, "write \(id)")
    }
    _ = bench.serve(.goodbye)
    #expect(bench.backend.version == 0)
    _ = bench.serve(.hello, session: 2)
    let good = Path(Array(repeating: Key("k"), count: 1_000))
    #expect(bench.serve(.write(id: 1, .set(good, .integer(1)), guard: nil), session: 2).count == 1)
    #expect(bench.backend.root[good] == .integer(1))
  }

  @Test func `a write needs permission for every place that it writes to, as it will be`() throws {
    let allowed = try permissions(
      """
      open: { .write: true, limit: { .validate: "newData.val() < 10" } }
      known: { .write: "auth != null" }
      """)
    var bench = Bench { $0.permissions = allowed }
    let both = Write.merge(
      .root, [.init(Path("open/x"), .integer(1)), .init(Path("known"), .integer(1))])
    #expect(answer(set(1, "open/x/y"), in: &bench) == .committed)
    #expect(answer(.write(id: 2, both, guard: nil), in: &bench) == .forbidden)
    #expect(answer(set(3, ""), in: &bench) == .forbidden)
    _ = bench.serve(.authenticate(id: 4, Message.Auth(uid: "é")))
    #expect(answer(.write(id: 5, both, guard: nil), in: &bench) == .committed)
    let add = Write.set(Path("open/limit"), .deferred(.increment(6)))
    #expect(answer(.write(id: 6, add, guard: nil), in: &bench) == .committed)
    #expect(answer(.write(id: 7, add, guard: nil), in: &bench) == .forbidden)
    #expect(bench.backend.root[Path("open/limit")] == .integer(6))
  }
}
