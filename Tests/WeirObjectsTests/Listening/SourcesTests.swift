// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects

@Suite struct SourcesTests {
  @Test func `a storage tells its value and all later ones, after they were stored`() {
    let storage = ValueStorage(1)
    var heard: [[Int]] = []
    let hearing = storage.hear(onValue: { heard.append([$0, storage.value]) })
    storage.value = 2
    storage.value = 2
    #expect(heard == [[1, 1], [2, 2], [2, 2]])
    hearing.dispose()
    storage.value = 3
    #expect(heard.count == 3 && storage.listenerCount == 0)
  }

  @Test func `to replace or to mutate a value tells nobody`() {
    let storage = ValueStorage([1])
    var heard: [[Int]] = []
    let hearing = storage.hear(onValue: { heard.append($0) })
    storage.mutate { $0.append(2) }
    #expect(storage.value == [1, 2])
    #expect(storage.replace(with: [3]) == [1, 2])
    #expect(storage.value == [3] && heard == [[1]])
    storage.send(error: Fault(code: 1))
    #expect(storage.value == [3] && heard == [[1]] && !hearing.isDisposed)
  }

  @Test func `what a listener sets while it hears a value is heard by all, in one order`() {
    let storage = ValueStorage(0)
    var (first, second): ([Int], [Int]) = ([], [])
    let one = storage.hear(onValue: { value in
      first.append(value)
      if value == 1 { storage.value = 2 }
    })
    let other = storage.hear(onValue: { second.append($0) })
    storage.value = 1
    #expect(first == [0, 1, 2] && second == [0, 1, 2])
    #expect(!one.isDisposed && !other.isDisposed)
  }

  @Test func `what a listener sets while it hears the first value is not lost`() {
    let storage = ValueStorage(0)
    var heard: [Int] = []
    let hearing = storage.hear(onValue: { value in
      heard.append(value)
      if value < 2 { storage.value = value + 1 }
    })
    #expect(heard == [0, 1, 2] && !hearing.isDisposed)
  }

  private final class Owner {
    var title = ""
    var numbers: [Int] = []
  }

  @Test
  func `a weak storage does not keep its object`() {
    var owner: Owner? = Owner()
    let storage = ValueStorage<Owner?>.weak(owner)
    var count = 0
    let hearing = storage.hear(onValue: { count += $0 == nil ? 10 : 1 })
    #expect(storage.value === owner && count == 1)
    owner = nil
    #expect(storage.value == nil && count == 1)
    let other = Owner()
    storage.value = other
    #expect(storage.value === other && count == 2 && !hearing.isDisposed)
    let borrowed = ValueStorage.unowned(other)
    #expect(borrowed.value === other)
  }

  @Test func `a trivial value tells of the next ones alone`() {
    let value = Trivial(1)
    var heard: [Int] = []
    let hearing = value.hear(onValue: { heard.append($0) })
    value.value = 2
    #expect(heard == [2] && value.listenerCount == 1)
    hearing.dispose()
    value.value = 3
    #expect(heard == [2] && value.value == 3)
  }

  @Test func `constants, sequences, errors and events are told at once, and to each listener`() {
    for _ in 0..<2 {
      #expect(all(Constant(3)) == [.value([3])])
      #expect(all(SequenceListenable([1, 2])) == [.value([1]), .value([2])])
      #expect(all(ErrorListenable<Int>(Fault(code: 4))) == [.error(4)])
      #expect(all(EmptyListenable<Int>()) == [])
      #expect(all(ListenEvent.value(5)) == [.value([5])])
      #expect(all(ListenEvent<Int>.error(Fault(code: 6))) == [.error(6)])
    }
    #expect(all(SequenceListenable(1...).once()) == [.value([1])])
  }

  private func all(_ source: some Listenable<Int>) -> [Heard] {
    var heard: [Heard] = []
    let hearing = source.lists.listening { heard.append(Heard($0)) }
    hearing.dispose()
    return heard
  }

  @Test func `an endless sequence stops when its listener has enough`() {
    var count = 0
    let counted = SequenceListenable(1...).do { _ in count += 1 }.once()
    let hearing = counted.listening { _ in }
    #expect(count == 1 && hearing.isDisposed)
  }

