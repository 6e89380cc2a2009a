// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

import WeirClient

@Suite struct LocalStoreTests {
  private func store(
    _ order: LocalStore.Order = .oneByOne, failures: Ratio = .zero, seed: UInt64 = 1
  ) -> LocalStore {
    var rules = LocalStore.Rules()
    rules.order = order
    rules.failures = failures
    return LocalStore(
      rules, reading: QuantileTable(constant: .milliseconds(1)),
      writing: QuantileTable(constant: .milliseconds(4)),
      chance: RandomStream(seed: seed, "store"))
  }

  private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

  private func answers(
    _ store: inout LocalStore, at milliseconds: Int64
  ) -> [UInt32: StoreAnswer] {
    var answers: [(tag: UInt32, request: StoreRequest, answer: StoreAnswer)] = []
    store.wake(at: Self.at(milliseconds), into: &answers)
    return Dictionary(uniqueKeysWithValues: answers.map { ($0.tag, $0.answer) })
  }

  @Test func `what was saved is loaded, replaced, taken away, and loaded with all else`() {
    var store = store()
    let (a, b) = (Key("a"), Key("b"))
    #expect(store.isIdle)
    #expect(store.ask(.load(a), tag: 1, at: .zero) == Self.at(1))
    #expect(store.ask(.save(a, .integer(1)), tag: 2, at: .zero) == Self.at(5))
    #expect(store.ask(.load(a), tag: 3, at: .zero) == Self.at(6))
    #expect(store.ask(.save(b, .text("x")), tag: 4, at: .zero) == Self.at(10))
    #expect(store.ask(.load(nil), tag: 5, at: .zero) == Self.at(11))
    #expect(store.ask(.save(a, .null), tag: 6, at: .zero) == Self.at(15))
    #expect(store.ask(.load(nil), tag: 7, at: .zero) == Self.at(16))
    #expect(!store.isIdle)
    #expect(answers(&store, at: 4) == [1: .value(.null)])
    #expect(store.content.count == 0)
    #expect(answers(&store, at: 6) == [2: .saved, 3: .value(.integer(1))])
    #expect(
      answers(&store, at: 16) == [
        4: .saved, 5: .value(Node([(a, .integer(1)), (b, .text("x"))])), 6: .saved,
        7: .value(Node([(b, .text("x"))])),
      ])
    #expect(store.isIdle && answers(&store, at: 99).isEmpty)
  }

  @Test
  func `by key, only requests to one key wait for each other, and who loads all waits for all`() {
    var store = store(.byKey)
    let (a, b) = (Key("a"), Key("b"))
    #expect(store.ask(.save(a, .integer(1)), tag: 1, at: .zero) == Self.at(4))
    #expect(store.ask(.save(b, .integer(2)), tag: 2, at: .zero) == Self.at(4))
    #expect(store.ask(.load(a), tag: 3, at: .zero) == Self.at(5))
    #expect(store.ask(.load(nil), tag: 4, at: .zero) == Self.at(6))
    #expect(store.ask(.save(b, .null), tag: 5, at: .zero) == Self.at(10))
    #expect(
      answers(&store, at: 6)[4] == .value(Node([(a, .integer(1)), (b, .integer(2))])))
  }

  @Test func `in no order, who is quicker comes first`() {
    var store = store(.free)
    let a = Key("a")
    #expect(store.ask(.save(a, .integer(1)), tag: 1, at: .zero) == Self.at(4))
    #expect(store.ask(.load(a), tag: 2, at: .zero) == Self.at(1))
    #expect(store.ask(.save(a, .integer(2)), tag: 3, at: .zero) == Self.at(4))
    #expect(answers(&store, at: 3) == [2: .value(.null)])
    // Of two that are due together the older one comes first.
    _ = answers(&store, at: 4)
    #expect(store.content[a] == .integer(2))
  }

  @Test func `what fails changes nothing`() {
    var store = store(failures: .one)
    _ = store.ask(.save(Key("a"), .integer(1)), tag: 1, at: .zero)
    _ = store.ask(.load(Key("a")), tag: 2, at: .zero)
    #expect(answers(&store, at: 9) == [1: .failed, 2: .failed])
    #expect(store.content.count == 0)
    _ = store.ask(.save(Key("a"), .integer(1)), tag: 3, at: Self.at(10))
    var chance = RandomStream(seed: 1, "kill")
    store.kill(&chance)
    #expect(store.content.count == 0 && store.isIdle)
  }

  @Test(arguments: [LocalStore.Order.oneByOne, .byKey, .free])
  func `a killed app finds what it was told to be saved, and of the rest a part that may be`(
    _ order: LocalStore.Order
  ) {
    var (firstAlone, second) = (0, 0)
    for seed in 0..<200 as Range<UInt64> {
      var store = store(order, seed: seed)
      let (a, b) = (Key("a"), Key("b"))
      _ = store.ask(.save(a, .integer(1)), tag: 1, at: .zero)
      _ = answers(&store, at: 4)
      _ = store.ask(.load(a), tag: 2, at: Self.at(4))
      _ = store.ask(.save(a, .integer(2)), tag: 3, at: Self.at(5))
      _ = store.ask(.save(b, .integer(2)), tag: 4, at: Self.at(5))
      var chance = RandomStream(seed: seed, "kill")
      store.kill(&chance)
      #expect(store.isIdle && answers(&store, at: 99).isEmpty)
      let (first, later) = (store.content[a] == .integer(2), store.content[b] != nil)
      #expect(first || store.content[a] == .integer(1))
      if first, !later { firstAlone += 1 }
      if later, !first { second += 1 }
    }
    #expect(firstAlone > 20)
    // Only a store that works one by one never saves the second without the first.
    #expect(order == .oneByOne ? second == 0 : second > 20)
  }
}
