// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct OpenElementsTests {
  private let keys = ["ann", "ben", "eve"].map { Key($0) }

  @Test func `an element is opened when it is first asked for, and once`() throws {
    var bench = ObjectBench()
    var open = OpenElements<Profile>(at: Path("people"))
    #expect(open.keys.isEmpty && bench.store.kept.objects == 0)
    let ann = open.element(of: keys[0], in: &bench.store)
    let eve = open.element(of: keys[2], in: &bench.store)
    #expect(open.element(of: keys[0], in: &bench.store) == ann && ann != eve)
    #expect(bench.store[eve].place == Path("people/eve") && bench.store.kept.objects == 2)
    #expect(open.keys == [keys[0], keys[2]])
  }

  @Test func `elements whose rows have gone are closed, and are not heard of any more`() throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(
      #"{"people": {"ann": {"name": "A"}, "ben": {"name": "B"}, "eve": {"name": "E"}}}"#)
    var open = OpenElements<Profile>(at: Path("people"))
    for key in keys {
      bench.store.listen(to: open.element(of: key, in: &bench.store), into: &bench.wishes)
    }
    bench.drain()
    #expect(
      keys.map { bench.store[open.element(of: $0, in: &bench.store)].name } == ["A", "B", "E"])
    open.keep(where: { $0 != keys[1] }, in: &bench.store, into: &bench.wishes)
    bench.take()
    #expect(open.keys == [keys[0], keys[2]])
    #expect(bench.listens.map(\.path) == [Path("people/ann"), Path("people/eve")])
    open.close(keys[0], in: &bench.store, into: &bench.wishes)
    open.close(keys[0], in: &bench.store, into: &bench.wishes)
    open.closeAll(in: &bench.store, into: &bench.wishes)
    bench.take()
    #expect(open.keys.isEmpty && bench.store.kept.isEmpty && bench.listens.isEmpty)
    // Who asks again gets a new one, of which nothing is known.
    #expect(bench.store[open.element(of: keys[0], in: &bench.store)].isThere == nil)
  }
}
