// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport

@Suite struct RepeaterTests {
  /// Something that a listener hears.
  private struct Hearing: Equatable {
    var listener: Int
    var event: Int
  }

  /// Something that a listener does when it hears an event.
  private enum Deed {
    case nothing
    case send(Int)
    case dispose(Int)
    case listen
  }

  /// The deed of a listener at an event, the same whenever it is asked for.
  private static func deed(_ seed: UInt64, _ hearing: Hearing, _ listeners: Int) -> Deed {
    var chance = RandomStream(seed: seed, "deeds", of: "\(hearing.listener)", hearing.event)
    switch chance.index(below: 6) {
    case 0, 1:
      return hearing.event < 40 ? .send(hearing.event + 10 + chance.index(below: 5)) : .nothing
    case 2: return .dispose(chance.index(below: listeners))
    case 3: return listeners < 8 ? .listen : .nothing
    default: return .nothing
    }
  }

  /// The same as the rule has it: events wait in a line, each with those who listened when it was sent.
  private static func model(_ seed: UInt64, _ events: [Int]) -> [Hearing] {
    var heard: [Hearing] = []
    var isLive = [true, true, true]
    for event in events {
      var line = [(event: event, to: isLive.indices.filter { isLive[$0] })]
      while !line.isEmpty {
        let (event, listeners) = line.removeFirst()
        for listener in listeners where isLive[listener] {
          heard.append(Hearing(listener: listener, event: event))
          switch deed(seed, heard[heard.count - 1], isLive.count) {
          case .nothing: break
          case .send(let other): line.append((other, isLive.indices.filter { isLive[$0] }))
          case .dispose(let other): isLive[other] = false
          case .listen: isLive.append(true)
          }
        }
      }
    }
    return heard
  }

  private final class Play {
    let source = Repeater<Int>()
    var heard: [Hearing] = []
    var disposables: [Disposable] = []
    let seed: UInt64

    init(_ seed: UInt64) {
      self.seed = seed
      for _ in 0..<3 { listen() }
    }

    func listen() {
      let number = disposables.count
      disposables.append(source.hear(onValue: { [unowned self] in hear($0, number) }))
    }

    func hear(_ event: Int, _ number: Int) {
      let hearing = Hearing(listener: number, event: event)
      heard.append(hearing)
      switch RepeaterTests.deed(seed, hearing, disposables.count) {
      case .nothing: break
      case .send(let other): source.send(other)
      case .dispose(let other): disposables[other].dispose()
      case .listen: listen()
      }
      #expect(source.listenerCount == disposables.count { !$0.isDisposed })
    }
  }

  @Test func `all hear one order, whatever they do while they hear it`() {
    for seed in fewerInDebug(0..<3000) {
      let play = Play(seed)
      let events = [1, 2, 3]
      for event in events { play.source.send(event) }
      let wanted = Self.model(seed, events)
      #expect(play.heard == wanted, "seed \(seed)")
      if play.heard != wanted { return }
    }
  }

  @Test func `whoever is disposed of while an event is delivered does not hear it any more`() {
    let source = Repeater<Int>()
    var heard: [String] = []
    var second: Disposable?
    let first = source.hear(onValue: { value in
      heard.append("first \(value)")
      if value == 2 { second?.dispose() }
    })
    second = source.hear(onValue: { heard.append("second \($0)") })
    source.send(1)
    source.send(2)
    #expect(heard == ["first 1", "second 1", "first 2"])
    first.dispose()
    #expect(source.listenerCount == 0)
  }

  @Test func `a queue delivers in order, to those who listened when it was sent`() {
    let turn = DeliveryQueue()
    let source = Repeater<Int>(.queue(turn))
    var heard: [Int] = []
    let early = source.hear(onValue: { heard.append($0) })
    source.send(1)
    source.send(2)
    let late = source.hear(onValue: { heard.append(10 * $0) })
    #expect(heard == [] && turn.count == 2)
    turn.run()
    #expect(heard == [1, 2])
    source.send(3)
    turn.run()
    #expect(heard == [1, 2, 3, 30])
    source.send(4)
    early.dispose()
    late.dispose()
    turn.run()
    #expect(heard == [1, 2, 3, 30])
  }

  @Test func `a queue that is filled while it runs keeps that for the next run`() {
    let turn = DeliveryQueue()
    var heard: [Int] = []
    turn.add {
      heard.append(1)
      turn.add { heard.append(2) }
    }
    turn.run()
    #expect(heard == [1] && turn.count == 1)
    turn.run()
    #expect(heard == [1, 2] && turn.count == 0)
  }

  @Test func `a dispatcher of the app makes the deliveries when it likes`() {
    var deliveries: [() -> Void] = []
    let source = Repeater<Int>(.custom { deliveries.append($0) })
    var heard: [Int] = []
    let hearing = source.hear(onValue: { heard.append($0) })
    source.send(1)
    source.send(2)
    #expect(heard == [])
    for delivery in deliveries { delivery() }
    #expect(heard == [1, 2] && !hearing.isDisposed)
  }
}
