// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport

/// An error of a test, which can be compared.
struct Fault: Error, Equatable {
  var code: Int
}

/// Something that was heard, as tests compare it.
enum Heard: Equatable {
  case value([Int])
  case error(Int)

  init(_ event: ListenEvent<[Int]>) {
    switch event {
    case .value(let numbers): self = .value(numbers)
    case .error(let error): self = .error((error as? Fault)?.code ?? -1)
    }
  }

  /// The number that an input is.
  var number: Int? { if case .value(let numbers) = self { numbers[0] } else { nil } }
}

/// Something that was heard, and when, in milliseconds.
struct Marble: Equatable {
  var at: Int64
  var heard: Heard

  init(_ at: Int64, _ heard: Heard) { (self.at, self.heard) = (at, heard) }
  init(_ at: Int64, _ numbers: Int...) { self.init(at, .value(numbers)) }
}

/// Something that a source sends, and which one.
struct Input: Equatable {
  var at: Int64
  var side: Int
  var heard: Heard

  /// The same as a marble.
  var marble: Marble { Marble(at, heard) }
}

/// The part of the inputs that one listener hears: it comes before input `from`, and goes before input `to`.
struct Stay: Equatable {
  var from: Int
  var to: Int
  var isDropped: Bool
}

extension ListenClock {
  /// The time in milliseconds.
  var milliseconds: Int64 { (now - .zero).nanoseconds / 1_000_000 }

  func advance(toMilliseconds time: Int64) { advance(to: .zero + .milliseconds(time)) }
}

/// Random marbles for one operator, and several listeners that come and go, each of which has to hear what the model says.
struct MarbleBench {
  /// Makes the operator over the sources, of which there is one for each side.
  typealias Operator = (ListenClock, [Repeater<Int>]) -> AnyListenable<[Int]>
  /// Returns what a listener hears that is there for these inputs.
  typealias Model = ([Input]) -> [Marble]

  var sides = 1
  var seeds: Range<UInt64> = 0..<2000
  /// The number of listeners that a source must have while some are not disposed of; nil: it is not known.
  var listeners: (_ side: Int, _ live: Int) -> Int? = { $1 }

  func check(
    _ name: String, _ make: Operator, _ model: Model,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var heardAnything = false
    for seed in fewerInDebug(seeds) {
      if !play(seed, name, make, model, &heardAnything, sourceLocation) { return }
    }
    #expect(heardAnything, "\(name) says nothing at all", sourceLocation: sourceLocation)
  }

  /// Plays one seed; false, if something was wrong.
  private func play(
    _ seed: UInt64, _ name: String, _ make: Operator, _ model: Model, _ heardAnything: inout Bool,
    _ sourceLocation: SourceLocation
  ) -> Bool {
    var chance = RandomStream(seed: seed, "marbles")
    let inputs = Self.inputs(sides, &chance)
    let stays = Self.stays(in: inputs.count, &chance)
    let clock = ListenClock()
    let sources = (0..<sides).map { _ in Repeater<Int>() }
    let tested = make(clock, sources)
    var disposables: [Disposable?] = stays.map { _ in nil }
    let log = Log(stays.count)
    var fault: String?
    func look(_ place: Int) {
      let live = disposables.count { $0?.isDisposed == false }
      for (side, source) in sources.enumerated() {
        if let wanted = listeners(side, live), wanted != source.listenerCount {
          fault = fault ?? "at \(place) source \(side) has \(source.listenerCount), not \(wanted)"
        }
      }
    }
    for place in 0...inputs.count {
      if place < inputs.count { clock.advance(toMilliseconds: inputs[place].at) }
      for (number, stay) in stays.enumerated() where stay.from == place {
        disposables[number] = tested.listening { event in
          log.heard[number].append(Marble(clock.milliseconds, Heard(event)))
        }
      }
      for (number, stay) in stays.enumerated() where stay.to == place {
        if !stay.isDropped { disposables[number]?.dispose() }
        disposables[number] = nil
      }
      look(place)
      guard place < inputs.count else { break }
      switch inputs[place].heard {
      case .value(let numbers): sources[inputs[place].side].send(numbers[0])
      case .error(let code): sources[inputs[place].side].send(error: Fault(code: code))
      }
      look(place)
    }
    clock.advance(toMilliseconds: clock.milliseconds + 1000)
    look(inputs.count)
    disposables = []
    look(inputs.count)
    if clock.wakeCount > 0 { fault = fault ?? "\(clock.wakeCount) wakes are left" }
    for (number, stay) in stays.enumerated() {
      // Whoever goes after the last input goes at its instant.
      let end = stay.to > inputs.count ? .max : inputs.prefix(stay.to + 1).last?.at ?? 0
      let stayed = Array(inputs[stay.from..<min(stay.to, inputs.count)])
      let wanted = model(stayed).filter { $0.at <= end }
      if !wanted.isEmpty { heardAnything = true }
      if log.heard[number] != wanted {
        fault = fault ?? "\(stay) heard \(log.heard[number]), not \(wanted), of \(inputs)"
      }
    }
    guard let fault else { return true }
    Issue.record("\(name), seed \(seed): \(fault)", sourceLocation: sourceLocation)
    return false
  }

  private final class Log {
    var heard: [[Marble]]
    init(_ count: Int) { heard = Array(repeating: [], count: count) }
  }

  private static func inputs(_ sides: Int, _ chance: inout RandomStream) -> [Input] {
    var at: Int64 = 0
    return (0..<chance.index(below: 16)).map { _ in
      at += [0, 0, 1, 1, 2, 3, 4, 5, 9][chance.index(below: 9)]
      let isError = chance.index(below: 6) == 0
      return Input(
        at: at, side: chance.index(below: sides),
        heard: isError
          ? .error(chance.index(below: 3)) : .value([chance.index(below: 6) - 1]))
    }
  }

  private static func stays(in count: Int, _ chance: inout RandomStream) -> [Stay] {
    (0..<1 + chance.index(below: 3)).map { _ in
      let from = chance.index(below: 2) == 0 ? 0 : chance.index(below: count + 1)
      return Stay(
        from: from, to: from + chance.index(below: count - from + 3),
        isDropped: chance.index(below: 2) == 0)
    }
  }
}

// Words for models.
extension [Input] {
  /// What is made of each input, which stays where it is.
  func marbles(_ transform: (Heard) -> Heard?) -> [Marble] {
    compactMap { input in transform(input.heard).map { Marble(input.at, $0) } }
  }

  /// What is made of each value and its number among the values; errors stay.
  func values(_ transform: (_ number: Int, _ all: [Int]) -> [Int]?) -> [Marble] {
    let all = compactMap(\.heard.number)
    var number = 0
    return marbles { heard in
      guard heard.number != nil else { return heard }
      defer { number += 1 }
      return transform(number, all).map { .value($0) }
    }
  }
}

extension Listenable<Int> {
  /// The numbers as lists of one.
  var lists: AnyListenable<[Int]> { map { [$0] } }
}

extension Bool {
  var number: Int { self ? 1 : 0 }
}
