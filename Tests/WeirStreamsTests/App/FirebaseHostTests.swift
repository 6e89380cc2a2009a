// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// The host of the article "Streams in your app", on a stand-in of the SDK.
@MainActor @Suite struct FirebaseHostTests {
  private let database = StandInDatabase()

  private func driver(
    _ builder: QueryBuilder, show: @escaping (StackUpdate, AnyStream) -> Void
  ) -> StreamDriver<AnyStream, FirebaseHost> {
    let host = FirebaseHost(DatabaseReference(database, ""))
    return StreamDriver(AnyStream(Screen(builder), batching: .none), on: host, show: show)
  }

  @Test func `children that the SDK tells are the rows of the list, as its value event says`() {
    var keys: [String] = []
    var loaded = 0
    let messages = QueryBuilder(Path("rooms/lobby")).descending().limited(to: 20)
    let driver = driver(messages) { update, stream in
      loaded += update.news.count { $0 == .loaded(nil) }
      keys = (0..<stream.rowCount(in: 0)).map { stream.row(at: Place(Int32($0))).key.description }
    }
    driver.open()
    #expect(database.observers.count == 5)
    #expect(database.observers.values.allSatisfy { $0.words == "rooms/lobby by key, last 21" })
    database.tell(.childAdded, "a", ["text": "hello", "likes": 2], after: nil)
    database.tell(.childAdded, "b", ["text": "bye"], after: "a")
    #expect(keys.isEmpty && loaded == 0)
    database.tell(.value, "lobby", nil, after: nil)
    #expect(keys == ["b", "a"] && loaded == 1)
    #expect(driver.stream.item(at: Place(1)).content[Key("likes")] == .integer(2))
    database.tell(.childRemoved, "a", ["text": "hello"], after: nil)
    database.tell(.value, "lobby", nil, after: nil)
    #expect(keys == ["b"])
    driver.close()
    #expect(database.observers.isEmpty)
  }

  /// A list view that counts.
  private final class Table {
    var rows = 0
    func show(_ update: StackUpdate, _ stream: AnyStream) { rows = stream.rowCount(in: 0) }
  }

  @Test func `a stream is opened, pages and closes in seven lines`() {
    let table = Table()
    let host = FirebaseHost(DatabaseReference(database, ""))
    let messages = QueryBuilder(Path("rooms/lobby")).descending().limited(to: 20)
    let stream = AnyStream(Screen(messages), batching: .none)
    let driver = StreamDriver(stream, on: host) { update, stream in table.show(update, stream) }
    driver.open()
    for number in 10..<31 { database.tell(.childAdded, "k\(number)", number, after: nil) }
    database.tell(.value, "lobby", nil, after: nil)
    #expect(table.rows == 20)
    driver.loadPage(of: 20)
    let asked = Set(database.observers.values.map(\.words))
    #expect(asked.contains("rooms/lobby by key, to k11 -, last 22"), "\(asked)")
    driver.close()
    #expect(database.observers.isEmpty)
  }

  @Test func `a list that the rules take away is lost once`() {
    var news: [StackNews] = []
    let driver = driver(QueryBuilder(Path("rooms/lobby"))) { update, _ in news += update.news }
    driver.open()
    database.tell(.value, "lobby", nil, after: nil)
    database.deny()
    #expect(news == [.loaded(nil), .lost(.forbidden)])
  }

  @Test func `ranges and orders are asked in the words of the SDK`() {
    let path = Path("people")
    let age = QueryBuilder(path).ordered(by: .child(Path("age")))
    for (builder, words) in [
      (age.limited(to: 5), "people by child age, first 6"),
      (
        age.starting(at: .init(.integer(18), isExclusive: true)).ending(at: .init(.integer(65))),
        "people by child age, after 18 -, to 65 -"
      ),
      (
        QueryBuilder(path).starting(at: .init(Key("m"))).ending(
          at: .init(Key("n"), isExclusive: true)),
        "people by key, from m -, before n -"
      ),
      (
        QueryBuilder(path).ordered(by: .value).starting(at: .init(.text("x"), key: Key("k"))),
        "people by value, from x k"
      ),
      (QueryBuilder(path).ordered(by: .priority), "people by priority"),
    ] {
      let driver = driver(builder) { _, _ in }
      driver.open()
      #expect(database.observers.values.first?.words == words)
      driver.close()
    }
  }
}
