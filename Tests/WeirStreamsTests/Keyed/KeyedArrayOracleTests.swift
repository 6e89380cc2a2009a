// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

/// A keyed array against a plain one that is searched.
@Suite struct KeyedArrayOracleTests {
  /// The seeds of the histories: eight, or those that `.ci/prove-streams` asks for.
  static let seeds = ListHistoryTests.wanted(by: "WEIR_LIST_SEEDS", or: 0..<8)

  @Test(arguments: seeds)
  func `index and array are each other's inverse after any operation`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "keyed array")
    var array = KeyedArray<Card>()
    var model: [Card] = []
    for number in 0..<300 {
      let card = Card("\(chance.below(20))", number)
      let isThere = model.contains { $0.key == card.key }
      let place = chance.index(below: model.count + 1)
      switch chance.below(8) {
      case 0..<4:
        let isRefused = (try? array.insert(card, at: place)) == nil
        #expect(isRefused == isThere)
        if !isThere { model.insert(card, at: place) }
      case 4..<7 where place < model.count:
        #expect(array.remove(at: place) == model.remove(at: place))
      default:
        let isRefused = (try? array.append(card)) == nil
        #expect(isRefused == isThere)
        if !isThere { model.append(card) }
      }
      #expect(Array(array) == model)
      for (place, card) in model.enumerated() { #expect(array.find(card.key) == place) }
    }
  }
}
