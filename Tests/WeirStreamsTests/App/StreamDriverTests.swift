// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirLists
import WeirStreams
import WeirTree

/// Streams in an app, on an SDK that calls back as it likes.
@Suite struct StreamDriverTests {
  /// An app with one list, whose list view accepts nothing that would crash a real one.
  private final class Screen {
    let sdk: PretendSDK
    var view = StrictListView<Row>()
    var rows: [Row] = []
    var news: [StackNews] = []
    var firsts = 0
    /// Called while an update is shown.
    var whileShowing: () -> Void = {}
    var driver: StreamDriver<AnyStream, PretendSDK>?

    init(
      _ sdk: PretendSDK, newest count: Int = 5, batching: Batching = .none,
      paths: [String] = ["list"]
    ) {
      self.sdk = sdk
      let lists = paths.enumerated().map { place, path in
        ListStream(
          QueryBuilder(Path(path)).descending().limited(to: count), batching: batching,
          leaf: UInt32(place))
      }
      let stream: AnyStream =
        lists.count == 1
        ? .list(lists[0]) : .union(UnionStream(lists.map { .list($0) }, batching: .none))
      driver = StreamDriver(stream, on: sdk) { [unowned self] in show($0, $1) }
    }

    private func show(_ update: StackUpdate, _ stream: AnyStream) {
      var sections: [[Row]] = []
      stream.rows(into: &sections)
      if !update.changes.isEmpty {
        #expect(update.changes.applying(to: rows, contents: sections[0]) == sections[0])
        #expect(view.apply(update.changes, to: sections[0]) == nil)
      }
      #expect(sections[0].map(\.key) == view.rows.map(\.key))
      rows = sections[0]
      if update.isFirst { firsts += 1 }
      news += update.news
      whileShowing()
    }

    var keys: [String] { rows.map(\.key.description) }
  }

  private static func server(_ count: Int = 8) -> FakeServer {
    FakeServer((0..<count).map { (Key("k\($0)"), .integer(Int64($0))) })
  }

  @Test(arguments: [false, true])
  func `a list shows what the server holds, whenever the SDK calls`(atOnce: Bool) {
    let screen = Screen(PretendSDK(Self.server(), tellsAtOnce: atOnce))
    screen.driver?.open()
    screen.sdk.settle()
    #expect(screen.keys == ["k7", "k6", "k5", "k4", "k3"] && screen.news == [.loaded(nil)])
    screen.sdk.write("k9", .integer(9))
    screen.sdk.write("k6", .null)
    screen.sdk.settle()
    #expect(screen.keys == ["k9", "k7", "k5", "k4", "k3"])
  }

  @Test func `changes are gathered, and shown when the app's clock says so`() {
    let screen = Screen(
      PretendSDK(Self.server()),
      batching: .init(wait: .milliseconds(50), atMost: .milliseconds(200)))
    screen.driver?.open()
    screen.sdk.settle()
    let shown = screen.sdk.now
    var updates = 0
    screen.whileShowing = { updates += 1 }
    for number in 0..<5 { screen.sdk.write("n\(number)", .integer(1)) }
    screen.sdk.settle()
    #expect(updates == 1 && screen.sdk.now - shown >= .milliseconds(50))
    #expect(screen.keys == ["n4", "n3", "n2", "n1", "n0"])
  }

  @Test
  func `a closed list hears nothing, keeps its rows, and goes on from them when it is opened`() {
    let screen = Screen(PretendSDK(Self.server()))
    screen.driver?.open()
    screen.driver?.open()
    screen.sdk.settle()
    #expect(screen.sdk.listens == 1)
    // The SDK still tells what is on its way when the list is closed.
    screen.sdk.write("k9", .integer(9))
    screen.driver?.close()
    screen.sdk.settle()
    #expect(screen.sdk.listens == 0 && screen.keys.first == "k7")
    screen.driver?.open()
    screen.sdk.settle()
    #expect(screen.keys.first == "k9" && screen.firsts == 2)
    #expect(screen.news == [.loaded(nil), .loaded(nil)])
  }

