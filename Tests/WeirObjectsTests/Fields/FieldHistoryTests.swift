// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

/// A field between somebody who types, a server that may turn saves away, and others who write to the same place.
@Suite struct FieldHistoryTests {
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `nothing that somebody typed is lost, and at rest the field is what the server has`(
    seed: UInt64
  ) throws {
    var chance = RandomStream(seed: seed, "field")
    var bench = ObjectBench()
    let note = bench.store.open(Profile.self, at: Path("people/ann"))
    bench.store.listen(to: note, into: &bench.wishes)
    bench.take()
    // The text that was typed and neither saved nor dropped, and those that were sent, in order.
    var (typed, sent): (String?, [String]) = (nil, [])
    for round in 0..<60 {
      switch chance.index(below: 8) {
      case 0, 1:
        typed = "typed \(chance.index(below: 4))"
        bench.store[note][Profile.motto] = typed
      case 2:
        bench.store[note].revert()
        typed = nil
      case 3: bench.write(.text("other \(chance.index(below: 3))"), at: Path("people/ann/motto"))
      case 4:
        bench.store[note].decide(.mine)
        guard bench.store[note].hasEdits, let value = typed else { continue }
        let transaction = bench.store.begin()
        // The fields that must have a value have none: only what was edited is asked for.
        bench.store[note].change(Profile.name, to: "Ann")
        bench.store[note].change(Profile.born, to: 1)
        try bench.store.save(note, .edits, in: transaction)
        try bench.store.commit(transaction, into: &bench.wishes)
        bench.take()
        sent.append(value)
        typed = nil
      case 5:
        guard !sent.isEmpty else { continue }
        let isDone = chance.index(below: 2) == 0
        bench.answerWrite(isDone ? .committed : .forbidden)
        let value = sent.removeFirst()
        if !isDone, typed == nil, sent.isEmpty { typed = value }
      default: bench.tell()
      }
      let object = bench.store[note]
      let state = object.state(of: Profile.motto)
      if let value = typed, state.edit == nil, sent.isEmpty, state.known == .text(value) {
        // The tree has just what was typed, so that there is nothing to save.
        typed = nil
      } else if let typed {
        #expect(object[Profile.motto] == typed, "round \(round)")
      } else if let last = sent.last {
        #expect(object[Profile.motto] == last, "round \(round)")
      }
    }
    while !sent.isEmpty {
      bench.answerWrite(.committed)
      sent.removeFirst()
    }
    bench.tell()
    bench.store[note].revert()
    let there = bench.tree[Path("people/ann/motto")]
    #expect(bench.store[note].state(of: Profile.motto).shown == there)
    #expect([.remote, .unknown].contains(bench.store[note].state(of: Profile.motto).phase))
  }
}
