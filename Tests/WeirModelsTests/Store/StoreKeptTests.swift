// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels
import WeirTestSupport

@Suite struct StoreKeptTests {
  @Test
  func `nothing is left behind by thousands of providers, with requests and updates under way`() {
    var bench = StoreBench()
    let lasting = bench.store.openModel(of: Node.self)
    bench.store.set(Node("shared", 0), of: lasting, into: &bench.wishes)
    bench.drain()
    let before = bench.store.kept
    for life in 0..<2000 {
      let model = bench.store.openModel(of: Node.self)
      let list = bench.store.openCollection(of: Node.self)
      let batch = bench.store.openBatch([model.id, list.id])
      bench.store.set(Node("m\(life)", 1, [Node("shared", life)]), of: model, into: &bench.wishes)
      bench.store.set(
        [Node("r\(life)", 1), Node(nil, 2)], of: list, key: ListKey("k\(life % 7)"),
        into: &bench.wishes)
      bench.store.fetch(ModelID("x\(life)"), for: model, waits: true, into: &bench.wishes)
      if life % 3 == 0 { bench.store.pause(list.id) }
      if life % 5 == 0 { bench.runLanes(2) }
      bench.store.close(batch, into: &bench.wishes)
      bench.store.close(model.id, into: &bench.wishes)
      if life % 2 == 0 { bench.drain() }
      bench.store.close(list.id, into: &bench.wishes)
      bench.heard = []
    }
    bench.drain()
    #expect(bench.store.kept == before)
    #expect(before.providers == 1 && before.holders == 1 && before.identities == 1)
  }
}
