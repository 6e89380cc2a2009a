// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport

// Every line of code in the doc comments of the folder, and in the article, stands in this file and is run.

/// What the examples show.
private final class Shown {
  var lines: [String] = []

  func add(_ value: some Any) { lines.append("\(value)") }

  func add<Value>(_ event: ListenEvent<Value>) {
    switch event {
    case .value(let value): lines.append("\(value)")
    case .error(let error): lines.append("error \((error as? Fault)?.code ?? -1)")
    }
  }
}

private final class Screen {
  var title = ""
}

@Suite @MainActor struct ListeningExamplesTests {
  private let shown = Shown()
  private let clock = ListenClock()
  private let numbers = Repeater<Int>()
  private let others = Repeater<Int>()
  private let words = Repeater<String>()
  private let maybes = Repeater<Int?>()
  private let storage = ValueStorage(0)

  private func show(_ value: some Any) { shown.add(value) }
  private func show<Value>(_ event: ListenEvent<Value>) { shown.add(event) }
  private func warn(_ error: any Error) { shown.add("warned") }

  /// Returns what was shown since the last call.
  private func lines() -> [String] {
    defer { shown.lines = [] }
    return shown.lines
  }

  /// Returns what an operator sends of some numbers; nil is an error.
  private func of<Value>(
    _ listenable: some Listenable<Value>, _ values: Int?...
  ) -> [String] {
    let hearing = listenable.listening { event in show(event) }
    for value in values {
      if let value { numbers.send(value) } else { numbers.send(error: Fault(code: 7)) }
    }
    hearing.dispose()
    return lines()
  }

  private func ofMaybes<Value>(_ listenable: some Listenable<Value>) -> [String] {
    let hearing = listenable.listening { event in show(event) }
    for value in [nil, 1] { maybes.send(value) }
    hearing.dispose()
    return lines()
  }