  @Test func `a deferred value comes once, and is there for those who come late`() {
    let answer = DeferredValue<Int>()
    var heard: [Heard] = []
    let early = answer.lists.listening { heard.append(Heard($0)) }
    #expect(answer.event == nil && answer.listenerCount == 1)
    #expect(answer.fulfil(1))
    #expect(!answer.fulfil(2) && !answer.reject(Fault(code: 3)))
    let late = answer.lists.listening { heard.append(Heard($0)) }
    #expect(heard == [.value([1]), .value([1])] && answer.event?.value == 1)
    early.dispose()
    #expect(!late.isDisposed && answer.listenerCount == 0)
    let failed = DeferredValue<Int>()
    #expect(failed.reject(Fault(code: 3)) && failed.event?.error as? Fault == Fault(code: 3))
  }

  @Test func `an event is made of another one, with what is thrown as its error`() {
    #expect(ListenEvent.value(1).map { $0 + 1 }.value == 2)
    let thrown = ListenEvent.value(1).map { _ -> Int in throw Fault(code: 2) }
    #expect(thrown.error as? Fault == Fault(code: 2) && thrown.value == nil)
    let kept = ListenEvent<Int>.error(Fault(code: 3)).map { $0 + 1 }
    #expect(kept.error as? Fault == Fault(code: 3))
  }

  // MARK: Where it goes

  @Test func `a binding sends on, sets a storage, or sets a property`() {
    let (source, target) = (Repeater<String>(), Repeater<String>())
    let storage = ValueStorage("")
    let owner = Owner()
    var heard: [String] = []
    let hearings = [
      source.bind(to: target), target.bind(to: storage), source.bind(to: owner, \.title),
      target.listening { heard.append($0.value ?? "error") },
      storage.listening { heard.append($0.value.map { "stored \($0)" } ?? "stored error") },
    ]
    source.send("a")
    source.send(error: Fault(code: 1))
    #expect(heard == ["stored ", "stored a", "a", "stored error", "error"])
    #expect(storage.value == "a" && owner.title == "a")
    for hearing in hearings { hearing.dispose() }
    source.send("b")
    #expect(storage.value == "a" && owner.title == "a" && source.listenerCount == 0)
  }

  @Test func `a binding keeps neither its target nor its owner`() {
    let source = Repeater<String>()
    var owner: Owner? = Owner()
    weak let watched = owner
    guard let held = owner else { return }
    let hearings = [
      source.bind(to: held, \.title),
      source.map(\.count).hear(onValue: .guarded(held) { $0.numbers.append($1) }),
    ]
    _ = consume held
    owner = nil
    #expect(owner == nil && watched == nil && hearings.count == 2)
    source.send("nobody")
  }

  @Test func `receivers are put together`() {
    var log: [String] = []
    var owner: Owner? = Owner()
    guard let held = owner else { return }
    let turn = DeliveryQueue()
    let base = Receiver<Int>.just { log.append("\($0)") }
    base.take(1)
    base.with { log.append("before \($0)") }.after { log.append("after \($0)") }.take(2)
    base.map { (text: String) in text.count }.take("abc")
    base.filter { $0 > 3 }.take(3)
    base.filter { $0 > 3 }.take(4)
    base.on(turn).take(5)
    #expect(log == ["1", "before 2", "2", "after 2", "3", "4"])
    turn.run()
    #expect(log.last == "5")
    let guarded = Receiver<Int>.guarded(held) { $0.numbers.append($1) }
    let weak = Receiver<Int>.weak(held) { log.append($0 == nil ? "gone" : "there \($1)") }
    let unowned = Receiver<Int>.unowned(held) { $0.numbers.append(10 * $1) }
    guarded.take(6)
    weak.take(7)
    unowned.take(8)
    #expect(held.numbers == [6, 80] && log.last == "there 7")
    _ = consume held
    owner = nil
    guarded.take(9)
    weak.take(9)
    #expect(log.last == "gone" && owner == nil)
  }
}
