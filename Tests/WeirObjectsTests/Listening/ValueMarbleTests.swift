// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirObjects

/// Operators that look at one event at a time, against models over lists.
@Suite struct ValueMarbleTests {
  private let bench = MarbleBench()

  @Test func `map makes something of each value, and an error of what is thrown`() {
    bench.check("map") { _, sources in
      sources[0].map { if $0 == 3 { throw Fault(code: 9) } else { [10 * $0] } }
    } _: { inputs in
      inputs.marbles { heard in
        heard.number.map { $0 == 3 ? .error(9) : .value([10 * $0]) } ?? heard
      }
    }
  }

  @Test func `compactMap drops nil and nothing else`() {
    bench.check("compactMap") { _, sources in
      sources[0].compactMap { value -> [Int]? in
        if value == 3 { throw Fault(code: 9) }
        return value < 2 ? [value, value] : nil
      }
    } _: { inputs in
      inputs.marbles { heard in
        guard let number = heard.number else { return heard }
        return number == 3 ? .error(9) : number < 2 ? .value([number, number]) : nil
      }
    }
  }

  @Test func `filter lets pass what is wanted, and all errors`() {
    bench.check("filter") { _, sources in
      sources[0].filter { if $0 == 3 { throw Fault(code: 9) } else { $0 % 2 == 0 } }.lists
    } _: { inputs in
      inputs.marbles { heard in
        guard let number = heard.number else { return heard }
        return number == 3 ? .error(9) : number % 2 == 0 ? heard : nil
      }
    }
  }

  @Test func `forEach sends the value, or what is thrown in its place`() {
    var sum = 0
    bench.check("forEach") { _, sources in
      sources[0].forEach { if $0 == 3 { throw Fault(code: 9) } else { sum += 1 } }.lists
    } _: { inputs in
      inputs.marbles { $0.number == 3 ? .error(9) : $0 }
    }
    #expect(sum > 0)
  }

  @Test func `operators on maybes drop, keep or fill nil`() {
    func maybes(_ source: Repeater<Int>) -> AnyListenable<Int?> { source.map { $0 < 1 ? nil : $0 } }
    bench.check("compactMap()") { _, sources in
      maybes(sources[0]).compactMap().lists
    } _: { inputs in
      inputs.marbles { $0.number.map { $0 < 1 } == true ? nil : $0 }
    }
    bench.check("filterMap") { _, sources in
      maybes(sources[0]).filterMap { [10 * $0] }
    } _: { inputs in
      inputs.marbles { heard in
        guard let number = heard.number else { return heard }
        return number < 1 ? nil : .value([10 * number])
      }
    }
    bench.check("flatMap") { _, sources in
      maybes(sources[0]).flatMap { $0 == 2 ? nil : 10 * $0 }.map { $0.map { [$0] } ?? [] }
    } _: { inputs in
      inputs.marbles { heard in
        guard let number = heard.number else { return heard }
        return .value(number < 1 || number == 2 ? [] : [10 * number])
      }
    }
    bench.check("default") { _, sources in
      maybes(sources[0]).default(7).lists
    } _: { inputs in
      inputs.marbles { heard in heard.number.map { .value([$0 < 1 ? 7 : $0]) } ?? heard }
    }
  }

  @Test func `comparisons say true on one side of the bound alone`() {
    bench.check("lessThan") { _, sources in
      sources[0].lessThan(2).map { [$0.number] }
    } _: { inputs in
      inputs.marbles { heard in heard.number.map { .value([($0 < 2).number]) } ?? heard }
    }
    bench.check("moreThan") { _, sources in
      sources[0].moreThan(2).map { [$0.number] }
    } _: { inputs in
      inputs.marbles { heard in heard.number.map { .value([($0 > 2).number]) } ?? heard }
    }
  }

  @Test func `whole events are changed, and errors turned into values or other errors`() {
    bench.check("mapEvent") { _, sources in
      sources[0].mapEvent { event in
        if event.value == 3 { throw Fault(code: 9) }
        return [event.value ?? 100 + ((event.error as? Fault)?.code ?? 0)]
      }
    } _: { inputs in
      inputs.marbles { heard in
        switch heard {
        case .value(let numbers): numbers[0] == 3 ? .error(9) : heard
        case .error(let code): .value([100 + code])
        }
      }
    }
    bench.check("anywayValue") { _, sources in
      sources[0].anywayValue().map { [$0.value ?? -9] }
    } _: { inputs in
      inputs.marbles { $0.number == nil ? .value([-9]) : $0 }
    }
    bench.check("mapError") { _, sources in
      sources[0].mapError { Fault(code: 10 + (($0 as? Fault)?.code ?? 0)) }.lists
    } _: { inputs in
      inputs.marbles { if case .error(let code) = $0 { .error(10 + code) } else { $0 } }
    }
    bench.check("resolved") { _, sources in
      sources[0].resolved { error in
        if error as? Fault == Fault(code: 1) { throw Fault(code: 8) }
        return 50
      }.lists
    } _: { inputs in
      inputs.marbles { heard in
        if case .error(let code) = heard { code == 1 ? .error(8) : .value([50]) } else { heard }
      }
    }
    bench.check("resolved(with:)") { _, sources in
      sources[0].resolved(with: 0).lists
    } _: { inputs in
      inputs.marbles { $0.number == nil ? .value([0]) : $0 }
    }
  }

  @Test func `what is done beside comes before each event and changes nothing`() {
    var order: [Int] = []
    let source = Repeater<Int>()
    let hearing =
      source
      .do { _ in order.append(1) }
      .doOnValue { _ in order.append(2) }
      .doOnError { _ in order.append(3) }
      .always { order.append(4) }
      .listening { _ in order.append(5) }
    source.send(7)
    source.send(error: Fault(code: 0))
    #expect(order == [1, 2, 4, 5, 1, 3, 4, 5])
    hearing.dispose()
    source.send(8)
    #expect(order.count == 8)
    bench.check("do") { _, sources in
      sources[0].do { _ in }.doOnValue { _ in }.doOnError { _ in }.always {}
        .log("n") { _ in }.onFire {}.asAny().lists
    } _: {
      $0.map(\.marble)
    }
  }

  @Test func `once sends the first event, and lets the source go`() {
    bench.check("once") { _, sources in
      sources[0].once().lists.once()
    } _: { inputs in
      inputs.first.map { [$0.marble] } ?? []
    }
  }

  @Test func `a queue delivers when it runs, and nothing to those who are gone`() {
    var running: [Disposable] = []
    var bench = MarbleBench(sides: 2)
    bench.listeners = { side, live in side == 0 ? live : 1 }
    bench.check("queue") { _, sources in
      let turn = DeliveryQueue()
      running = [sources[1].listening { _ in turn.run() }]
      return sources[0].queue(turn).lists
    } _: { inputs in
      var waiting: [Heard] = []
      return inputs.flatMap { input -> [Marble] in
        if input.side == 0 {
          waiting.append(input.heard)
          return []
        }
        defer { waiting = [] }
        return waiting.map { Marble(input.at, $0) }
      }
    }
    #expect(running.count == 1)
  }
}
