// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects

/// Operators that wait, under virtual time, against models over lists.
@Suite struct TimeMarbleTests {
  private let bench = MarbleBench(seeds: 0..<4000)

  /// Values that were sent late among errors that were not: of one instant, what a wake sends comes first.
  static func merged(_ woken: [Marble], _ inputs: [(Int, Marble)]) -> [Marble] {
    let all = woken.map { ($0.at, 0, 0, $0) } + inputs.map { ($0.1.at, 1, $0.0, $0.1) }
    return all.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
  }

  private static func errors(_ inputs: [Input]) -> [(Int, Marble)] {
    inputs.enumerated().filter { $0.1.heard.number == nil }.map { ($0.0, $0.1.marble) }
  }

  @Test(arguments: [1, 3, 5] as [Int64])
  func `debounce sends a value that no other one follows for a time`(time: Int64) {
    bench.check("debounce") { clock, sources in
      sources[0].debounce(.milliseconds(time), on: clock).lists
    } _: { inputs in
      let values = inputs.filter { $0.heard.number != nil }
      let late = values.enumerated().filter { place, value in
        place + 1 == values.count || values[place + 1].at >= value.at + time
      }
      return Self.merged(
        late.map { Marble($0.1.at + time, $0.1.heard) }, Self.errors(inputs))
    }
  }

  @Test(arguments: [1, 3, 5] as [Int64])
  func `throttle sends the first value at once, and then the last one of each period`(time: Int64) {
    bench.check("throttle") { clock, sources in
      sources[0].throttle(.milliseconds(time), on: clock).lists
    } _: { inputs in
      var woken: [Marble] = []
      var atOnce = Self.errors(inputs)
      var rest = inputs.enumerated().filter { $0.1.heard.number != nil }[...]
      while let (place, first) = rest.first {
        atOnce.append((place, first.marble))
        rest = rest.dropFirst()
        var end = first.at + time
        while let last = rest.prefix(while: { $0.1.at < end }).last {
          woken.append(Marble(end, last.1.heard))
          rest = rest.drop { $0.1.at < end }
          end += time
        }
      }
      return Self.merged(woken, atOnce)
    }
  }

  /// The original's own test: a value every 0.4 s and a period of one second give 1, 3, 6, 8, with timers that are a bit late.
  @Test func `throttle samples as the original does`() {
    let clock = ListenClock()
    let source = Repeater<Int>()
    var heard: [Int] = []
    let hearing = source.throttle(.milliseconds(1001), on: clock)
      .hear(onValue: { heard.append($0) })
    for number in 1...8 {
      clock.advance(toMilliseconds: 400 * Int64(number))
      source.send(number)
    }
    clock.advance(toMilliseconds: 9999)
    #expect(heard == [1, 3, 6, 8])
    hearing.dispose()
    #expect(clock.wakeCount == 0)
  }

  @Test func `debounce hears nothing of a source that never rests, and throttle does`() {
    let clock = ListenClock()
    let source = Repeater<Int>()
    var (settled, sampled): ([Int], [Int]) = ([], [])
    let hearings = [
      source.debounce(.milliseconds(10), on: clock).hear(onValue: { settled.append($0) }),
      source.throttle(.milliseconds(10), on: clock).hear(onValue: { sampled.append($0) }),
    ]
    for number in 1...6 {
      clock.advance(toMilliseconds: 6 * Int64(number))
      source.send(number)
    }
    #expect(settled == [] && sampled == [1, 2, 4, 5])
    clock.advance(toMilliseconds: 99)
    #expect(settled == [6] && sampled == [1, 2, 4, 5, 6] && hearings.count == 2)
  }

  @Test(arguments: [0, 4, 20] as [Int64])
  func `deadline sends what comes until then, and lets the source go`(time: Int64) {
    bench.check("deadline") { clock, sources in
      sources[0].lists.deadline(.zero + .milliseconds(time), on: clock)
    } _: { inputs in
      inputs.map(\.marble).filter { $0.at <= time }
    }
  }

  @Test(arguments: [0, 1, 3] as [Int64])
  func `answers are sent as they come, and each once`(time: Int64) {
    let wakes = DisposableStore()
    /// Answers after a time of its own, twice.
    func ask(_ value: Int, _ clock: ListenClock, _ answer: @escaping (ListenEvent<[Int]>) -> Void) {
      func call() {
        answer(value == 2 ? .error(Fault(code: 7)) : .value([value]))
        answer(.value([99]))
      }
      let wait = time * Int64(max(value, 0))
      if wait == 0 {
        call()
      } else {
        wakes.add(clock.wake(after: .milliseconds(wait)) { call() })
      }
    }
    func model(_ inputs: [Input]) -> [Marble] {
      var woken: [(Int, Marble)] = []
      var atOnce: [(Int, Marble)] = []
      for (place, input) in inputs.enumerated() {
        guard let number = input.heard.number else {
          atOnce.append((place, input.marble))
          continue
        }
        let wait = time * Int64(max(number, 0))
        let heard: Heard = number == 4 ? .error(9) : number == 2 ? .error(7) : input.heard
        if wait == 0 || number == 4 {
          atOnce.append((place, Marble(input.at, heard)))
        } else {
          woken.append((place, Marble(input.at + wait, heard)))
        }
      }
      return Self.merged(woken.sorted { ($0.1.at, $0.0) < ($1.1.at, $1.0) }.map(\.1), atOnce)
    }
    bench.check("mapAsync") { clock, sources in
      sources[0].mapAsync { value, answer in
        if value == 4 { throw Fault(code: 9) }
        ask(value, clock, answer)
      }
    } _: {
      model($0)
    }
    bench.check("mapAsync of deferred values") { clock, sources in
      sources[0].mapAsync { value in
        if value == 4 { throw Fault(code: 9) }
        let answer = DeferredValue<[Int]>()
        ask(value, clock) { event in
          switch event {
          case .value(let numbers): answer.fulfil(numbers)
          case .error(let error): answer.reject(error)
          }
        }
        return answer
      }
    } _: {
      model($0)
    }
    bench.check("doAsync") { clock, sources in
      sources[0].doAsync { value, done in
        if value == 4 { throw Fault(code: 9) }
        ask(value, clock) { done($0.error) }
      }.lists
    } _: {
      model($0)
    }
  }

  @Test func `answers for maybes let nil pass at once`() {
    bench.check("flatMapAsync") { clock, sources in
      sources[0].map { $0 < 1 ? nil : $0 }.flatMapAsync { (value: Int, answer) in
        answer(.value(value + 1))
      }.map { $0.map { [$0] } ?? [] }
    } _: { inputs in
      inputs.marbles { heard in heard.number.map { .value($0 < 1 ? [] : [$0 + 1]) } ?? heard }
    }
  }

  @Test func `livetime ends with the first event after the object has gone`() {
    final class Owner {}
    var owner: Owner? = Owner()
    let source = Repeater<Int>()
    var heard: [Int] = []
    guard let held = owner else { return }
    let hearing = source.livetime(of: held).hear(onValue: { heard.append($0) })
    _ = consume held
    source.send(1)
    owner = nil
    #expect(!hearing.isDisposed)
    source.send(2)
    #expect(hearing.isDisposed && source.listenerCount == 0)
    #expect(heard == [1] && owner == nil)
  }
}