  @Test func `every line of code in the doc comments stands in this file`() throws {
    let package = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let code = try DocumentedCode(in: "Sources/WeirObjects/Listening", of: package)
    #expect(code.lines.count > 80)
    for line in try code.missing(in: #filePath) { Issue.record("no test runs: \(line)") }
    let article = try DocumentedCode(
      inArticle: "Sources/WeirKit/WeirKit.docc/Objects.md", of: package)
    #expect(article.lines.count > 10)
    for line in try article.missing(in: #filePath) { Issue.record("no test runs: \(line)") }
  }

  @Test func `of the article`() {
    let clock = ListenClock()
    let search = ValueStorage("")
    let screen = Screen()
    let asked =
      search
      .filter { $0.count > 1 }
      .debounce(.milliseconds(300), on: clock)
      .distinctUntilChanged()
    let hearing = asked.bind(to: screen, \.title)
    search.value = "we"
    clock.advance(to: .zero + .milliseconds(200))
    search.value = "weir"
    clock.advance(to: .zero + .milliseconds(500))
    #expect(screen.title == "weir")
    hearing.dispose()
    #expect(search.listenerCount == 0)
  }

  @Test func `of signs`() {
    var ann = (name: String?.none, age: 3)
    let (search, screen) = (ValueStorage("we"), Screen())
    var title = ""
    ann.name <== "Ann"
    search <== "weir"
    title <== search
    screen.title <== search
    show(§search)
    let isAsked = [
      search ==== "weir"
    ]
    #expect(ann.name == "Ann" && title == "weir" && screen.title == "weir" && isAsked == [true])
    #expect(lines() == ["weir"])
  }

  @Test func `of events and sources`() {
    let event = ListenEvent.value(3)
    #expect(
      event.map { $0 + 1 }.value
        == 4)
    do {
      let answer = DeferredValue<Int>()
      answer.fulfil(42)
      answer.reject(Fault(code: 1))
      let hearing = answer.listening { event in show(event) }
      #expect(lines() == ["42"] && !hearing.isDisposed)
    }
    do {
      let words = Repeater<String>()
      let hearing = words.listening { event in show(event) }
      words.send("hello")
      #expect(lines() == ["hello"] && !hearing.isDisposed)
    }
    do {
      let turn = DeliveryQueue()
      let later = Repeater<Int>(.queue(turn))
      let hearing = later.listening { event in show(event) }
      later.send(1)
      #expect(lines() == [])
      turn.add { show("later") }
      turn.run()
      #expect(lines() == ["1", "later"] && !hearing.isDisposed)
    }
    do {
      let name = ValueStorage("Ann")
      let hearing = name.listening { event in show(event) }
      #expect(lines() == ["Ann"])
      name.value = "Eve"
      #expect(lines() == ["Eve"] && !hearing.isDisposed)
    }
    do {
      let level = Trivial(1)
      let hearing = level.listening { event in show(event) }
      #expect(lines() == [])
      level.value = 2
      #expect(lines() == ["2"] && !hearing.isDisposed)
    }
    do {
      let counted = SequenceListenable(1...)
      let hearing = counted.once().listening { event in show(event) }
      #expect(lines() == ["1"] && hearing.isDisposed)
    }
    let three = Constant(3)
    let broken = ErrorListenable<Int>(Fault(code: 1))
    let silent = EmptyListenable<Int>()
    #expect(of(three) == ["3"] && of(broken) == ["error 1"] && of(silent) == [])
    let evens = AnyListenable<Int> { outlet in
      outlet.send(value: 2)
      outlet.send(value: 4)
    }
    #expect(of(evens) == ["2", "4"])
  }

  @Test func `of listening`() {
    do {
      let numbers = Repeater<Int>()
      let tens = numbers.map { 10 * $0 }
      let disposable = tens.listening { event in show(event) }
      numbers.send(4)
      #expect(lines() == ["40"] && !disposable.isDisposed)
    }
    do {
      let hearing = numbers.hear(onValue: { show($0) }, onError: { warn($0) })
      numbers.send(1)
      numbers.send(error: Fault(code: 1))
      #expect(lines() == ["1", "warned"] && !hearing.isDisposed)
    }
    do {
      let disposable = numbers.listening { event in show(event) }
      disposable.dispose()
      #expect(
        disposable.isDisposed
          == true)
    }
    let store = DisposableStore()
    store.add(numbers.listening { event in show(event) })
    store.dispose()
    #expect(numbers.listenerCount == 0)
    let any: AnyListenable<Int> = numbers.asAny()
    #expect(of(any, 5) == ["5"])
    do {
      let clock = ListenClock()
      let wake = clock.wake(after: .milliseconds(40)) { show("late") }
      #expect(
        clock.nextWake
          == .zero + .milliseconds(40))
      clock.advance(to: .zero + .milliseconds(50))
      #expect(lines() == ["late"] && wake.isDisposed)
    }
  }

  @Test func `of where values go`() {
    let screen = Screen()
    do {
      let label = Receiver.guarded(screen) { screen, text in screen.title = text }
      let hearing = words.hear(onValue: label)
      words.send("a")
      #expect(screen.title == "a" && !hearing.isDisposed)
    }
    do {
      let hearing = numbers.hear(onValue: .just { show($0) })
      numbers.send(1)
      #expect(lines() == ["1"] && !hearing.isDisposed)
    }
    do {
      let binding = numbers.bind(to: others)
      #expect(numbers.listenerCount == 1 && !binding.isDisposed)
    }
    do {
      let binding = numbers.bind(to: storage)
      numbers.send(8)
      #expect(storage.value == 8 && !binding.isDisposed)
    }
    do {
      let binding = words.bind(to: screen, \.title)
      words.send("b")
      #expect(screen.title == "b" && !binding.isDisposed)
    }
    do {
      let binding = others.depends(on: numbers)
      let hearing = others.listening { event in show(event) }
      numbers.send(3)
      #expect(lines() == ["3"] && !binding.isDisposed && !hearing.isDisposed)
    }
  }

  @Test func `of operators on values and events`() {
    let tens = numbers.map { 10 * $0 }
    #expect(of(tens, 1, 2) == ["10", "20"])
    let halves = numbers.compactMap { $0 % 2 == 0 ? $0 / 2 : nil }
    #expect(of(halves, 1, 2, 4) == ["1", "2"])
    let evens = numbers.filter { $0 % 2 == 0 }
    #expect(of(evens, 1, 2, 4) == ["2", "4"])
    var count = 0
    let counted = numbers.forEach { count += $0 }
    #expect(of(counted, 1, 2) == ["1", "2"] && count == 3)
    let present = maybes.compactMap()
    #expect(ofMaybes(present) == ["1"])
    let known = maybes.filterMap { 10 * $0 }
    #expect(ofMaybes(known) == ["10"])
    let scaled = maybes.flatMap { 10 * $0 }
    #expect(ofMaybes(scaled) == ["nil", "Optional(10)"])
    let filled = maybes.default(7)
    #expect(ofMaybes(filled) == ["7", "1"])
    let small = numbers.lessThan(3)
    #expect(of(small, 2, 3) == ["true", "false"])
    let big = numbers.moreThan(3)
    #expect(of(big, 3, 4) == ["false", "true"])
    let signs = numbers.mapEvent { $0.value == nil ? "!" : "." }
    #expect(of(signs, 1, nil) == [".", "!"])
    let events = numbers.anywayValue()
    #expect(of(events.map { $0.value ?? 0 }, 1, nil) == ["1", "0"])
    let milder = numbers.mapError { _ in Fault(code: 0) }
    #expect(of(milder, 1, nil) == ["1", "error 0"])
    let coded = numbers.resolved { ($0 as? Fault)?.code ?? -1 }
    #expect(of(coded, 1, nil) == ["1", "7"])
    let calm = numbers.resolved(with: 0)
    #expect(of(calm, 1, nil) == ["1", "0"])
  }

  @Test func `of what is done beside, and of ends`() {
    var (seen, faults, count, lines): ([Int?], Int, Int, [String]) = ([], 0, 0, [])
    let watched = numbers.do { event in seen.append(event.value) }
    #expect(of(watched, 1, nil) == ["1", "error 7"] && seen == [1, nil])
    let logged = numbers.doOnValue { seen.append($0) }
    #expect(of(logged, 2, nil).count == 2 && seen == [1, nil, 2])
    let warned = numbers.doOnError { _ in faults += 1 }
    #expect(of(warned, 2, nil).count == 2 && faults == 1)
    let counting = numbers.always { count += 1 }
    #expect(of(counting, 2, nil).count == 2 && count == 2)
    let spoken = numbers.log("n") { lines.append($0) }
    #expect(of(spoken, 1, nil).count == 2 && lines.first == "n: 1" && lines.count == 2)
    let held = numbers.onFire { count += 1 }
    #expect(of(held, 1) == ["1"] && count == 3)
    let turn = DeliveryQueue()
    let queued = numbers.queue(turn)
    #expect(of(queued, 1) == [] && turn.count == 1)
    let first = numbers.once()
    #expect(of(first, 1, 2) == ["1"])
    let early = numbers.deadline(.zero + .seconds(1), on: clock)
    #expect(of(early, 1) == ["1"])
    clock.advance(to: .zero + .seconds(2))
    #expect(of(early, 1) == [])
    let owner = Screen()
    let alive = numbers.livetime(of: owner)
    #expect(of(alive, 1) == ["1"] && owner.title == "")
  }

  @Test func `of answers and waits`() {
    func ask(_ value: Int, _ answer: (ListenEvent<Int>) -> Void) { answer(.value(value + 1)) }
    func lookup(_ value: Int) -> DeferredValue<Int> {
      let answer = DeferredValue<Int>()
      answer.fulfil(value + 2)
      return answer
    }
    func save(_ value: Int, _ done: ((any Error)?) -> Void) {
      done(value == 2 ? Fault(code: 5) : nil)
    }
    let answers = numbers.mapAsync { value, answer in ask(value, answer) }
    #expect(of(answers, 1) == ["2"])
    let found = numbers.mapAsync { value in lookup(value) }
    #expect(of(found, 1) == ["3"])
    let saved = numbers.doAsync { value, done in save(value, done) }
    #expect(of(saved, 1, 2) == ["1", "error 5"])
    let maybeFound = maybes.flatMapAsync { value, answer in ask(value, answer) }
    #expect(ofMaybes(maybeFound) == ["nil", "Optional(2)"])
    let settled = numbers.debounce(.milliseconds(30), on: clock)
    #expect(of(settled, 1, 2) == [])
    let sampled = numbers.throttle(.milliseconds(30), on: clock)
    #expect(of(sampled, 1, 2) == ["1"])
  }

  @Test func `of several sources`() {
    let both = numbers.join(others)
    let pair = numbers.combine(others)
    let triple = numbers.combine(others, others)
    let hearings = [
      both.listening { event in show(event) }, pair.listening { event in show(event) },
      triple.listening { event in show(event) },
    ]
    numbers.send(1)
    others.send(2)
    others.send(3)
    #expect(
      lines() == ["1", "2", "(1, 2)", "(1, 2, 2)", "3", "(1, 3)", "(1, 3, 2)", "(1, 3, 3)"])
    for hearing in hearings { hearing.dispose() }
    let (loaded, shown, rooms) = (Repeater<Bool>(), Repeater<Bool>(), Repeater<Int>())
    do {
      let ready = loaded.and(shown)
      let busy = loaded.or(shown)
      let hearings = [ready, busy].map { $0.listening { event in show(event) } }
      loaded.send(true)
      shown.send(true)
      shown.send(false)
      #expect(lines() == ["true", "true", "false", "true"] && hearings.count == 2)
    }
    do {
      let messages = rooms.then { room in room == 0 ? numbers : others }
      let hearing = messages.listening { event in show(event) }
      rooms.send(0)
      numbers.send(1)
      rooms.send(1)
      numbers.send(2)
      others.send(3)
      #expect(lines() == ["1", "3"] && !hearing.isDisposed)
    }
    let paused = numbers.suspend(while: shown, keeping: 2, initially: false)
    let hearing = paused.listening { event in show(event) }
    for number in 1...3 { numbers.send(number) }
    shown.send(true)
    numbers.send(4)
    #expect(lines() == ["[2, 3]", "[4]"] && !hearing.isDisposed)
  }

  @Test func `of memories`() {
    let rises = numbers.distinctUntilChanged(from: 0) { $0 >= $1 }
    #expect(of(rises, 1, 1, 3, 2) == ["1", "3"])
    let changes = numbers.distinctUntilChanged()
    #expect(of(changes, 1, 1, 2, 1) == ["1", "2", "1"])
    let lately = numbers.memoize(last: 2)
    #expect(of(lately, 1, 2, 3) == ["[1]", "[1, 2]", "[2, 3]"])
    let pairs = numbers.memoize(last: 2, waitsUntilFull: true)
    #expect(of(pairs, 1, 2, 3) == ["[1, 2]", "[2, 3]"])
    let twos = numbers.memoize(portions: 2)
    #expect(of(twos, 1, 2, 3, 4, 5) == ["[1, 2]", "[3, 4]"])
    let steps = numbers.oldValue()
    #expect(of(steps.map { [$0.old ?? 0, $0.new] }, 1, 2) == ["[0, 1]", "[1, 2]"])
    let moves = numbers.oldValue(from: 0)
    #expect(of(moves.map { [$0.old, $0.new] }, 1, 2) == ["[0, 1]", "[1, 2]"])
    do {
      let point = numbers.shared(.repeatable)
      #expect(of(point, 1) == ["1"] && numbers.listenerCount == 0)
    }
    do {
      let point = numbers.shared(.continuous)
      #expect(of(point, 1) == ["1"] && numbers.listenerCount == 1)
    }
    #expect(numbers.listenerCount == 0)
    let common = numbers.share(.repeatable)
    #expect(of(common, 1) == ["1"])
    do {
      let memory = numbers.remember(last: 2)
      numbers.send(1)
      let late = memory.listening { event in show(event) }
      #expect(lines() == ["[1]"] && !late.isDisposed)
    }
    let memory = numbers.remember(last: 1)
    numbers.send(2)
    #expect(memory.values == [2])
  }

  @Test func `of loops`() async {
    let numbers = Repeater<Int>()
    do {
      let events = numbers.events(.newest(10))
      numbers.send(1)
      events.dispose()
      for await event in events { show(event) }
      #expect(lines() == [])
    }
    let events = numbers.events(.unbounded)
    numbers.send(1)
    for await event in events {
      show(event)
      events.dispose()
    }
    #expect(lines() == ["1"])
  }
}
