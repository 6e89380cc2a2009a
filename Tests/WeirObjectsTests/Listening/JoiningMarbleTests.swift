// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects

/// Operators over several sources, against models over lists.
@Suite struct JoiningMarbleTests {
  private let two = MarbleBench(sides: 2, seeds: 0..<4000)
  private let three = MarbleBench(sides: 3, seeds: 0..<4000)

  /// The latest values of all sides; an error is sent at once, and again until its side sends a value.
  private func latest(_ sides: Int, _ inputs: [Input]) -> [Marble] {
    inputs.indices.compactMap { place in
      let input = inputs[place]
      if input.heard.number == nil { return input.marble }
      let last = (0..<sides).map { side in inputs[...place].last { $0.side == side }?.heard }
      if let error = last.first(where: { $0 != nil && $0?.number == nil }), let error {
        return Marble(input.at, error)
      }
      let numbers = last.compactMap { $0?.number }
      return numbers.count == sides ? Marble(input.at, .value(numbers)) : nil
    }
  }

  @Test func `join sends what both send`() {
    two.check("join") { _, sources in
      sources[0].join(sources[1]).lists
    } _: {
      $0.map(\.marble)
    }
  }

  @Test func `combine sends the latest values of two`() {
    two.check("combine") { _, sources in
      sources[0].combine(sources[1]).map { [$0, $1] }
    } _: {
      latest(2, $0)
    }
  }

  @Test func `combine sends the latest values of three`() {
    three.check("combine") { _, sources in
      sources[0].combine(sources[1], sources[2]).map { [$0, $1, $2] }
    } _: {
      latest(3, $0)
    }
  }

  @Test func `and, or`() {
    two.check("and") { _, sources in
      sources[0].moreThan(1).and(sources[1].moreThan(1)).map { [$0.number] }
    } _: { inputs in
      latest(2, inputs).map { marble in
        guard case .value(let numbers) = marble.heard else { return marble }
        return Marble(marble.at, numbers.allSatisfy { $0 > 1 }.number)
      }
    }
    two.check("or") { _, sources in
      sources[0].moreThan(1).or(sources[1].moreThan(1)).map { [$0.number] }
    } _: { inputs in
      latest(2, inputs).map { marble in
        guard case .value(let numbers) = marble.heard else { return marble }
        return Marble(marble.at, numbers.contains { $0 > 1 }.number)
      }
    }
  }

  @Test(arguments: [true, false], [1, 2, .max])
  func `suspend holds back the last values while it is told to`(isOpen: Bool, count: Int) {
    two.check("suspend") { _, sources in
      sources[0].suspend(while: sources[1].moreThan(1), keeping: count, initially: isOpen)
    } _: { inputs in
      var marbles: [Marble] = []
      for (place, input) in inputs.enumerated() {
        guard let number = input.heard.number else {
          marbles.append(input.marble)
          continue
        }
        // Where the controller stood before this input, and since which input.
        let last = inputs[..<place].last { $0.side == 1 && $0.heard.number != nil }
        let wasOpen = last.flatMap { $0.heard.number.map { $0 > 1 } } ?? isOpen
        if input.side == 0 {
          if wasOpen { marbles.append(input.marble) }
        } else if number > 1, !wasOpen {
          let opened = inputs[..<place].lastIndex {
            $0.side == 1 && $0.heard.number.map { $0 > 1 } == true
          }
          // While it was not open: since the first false after it was opened for the last time.
          let closed = inputs[..<place].indices.first {
            $0 > (opened ?? -1) && inputs[$0].side == 1 && inputs[$0].heard.number != nil
          }
          let start = opened == nil && !isOpen ? 0 : closed ?? 0
          let held = inputs[start..<place].filter { $0.side == 0 }.compactMap(\.heard.number)
          if !held.isEmpty { marbles.append(Marble(input.at, .value(held.suffix(count)))) }
        }
      }
      return marbles
    }
  }

  @Test func `then hears the source that the latest value leads to`() {
    var bench = three
    bench.listeners = { side, live in side == 0 ? live : nil }
    bench.check("then") { _, sources in
      sources[0].then { value in
        if value == 4 { throw Fault(code: 9) }
        return sources[1 + (value & 1)]
      }.lists
    } _: { inputs in
      inputs.indices.compactMap { place in
        let input = inputs[place]
        if input.side == 0 {
          if input.heard.number == 4 { return Marble(input.at, .error(9)) }
          return input.heard.number == nil ? input.marble : nil
        }
        let chosen = inputs[..<place].last {
          $0.side == 0 && $0.heard.number != nil && $0.heard.number != 4
        }
        guard let number = chosen?.heard.number else { return nil }
        return input.side == 1 + (number & 1) ? input.marble : nil
      }
    }
  }

