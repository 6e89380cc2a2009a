// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirModels
import WeirTestSupport

@Suite struct LastWriteTests {
  /// Models without children, written by lists that hold them, paused or not, and by updates.
  @Test(arguments: fewerInDebug(0..<120))
  func `in the end every model is as it was written last, by whoever wrote it`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "last write")
    var engine = ConsistencyEngine()
    var last = (0..<6).map { _ in 0 }
    var notices: [EngineNotice] = []
    let holders = (0..<5).map { _ in engine.open() }
    for holder in holders {
      engine.show((0..<6).filter { _ in chance.below(3) > 0 }.map { Node("m\($0)", 0) }, in: holder)
    }
    for value in 1...200 {
      let holder = holders[chance.index(below: 5)]
      var rows = engine.rows(of: holder).compactMap { $0 as? Node }
      switch chance.below(8) {
      case 0:
        let model = chance.index(below: 6)
        engine.update([Node("m\(model)", value)])
        last[model] = value
      case 1 where !rows.isEmpty:
        let place = chance.index(below: rows.count)
        rows[place].value = value
        rows[place].id.flatMap { Int($0.dropFirst()) }.map { last[$0] = value }
        engine.set(rows, of: holder)
      case 2:
        chance.shuffle(&rows)
        engine.set(rows, of: holder)
      case 3:
        if engine.isPaused(holder) {
          engine.resume(holder, into: &notices)
        } else {
          engine.pause(holder)
        }
      default: if let event = engine.next { engine.run(event, into: &notices) }
      }
    }
    while let event = engine.next { engine.run(event, into: &notices) }
    for holder in holders {
      engine.resume(holder, into: &notices)
      for row in engine.rows(of: holder).compactMap({ $0 as? Node }) {
        let wanted = row.id.flatMap { Int($0.dropFirst()) }.map { last[$0] }
        #expect(row.value == wanted, "seed \(seed): holder \(holder.number)")
      }
    }
  }
}
