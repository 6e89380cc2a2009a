// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct LoadTests {
  private func instant(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

  private func bench() -> (bench: ObjectBench, home: ObjectHandle<Address>) {
    var bench = ObjectBench()
    bench.tree.set(.text("here"), at: Path("home/street"))
    let home = bench.store.open(Address.self, at: Path("home"))
    return (bench, home)
  }

  @Test
  func `a load that nobody answers in time ends as too late, and what comes then is not heard`() {
    var (bench, home) = bench()
    bench.store.load(home, within: .milliseconds(100), at: instant(50), into: &bench.wishes)
    bench.take()
    #expect(bench.store.nextDeadline == instant(150))
    bench.store.wake(at: instant(149), into: &bench.wishes)
    bench.take()
    #expect(bench.ends() == [])
    bench.store.wake(at: instant(150), into: &bench.wishes)
    bench.take()
    #expect(bench.ends() == ["loaded 1 nobody answered in time"])
    #expect(bench.store.nextDeadline == nil && bench.store.kept.reads == 0)
    bench.answerRead()
    #expect(bench.news == [] && bench.store[home][Address.street] == nil)
  }

  @Test func `a load that is answered or closed before is not too late`() {
    for way in ["answered", "refused", "closed"] {
      var (bench, home) = bench()
      bench.store.load(home, within: .milliseconds(100), at: instant(0), into: &bench.wishes)
      bench.take()
      switch way {
      case "answered": bench.answerRead()
      case "refused": bench.answerRead(.forbidden)
      default: bench.store.close(home.id, into: &bench.wishes)
      }
      #expect(bench.store.nextDeadline == nil)
      bench.store.wake(at: instant(1_000), into: &bench.wishes)
      bench.take()
      let ends = ["answered": ["loaded 1"], "refused": ["loaded 1 forbidden"]]
      #expect(bench.ends() == ends[way] ?? [])
    }
  }

  @Test func `a load without a limit waits, and others end by themselves`() {
    var (bench, home) = bench()
    bench.store.load(home, into: &bench.wishes)
    bench.store.load(home, at: instant(0), into: &bench.wishes)
    bench.store.load(home, within: .seconds(5), at: instant(0), into: &bench.wishes)
    bench.take()
    #expect(bench.store.nextDeadline == instant(5_000))
    bench.store.wake(at: instant(5_000), into: &bench.wishes)
    bench.take()
    #expect(bench.ends().count == 1 && bench.store.nextDeadline == instant(30_000))
    bench.drain()
    #expect(bench.ends() == ["loaded 1", "loaded 1"] && bench.store.kept.reads == 0)
  }

  @Test func `a transaction that is not read in time writes nothing, and what it saves are edits`()
    throws
  {
    var (bench, home) = bench()
    bench.store[home][Address.street] = "there"
    let id = bench.store.begin()
    try bench.store.require(.something, at: Path("home"), in: id)
    try bench.store.save(home, .edits, in: id)
    try bench.store.commit(id, within: .milliseconds(100), at: instant(0), into: &bench.wishes)
    bench.take()
    #expect(bench.store.nextDeadline == instant(100))
    bench.store.wake(at: instant(100), into: &bench.wishes)
    bench.take()
    #expect(
      bench.ends() == ["ended 2: what has to be looked at before was not read in time"])
    bench.answerRead()
    #expect(bench.writes.isEmpty && bench.store[home].hasEdits)
    #expect(bench.store.kept.transactions == 0 && bench.store.nextDeadline == nil)
  }

  @Test func `a transaction that was written waits for its answer`() throws {
    var (bench, home) = bench()
    bench.store[home][Address.street] = "there"
    let id = bench.store.begin()
    try bench.store.save(home, in: id)
    try bench.store.commit(id, within: .milliseconds(100), at: instant(0), into: &bench.wishes)
    bench.take()
    #expect(bench.writes.count == 1 && bench.store.nextDeadline == nil)
    bench.store.wake(at: instant(500), into: &bench.wishes)
    bench.drain()
    #expect(bench.ends() == ["ended 2"] && bench.tree[Path("home/street")] == .text("there"))
  }

  @Test func `a load of an object without a place ends at once, and says so`() {
    var bench = ObjectBench()
    let ann = bench.store.open(Profile.self)
    bench.store.load(ann, into: &bench.wishes)
    bench.store.load(ann, at: instant(1), into: &bench.wishes)
    bench.take()
    #expect(
      bench.ends() == ["loaded 1 the object has no place", "loaded 1 the object has no place"])
    #expect(bench.reads.isEmpty && bench.store.nextDeadline == nil && bench.store.kept.reads == 0)
  }

  @Test
  func
    `a transaction that is given up while it reads writes nothing, and one that was sent goes on`()
    throws
  {
    var (bench, home) = bench()
    bench.store[home][Address.street] = "there"
    var id = bench.store.begin()
    try bench.store.require(.something, at: Path("home"), in: id)
    try bench.store.save(home, .edits, in: id)
    try bench.store.commit(id, into: &bench.wishes)
    #expect(bench.store.stage(of: id) == .checking)
    let isGivenUp = bench.store.cancel(id, into: &bench.wishes)
    bench.take()
    #expect(isGivenUp && bench.ends() == ["ended 2: somebody gave it up"])
    bench.answerRead()
    #expect(bench.writes.isEmpty && bench.store[home].hasEdits && bench.store.kept.reads == 0)
    id = bench.store.begin()
    try bench.store.save(home, .edits, in: id)
    try bench.store.commit(id, into: &bench.wishes)
    let isSent = !bench.store.cancel(id, into: &bench.wishes)
    #expect(isSent && bench.store.stage(of: id) == .writing)
    bench.drain()
    #expect(bench.ends() == ["ended \(id.number)"] && bench.store.stage(of: id) == nil)
  }
}