  @Test func `then listens to one source at a time, even if the first event leads to the next`() {
    let outer = Repeater<Int>()
    let inner = Repeater<Int>()
    var heard: [Int] = []
    let hearing = outer.then { value in
      value < 3 ? Constant(value).join(inner).asAny() : inner.asAny()
    }.hear(onValue: { value in
      heard.append(value)
      if value < 3 { outer.send(value + 1) }
    })
    outer.send(1)
    inner.send(7)
    #expect(heard == [1, 2, 7])
    #expect(inner.listenerCount == 1 && outer.listenerCount == 1)
    hearing.dispose()
    #expect(inner.listenerCount == 0 && outer.listenerCount == 0)
  }

  /// A source that leads to another one while it begins: what is listened to is the last one alone.
  @Test func `then is not fooled by a source that leads on before it has begun`() {
    let sources = [Repeater<Int>(), Repeater<Int>()]
    // Not a repeater: what it sends is heard at once, in the middle of what is going on.
    var lead: Outlet<Int>?
    let outer = AnyListenable<Int> { lead = $0 }
    var heard: [Int] = []
    let hearing = outer.then { value in
      AnyListenable<Int> { outlet in
        if value == 0 { lead?.send(value: 1) }
        sources[value].connect(outlet)
      }
    }.hear(onValue: { heard.append($0) })
    lead?.send(value: 0)
    #expect(sources.map(\.listenerCount) == [0, 1])
    sources[0].send(10)
    sources[1].send(11)
    #expect(heard == [11])
    hearing.dispose()
    #expect(sources.map(\.listenerCount) == [0, 0])
  }

  /// An operator that takes numbers and sends some, and what it should do.
  private struct Link: Sendable {
    var name: String
    var make: @Sendable (AnyListenable<Int>, ListenClock) -> AnyListenable<Int>
    var model: @Sendable ([Input]) -> [Marble]
    var isTimed = false
  }

  private static let links = [
    Link(name: "map", make: { source, _ in source.map { $0 * 2 - 1 } }) { inputs in
      inputs.values { [$1[$0] * 2 - 1] }
    },
    Link(name: "filter", make: { source, _ in source.filter { $0 % 3 != 0 } }) { inputs in
      inputs.values { $1[$0] % 3 == 0 ? nil : [$1[$0]] }
    },
    Link(name: "distinct", make: { source, _ in source.distinctUntilChanged() }) { inputs in
      inputs.values { $0 > 0 && $1[$0] == $1[$0 - 1] ? nil : [$1[$0]] }
    },
    Link(name: "portions", make: { source, _ in source.memoize(portions: 2).map { $0[0] * $0[1] } })
    { inputs in inputs.values { $0 % 2 == 1 ? [$1[$0 - 1] * $1[$0]] : nil } },
    Link(name: "old", make: { source, _ in source.oldValue(from: 0).map { $0.new - $0.old } }) {
      inputs in inputs.values { [$1[$0] - ([0] + $1)[$0]] }
    },
    Link(name: "resolved", make: { source, _ in source.resolved(with: 5) }) { inputs in
      inputs.marbles { $0.number == nil ? .value([5]) : $0 }
    },
    Link(
      name: "debounce", make: { $0.debounce(.milliseconds(2), on: $1) },
      model: { inputs in
        let values = inputs.filter { $0.heard.number != nil }
        let late = values.indices.filter {
          $0 + 1 == values.count || values[$0 + 1].at >= values[$0].at + 2
        }
        return TimeMarbleTests.merged(
          late.map { Marble(values[$0].at + 2, values[$0].heard) },
          inputs.enumerated().filter { $0.1.heard.number == nil }.map { ($0.0, $0.1.marble) })
      }, isTimed: true),
  ]

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `chains of operators do what their parts do`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "chains")
    var chain: [Link] = []
    while chain.count < 4 {
      let link = Self.links[chance.index(below: Self.links.count)]
      // Two waits that end at one instant have no order that a list could show.
      if !link.isTimed || !chain.contains(where: \.isTimed) { chain.append(link) }
    }
    var bench = MarbleBench()
    bench.seeds = 1000 * seed..<1000 * seed + 100
    bench.check(chain.map(\.name).joined(separator: ".")) { clock, sources in
      chain.reduce(sources[0].asAny()) { $1.make($0, clock) }.lists
    } _: { inputs in
      let marbles = chain.reduce(inputs) { inputs, link in
        link.model(inputs).map { Input(at: $0.at, side: 0, heard: $0.heard) }
      }
      return marbles.map(\.marble)
    }
  }
}
