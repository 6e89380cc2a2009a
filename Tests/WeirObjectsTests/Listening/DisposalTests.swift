// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects

@Suite struct DisposalTests {
  @Test func `a disposable ends once, and when it is dropped`() {
    var count = 0
    let one = Disposable { count += 1 }
    #expect(!one.isDisposed)
    one.dispose()
    one.dispose()
    #expect(count == 1 && one.isDisposed)
    var other: Disposable? = Disposable { count += 1 }
    #expect(other?.isDisposed == false)
    other = nil
    #expect(count == 2 && Disposable.empty.isDisposed)
  }

  @Test func `what is not kept hears nothing`() {
    let source = Repeater<Int>()
    var heard: [Int] = []
    _ = source.once().hear(onValue: { heard.append($0) })
    source.send(1)
    #expect(heard == [] && source.listenerCount == 0)
  }

  @Test func `a store ends all that it has, and when it is dropped`() {
    let source = Repeater<Int>()
    var store: DisposableStore? = DisposableStore()
    let first = source.listening { _ in }
    store?.add(first)
    source.listening { _ in }.store(in: store ?? DisposableStore())
    #expect(store?.count == 2 && source.listenerCount == 2)
    first.dispose()
    #expect(store?.count == 1)
    store?.dispose()
    #expect(store?.count == 0 && source.listenerCount == 0)
    store?.add(source.listening { _ in })
    #expect(source.listenerCount == 1)
    store = nil
    #expect(source.listenerCount == 0)
  }

  @Test func `onFire is called once for each listener, however it ends`() {
    let source = Repeater<Int>()
    var fired: [Int] = []
    var number = 0
    let watched = AnyListenable<Int> { outlet in
      number += 1
      let mine = number
      source.onFire { fired.append(mine) }.connect(outlet)
    }
    let first = watched.listening { _ in }
    var second: Disposable? = watched.listening { _ in }
    let third = watched.once().listening { _ in }
    first.dispose()
    first.dispose()
    #expect(fired == [1] && second != nil)
    second = nil
    #expect(fired == [1, 2])
    source.send(1)
    #expect(fired == [1, 2, 3] && third.isDisposed && source.listenerCount == 0)
  }

  @Test func `nothing of a chain is kept when its disposable goes`() {
    final class Token {}
    weak var token: Token?
    let clock = ListenClock()
    let source = Repeater<Int>()
    do {
      let held = Token()
      token = held
      let chain =
        source.map { [held] value in withExtendedLifetime(held) { value } }
        .debounce(.milliseconds(5), on: clock).throttle(.milliseconds(5), on: clock)
        .then { [held] value in withExtendedLifetime(held) { Constant(value).join(source) } }
        .deadline(.zero + .seconds(9), on: clock)
        .memoize(last: 2).combine(source).share(.repeatable)
      let hearing = chain.listening { [held] _ in withExtendedLifetime(held) {} }
      source.send(1)
      clock.advance(toMilliseconds: 7)
      source.send(2)
      #expect(source.listenerCount == 3 && clock.wakeCount > 0 && !hearing.isDisposed)
    }
    #expect(token == nil && source.listenerCount == 0 && clock.wakeCount == 0)
  }

  @Test func `an operator in mid chain that is disposed of while it delivers does no more`() {
    let source = Repeater<Int>()
    var count = 0
    var hearing: Disposable?
    let first = source.hear(onValue: { if $0 == 2 { hearing?.dispose() } })
    hearing = source.do { _ in count += 1 }.listening { _ in }
    source.send(1)
    source.send(2)
    #expect(count == 1 && !first.isDisposed)
  }

  @Test func `once sends one event, also if its listener causes another one meanwhile`() {
    var lead: Outlet<Int>?
    let source = AnyListenable<Int> { lead = $0 }
    var heard: [Int] = []
    let hearing = source.once().hear(onValue: { value in
      heard.append(value)
      lead?.send(value: value + 1)
    })
    lead?.send(value: 1)
    #expect(heard == [1] && hearing.isDisposed && lead?.isOpen == false)
  }

  @Test func `an answer that never comes is not waited for when its listener has gone`() {
    let source = Repeater<Int>()
    var answers: [DeferredValue<Int>] = []
    let hearing = source.mapAsync { _ in
      answers.append(DeferredValue<Int>())
      return answers[answers.count - 1]
    }.listening { _ in }
    source.send(1)
    source.send(2)
    #expect(answers.map(\.listenerCount) == [1, 1])
    answers[0].fulfil(1)
    source.send(3)
    #expect(answers.map(\.listenerCount) == [0, 1, 1])
    hearing.dispose()
    #expect(answers.map(\.listenerCount) == [0, 0, 0])
  }

  @Test func `an outlet that has ended takes nothing, and ends what comes to it`() {
    var count = 0
    var kept: Outlet<Int>?
    let source = AnyListenable<Int> { kept = $0 }
    let hearing = source.listening { _ in count += 1 }
    kept?.send(value: 1)
    #expect(kept?.isOpen == true)
    hearing.dispose()
    kept?.send(value: 2)
    kept?.send(error: Fault(code: 1))
    kept?.whenEnded { count += 10 }
    #expect(count == 11 && kept?.isOpen == false)
    let other = Repeater<Int>()
    kept?.connect(to: other) { _ in count += 100 }
    other.send(3)
    #expect(count == 11 && other.listenerCount == 0)
  }
}

@Suite struct ListenClockTests {
  @Test func `wakes come at their instants, in the order in which they were asked for`() {
    let clock = ListenClock(at: .zero + .milliseconds(1))
    var log: [String] = []
    func note(_ name: String) { log.append("\(name) \(clock.milliseconds)") }
    let kept = [
      clock.wake(after: .milliseconds(4)) { note("a") },
      clock.wake(at: .zero + .milliseconds(5)) { note("b") },
      clock.wake(after: .milliseconds(1)) { note("c") },
      clock.wake(at: .zero) { note("late") },
    ]
    #expect(clock.nextWake == .zero + .milliseconds(1) && clock.wakeCount == 4)
    clock.advance(toMilliseconds: 4)
    #expect(log == ["late 1", "c 2"] && clock.milliseconds == 4)
    #expect(kept.map(\.isDisposed) == [false, false, true, true])
    clock.advance(toMilliseconds: 5)
    #expect(log == ["late 1", "c 2", "a 5", "b 5"])
    #expect(clock.nextWake == nil && kept.count == 4)
  }

  @Test func `a wake may ask for another one in the time that passes`() {
    let clock = ListenClock()
    var log: [Int64] = []
    var next: Disposable?
    func again() {
      log.append(clock.milliseconds)
      next = clock.wake(after: .milliseconds(3)) { again() }
    }
    again()
    clock.advance(toMilliseconds: 10)
    #expect(log == [0, 3, 6, 9] && clock.wakeCount == 1)
    next?.dispose()
    #expect(clock.wakeCount == 0)
  }

  @Test func `the clock is not set back`() async {
    let death = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let clock = ListenClock(at: .zero + .milliseconds(2))
      clock.advance(to: .zero + .milliseconds(1))
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("the clock was set back from 0.002s to 0.001s") == true)
  }
}
