// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct UpdateCostTests {
  /// Returns how many nodes one update looks at, with ten holders of its model among others.
  private func visits(others: Int) -> Int {
    var engine = ConsistencyEngine()
    for number in 0..<(others + 10) {
      let holder = engine.open()
      engine.show([Leaf(number % (1 + others / 10) == 0 ? "hot" : "m\(number)", 1)], in: holder)
    }
    let before = Leaf.visits.count
    engine.update([Leaf("hot", 2)])
    var notices: [EngineNotice] = []
    while let event = engine.next { engine.run(event, into: &notices) }
    let told = notices.count - 1
    #expect(told >= 10 && told <= 12)
    return (Leaf.visits.count - before) * 10 / told
  }

  @Test func `an update looks at those that hold its model, however many others there are`() {
    let few = visits(others: 10)
    let many = visits(others: 20_000)
    #expect(few > 0)
    #expect(many == few)
  }
}

private struct Leaf: SimpleModel, Equatable {
  static let visits = LeafVisits()
  var id: String
  var value: Int

  init(_ id: String, _ value: Int) { (self.id, self.value) = (id, value) }

  var modelID: ModelID? {
    Self.visits.add()
    return ModelID(id)
  }
}

/// A count that one test may share.
private final class LeafVisits: @unchecked Sendable {
  private(set) var count = 0
  func add() { count += 1 }
}
