// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport

@Suite struct SharingTests {
  private final class Log {
    var heard: [[[Int]]] = []
  }

  /// A source of which each connection counts from one on, shared by listeners that come and go.
  @Test(arguments: ConnectionLife.allCases, [true, false])
  func `listeners share one connection for as long as it is to last`(
    life: ConnectionLife, isKeptByListeners: Bool
  ) {
    for seed in fewerInDebug(0..<1000) {
      var chance = RandomStream(seed: seed, "sharing")
      let source = Repeater<Int>()
      let costly = source.memoize(last: .max)
      let point = costly.shared(life)
      let shared = isKeptByListeners ? costly.share(life) : point.asAny()
      let log = Log()
      var disposables: [Disposable?] = []
      // The model: what was sent since the connection was made; nil: there is none.
      var sent: [Int]?
      var wanted: [[[Int]]] = []
      for step in 0..<20 {
        switch chance.index(below: 4) {
        case 0:
          let number = disposables.count
          log.heard.append([])
          wanted.append([])
          disposables.append(shared.hear(onValue: { log.heard[number].append($0) }))
          sent = sent ?? []
        case 1 where !disposables.isEmpty:
          let number = chance.index(below: disposables.count)
          disposables[number] = nil
          if life == .repeatable, !disposables.contains(where: { $0 != nil }) { sent = nil }
        default:
          source.send(step)
          sent?.append(step)
          for number in wanted.indices where disposables[number] != nil {
            wanted[number].append(sent ?? [])
          }
        }
        #expect(source.listenerCount == (sent == nil ? 0 : 1))
      }
      #expect(log.heard == wanted, "seed \(seed)")
      if log.heard != wanted { return }
    }
  }

  @Test
  func `a point that goes takes its connection along, and listeners can keep one`() {
    let source = Repeater<Int>()
    var heard: [Int] = []
    var point: SharedPoint<Int>? = source.shared(.continuous)
    let first = point?.hear(onValue: { heard.append($0) })
    let second = source.share(.continuous).hear(onValue: { heard.append(10 * $0) })
    source.send(1)
    #expect(heard == [1, 10] && source.listenerCount == 2)
    #expect(point?.isConnected == true && point?.listenerCount == 1)
    point = nil
    source.send(2)
    #expect(heard == [1, 10, 20] && source.listenerCount == 1)
    second.dispose()
    #expect(source.listenerCount == 0 && first != nil)
  }

  @Test func `the first listener of a point hears what its source sends at once`() {
    var heard: [Int] = []
    let storage = ValueStorage(1)
    let point = storage.shared(.repeatable)
    let one = point.hear(onValue: { heard.append($0) })
    let other = point.hear(onValue: { heard.append(10 * $0) })
    #expect(heard == [1])
    storage.value = 2
    #expect(heard == [1, 2, 20] && storage.listenerCount == 1)
    one.dispose()
    other.dispose()
    #expect(storage.listenerCount == 0 && !point.isConnected)
  }

  @Test(arguments: [1, 2, 3], [true, false])
  func `a memory tells whoever comes late`(count: Int, waitsUntilFull: Bool) {
    for seed in fewerInDebug(0..<500) {
      var chance = RandomStream(seed: seed, "memory")
      let source = Repeater<Int>()
      let memory = source.remember(last: count, waitsUntilFull: waitsUntilFull)
      let log = Log()
      var (disposables, sent, wanted): ([Disposable?], [Int], [[[Int]]]) = ([], [], [])
      func show() -> [Int]? {
        sent.isEmpty || waitsUntilFull && sent.count < count ? nil : sent.suffix(count)
      }
      for step in 0..<12 {
        switch chance.index(below: 3) {
        case 0:
          let number = disposables.count
          log.heard.append([])
          wanted.append(show().map { [$0] } ?? [])
          disposables.append(memory.hear(onValue: { log.heard[number].append($0) }))
        case 1 where !disposables.isEmpty:
          disposables[chance.index(below: disposables.count)] = nil
        default:
          source.send(step)
          sent.append(step)
          for number in wanted.indices where disposables[number] != nil {
            wanted[number] += show().map { [$0] } ?? []
          }
        }
        #expect(source.listenerCount == 1)
        #expect(memory.listenerCount == disposables.count { $0 != nil })
      }
      #expect(log.heard == wanted, "seed \(seed)")
      if log.heard != wanted { return }
    }
  }

  @Test func `errors pass a memory and are not remembered`() {
    let source = Repeater<Int>()
    let memory = source.remember(last: 2, waitsUntilFull: true)
    var heard: [Heard] = []
    let hearing = memory.listening { heard.append(Heard($0)) }
    source.send(1)
    source.send(error: Fault(code: 3))
    #expect(heard == [.error(3)] && memory.values == [1])
    source.send(2)
    #expect(heard == [.error(3), .value([1, 2])] && !hearing.isDisposed)
  }

  @Test func `a memory that goes lets its source go`() {
    let source = Repeater<Int>()
    var memory: MemoryPoint<Int>? = source.remember(last: 2)
    #expect(source.listenerCount == 1 && memory != nil)
    memory = nil
    #expect(source.listenerCount == 0)
  }
}