  @Test(arguments: [false, true])
  func `a list that is refused says so, and is tried again by opening it`(atOnce: Bool) {
    let sdk = PretendSDK(Self.server(), tellsAtOnce: atOnce)
    sdk.refusing = [1]
    let screen = Screen(sdk)
    screen.driver?.open()
    sdk.settle()
    #expect(screen.news == [.loaded(.forbidden)] && screen.rows.isEmpty)
    screen.driver?.open()
    sdk.settle()
    #expect(screen.news.last == .loaded(nil) && screen.keys.count == 5)
    sdk.revoke(2)
    #expect(screen.news.last == .lost(.forbidden) && screen.keys.count == 5)
    // The server has taken it away, so that there is nothing to stop.
    screen.driver?.close()
    #expect(sdk.stopped.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a list view may ask for the next page while it shows this one`(atOnce: Bool) {
    let screen = Screen(PretendSDK(Self.server(20), tellsAtOnce: atOnce))
    var calls: [UInt32] = []
    screen.whileShowing = { [unowned screen] in
      if screen.rows.count < 15, calls.count < 4, !screen.news.isEmpty,
        let call = screen.driver?.loadPage(of: 5)
      {
        calls.append(call)
      }
    }
    screen.driver?.open()
    screen.sdk.settle()
    #expect(screen.rows.count == 15 && calls == [1, 2])
    let pages = screen.news.compactMap { news in
      if case .paged(let call, let new, true) = news { [Int(call), new] } else { [Int]?.none }
    }
    #expect(pages == [[1, 5], [2, 5]])
  }

  @Test func `closing from within an update is carried out after it`() {
    let screen = Screen(PretendSDK(Self.server(), tellsAtOnce: true))
    screen.whileShowing = { [unowned screen] in screen.driver?.close() }
    screen.driver?.open()
    screen.sdk.settle()
    #expect(screen.sdk.listens == 0 && screen.keys.count == 5 && screen.sdk.stopped == [1])
  }

  @Test func `the listens of a driver that is let go end, and its alarms ring for nobody`() {
    let screen = Screen(
      PretendSDK(Self.server()),
      batching: .init(wait: .milliseconds(50), atMost: .milliseconds(200)),
      paths: ["list", "other"])
    screen.driver?.open()
    screen.sdk.settle()
    #expect(screen.sdk.listens == 2 && screen.sdk.asked.map(\.description) == ["/list", "/other"])
    screen.sdk.write("k9", .integer(9))
    screen.driver = nil
    screen.whileShowing = { Issue.record("a driver that is gone shows something") }
    screen.sdk.settle()
    #expect(screen.sdk.listens == 0 && screen.sdk.stopped.sorted() == [1, 2])
  }

  /// A stack that writes when a person acts.
  private struct Writer: ClientStack {
    var answers: [Message.Answer] = []

    mutating func perform(
      _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
    ) {
      wishes.append(.write(tag: 7, .set(Path("a"), .integer(1)), journey: 0))
      wishes.append(.tell(.loaded(nil)))
    }
    mutating func answer(
      _ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]
    ) {
      if case .settled(7, let answer) = answer { answers.append(answer) }
    }
    mutating func open(at now: Instant, into wishes: inout [StackWish]) {}
    mutating func close(into wishes: inout [StackWish]) {}
    mutating func receive(
      _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
    ) {}
    mutating func lose(
      _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
    ) {}
    mutating func wake(at now: Instant, into wishes: inout [StackWish]) {}
    mutating func publish(into update: inout StackUpdate) {}
    var sectionCount: Int { 1 }
    func rowCount(in section: Int) -> Int { 0 }
    func row(at place: Place) -> Row { Row(key: .dash, stamp: 0) }
  }

  /// An SDK that writes, too.
  private final class WritingSDK: StreamHost {
    var writes = 0
    func listen(
      to path: Path, _ query: Query, hear: @escaping (DataEvent) -> Void,
      lose: @escaping (Message.Refusal) -> Void
    ) -> Int { 0 }
    func stop(_ listening: Int) {}
    var now: Instant { .zero }
    func wait(_ time: Interval, then ring: @escaping () -> Void) {}
    func carryOut(_ request: StackWish, answer: @escaping (StackAnswer) -> Void) {
      writes += 1
      if case .write(let tag, _, _, _) = request { answer(.settled(tag: tag, .committed)) }
    }
  }

  /// A stack that counts what it is told, and listens under one tag in all of its lives.
  private struct Counter: ClientStack {
    var events = 0
    var losses = 0

    mutating func open(at now: Instant, into wishes: inout [StackWish]) {
      wishes.append(.listen(tag: 1, Path("list"), Query()))
    }
    mutating func close(into wishes: inout [StackWish]) { wishes.append(.unlisten(tag: 1)) }
    mutating func receive(
      _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
    ) {
      events += 1
      wishes.append(.publish)
    }
    mutating func lose(
      _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
    ) { losses += 1 }
    mutating func publish(into update: inout StackUpdate) { update.news.append(.loaded(nil)) }
    mutating func perform(
      _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
    ) {}
    mutating func wake(at now: Instant, into wishes: inout [StackWish]) {}
    var sectionCount: Int { 1 }
    func rowCount(in section: Int) -> Int { 0 }
    func row(at place: Place) -> Row { Row(key: .dash, stamp: 0) }
  }

  /// An SDK that says what the test says, also of what was stopped.
  private final class LateSDK: StreamHost {
    var ears: [(hear: (DataEvent) -> Void, lose: (Message.Refusal) -> Void)] = []
    var stopped: [Int] = []

    func listen(
      to path: Path, _ query: Query, hear: @escaping (DataEvent) -> Void,
      lose: @escaping (Message.Refusal) -> Void
    ) -> Int {
      ears.append((hear, lose))
      return ears.count - 1
    }
    func stop(_ listening: Int) { stopped.append(listening) }
    var now: Instant { .zero }
    func wait(_ time: Interval, then ring: @escaping () -> Void) {}
  }

  @Test func `what comes too late is told to nobody, also where a tag lives again`() {
    let sdk = LateSDK()
    var news: [Int] = []
    let driver = StreamDriver(Counter(), on: sdk) { update, _ in news.append(update.news.count) }
    driver.open()
    sdk.ears[0].hear(.value)
    sdk.ears[0].hear(.value)
    #expect(driver.stream.events == 2 && news == [1, 1])
    driver.close()
    sdk.ears[0].hear(.value)
    sdk.ears[0].lose(.forbidden)
    #expect(driver.stream.events == 2 && driver.stream.losses == 0 && sdk.stopped == [0])
    driver.open()
    sdk.ears[0].hear(.value)
    sdk.ears[0].lose(.forbidden)
    #expect(driver.stream.events == 2 && driver.stream.losses == 0)
    sdk.ears[1].lose(.forbidden)
    sdk.ears[1].lose(.forbidden)
    sdk.ears[1].hear(.value)
    #expect(driver.stream.events == 2 && driver.stream.losses == 1)
    // A listen that the server took away is not stopped.
    driver.close()
    #expect(sdk.stopped == [0])
  }

  @Test func `what a stack asks for beside its listens is carried out last, and answered`() {
    let sdk = WritingSDK()
    var writesWhenTold: [Int] = []
    let driver = StreamDriver(Writer(), on: sdk) { _, _ in writesWhenTold.append(sdk.writes) }
    driver.perform(.showAtMost(1))
    #expect(sdk.writes == 1 && driver.stream.answers == [.committed] && writesWhenTold == [0])
  }

  @Test func `a host that cannot do what a stack asks for says so`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let driver = StreamDriver(Writer(), on: PretendSDK(FakeServer())) { _, _ in }
      driver.perform(.showAtMost(1))
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("the app's StreamHost has no carryOut") == true)
  }
}
