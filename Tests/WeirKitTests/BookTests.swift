// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirKit
import WeirTestSupport

/// Runs what the articles show, and holds every line of code in them against what tests run.
@MainActor @Suite struct BookTests {
  @Test func `every line of Swift in the articles stands in a test`() throws {
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let book = "\(package)/Sources/WeirKit/WeirKit.docc"
    let articles = try FileManager.default.contentsOfDirectory(atPath: book)
      .filter { $0.hasSuffix(".md") }.sorted()
    let known = try CodeLines(below: "\(package)/Tests").known
    var count = 0
    for article in articles {
      for line in try CodeLines(inArticle: "\(book)/\(article)").all {
        count += 1
        // The files that `weir new` writes lie in a folder of their own in this package.
        let here = line.replacing("\"Scenarios/", with: "\"Tests/OwnWeir/Scenarios/")
        #expect(
          known.contains(line) || known.contains(here), "\(article): no test runs '\(line)'")
      }
    }
    #expect(count > 100)
  }

  // Models

  private struct Note: SimpleModel, Equatable {
    var id: String
    var text: String
    var modelID: ModelID? { ModelID(id) }
  }

  @Test(.timeLimit(.minutes(10)))
  func `models are shown by lists that are fetched, and tell what changes`() async throws {
    typealias Message = Note
    let message = Note(id: "2", text: "bye")
    var shown: [[Note]] = []
    func show(_ rows: [Note], _ change: ListChange?) { shown.append(rows) }
    let models = AppModels(cache: MemoryCache(.rows(1000)))
    try await models.insert([Note(id: "1", text: "hello")], intoListOf: "feed")
    let feed = models.list(of: Message.self)
    try await feed.fetch("feed")
    feed.append([message])
    let follower = Task {
      for await update in feed.updates { show(update.value, update.change) }
    }
    while shown.isEmpty { await Task.yield() }
    models.update([Note(id: "1", text: "Hello!")])
    while shown.count < 2 { await Task.yield() }
    follower.cancel()
    #expect(shown.map { $0.map(\.text) } == [["hello", "bye"], ["Hello!", "bye"]])
  }

  // Pages

  private struct Post: ListRow, Equatable {
    var id: Int
    var isHidden = false
    var date: Int { id }
    var rowID: Int { id }
    func showsTheSame(as other: Post) -> Bool { isHidden == other.isHidden }
  }

  private struct API {
    func posts(offset: Int, limit: Int) async throws -> (posts: [Post], total: Int) {
      ((offset..<min(45, offset + limit)).map { Post(id: $0) }, 45)
    }
  }

  /// A list view of an app.
  @MainActor private final class Table {
    var view = StrictListView<Post>()

    func apply(_ changes: ChangeSet, to items: PagedRows<Post>) {
      #expect(view.apply(changes, to: items.array) == nil)
    }
    func apply(_ event: SourceEvent<SharedList<Post>>) {
      guard let rows = event.content?.rows else { return }
      if let changes = event.changes {
        #expect(view.apply(changes, to: rows) == nil)
      } else {
        view.reloadData(rows)
      }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a paged list is driven by a function that asks for a page`() async throws {
    let api = API()
    let feed = PagedList<Post>(pageSize: 20) { request in
      let page = try await api.posts(offset: request.offset, limit: request.size)
      return PageAnswer(items: page.posts, total: page.total)
    }
    await feed.refresh()
    let table = Table()
    let follower = Task {
      for await change in feed.changes { table.apply(change.changes, to: change.items) }
    }
    await feed.loadNextPage()
    await feed.loadNextPage()
    while table.view.rows.count < 45 { await Task.yield() }
    follower.cancel()
    #expect(table.view.rows.map(\.id) == Array(0..<45))
  }

  @Test func `a table of a database is paged through by positions`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("weir-book-\(UUID().uuidString).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let database = try SQLiteDatabase(path: path)
    try database.execute("CREATE TABLE message (id INTEGER PRIMARY KEY, sent INTEGER)")
    for id in 1...45 as ClosedRange<Int64> {
      try database.execute("INSERT INTO message VALUES (?, ?)", [.integer(id), .integer(id)])
    }
    let newest = SQLiteQuery("message", by: [.descending("sent")])
    let pages = try SQLitePages(path: path, newest)
    let rules = PagerRules(pageSize: 20, keys: .position)
    let list = try PagedList<SQLiteRow>(rules) { try await pages.answer($0) }
    await list.load()
    #expect(await list.items.map { $0[0] } == (26...45).reversed().map { .integer($0) })
  }

  // Sources

  @Test func `a source is filtered, sorted, contained, observed and exchanged`() {
    let saved = (1...4).map { Post(id: $0, isHidden: $0 == 2) }
    let table = Table()
    let posts = ManualSource(saved)
    let shown = posts.filtered { !$0.isHidden }.sorted { $0.date > $1.date }
    let container = shown.contained()
    let observer = container.observe { event in table.apply(event) }
    #expect(table.view.rows.map(\.id) == [4, 3, 1])
    posts.remove(at: 3)
    #expect(table.view.rows.map(\.id) == [3, 1])
    let results = ManualSource(Array(saved.prefix(1)))
    container.swap(to: results)
    #expect(table.view.rows.map(\.id) == [1])
    observer.cancel()
  }

  // Streams

  @Test func `a stream has a life from each opening to its closing`() {
    let (now, later) = (Instant.zero, Instant.zero + .seconds(1))
    var wishes: [StackWish] = []
    func listens() -> [UInt32] {
      defer { wishes = [] }
      return wishes.compactMap { if case .listen(let tag, _, _) = $0 { tag } else { nil } }
    }
    let screen = Screen(QueryBuilder(Path("rooms/lobby")).limited(to: 20))
    var stream = AnyStream(screen, batching: .none)
    stream.open(at: now, into: &wishes)
    #expect(listens() == [0])
    stream.close(into: &wishes)
    #expect(wishes.count == 1)
    stream.open(at: later, into: &wishes)
    #expect(listens() == [1])
  }

  // Objects

  @Test func `an object is opened, edited and saved`() throws {
    var wishes: [ObjectWish] = []
    var store = ObjectStore()
    let ann = store.open(Profile.self, at: Path("people/ann"))
    store.listen(to: ann, into: &wishes)
    store[ann][Profile.name] = "Ann"
    let transaction = store.begin()
    try store.save(ann, .edits, in: transaction)
    try store.commit(transaction, into: &wishes)
    #expect(wishes.count == 2)
    #expect(store[ann][Profile.likes] == 0)
  }

  @Test func `a file is brought, paused, and fetched`() {
    let ann = Path("people/ann")
    let object = Object<Portrait>(at: ann)
    let new = StoredFile(Key("f2"), size: 100, stamp: 2)
    let other = StoredFile(Key("f1"), size: 100, stamp: 1)
    var wishes: [FileWish] = []
    var files = ObjectFiles(notedAs: Key("phone7"), .memory(bytes: 8_000_000))
    let old = object.files(of: Portrait.photo)
    let id = files.upload(new, to: Portrait.photo, of: ann, replacing: old, into: &wishes)
    files.pause(id, into: &wishes)
    let fetch = files.download(other, into: &wishes)
    #expect(fetch != id)
    let verbs = wishes.map { "\($0)".prefix { $0 != "(" } }
    #expect(verbs == ["write", "paused", "download"])
  }
}

private enum Portrait: ObjectKind {
  static let photo = FileField<Portrait>("photo")
  static let fields = Fields<Portrait> { photo }
}

private enum Address: ObjectKind {
  static let street = Field<Address, String>("street", .text)
  static let fields = Fields<Address> { street }
}

private enum Team: ObjectKind {
  static let members = Relations<Team, Profile>("members", back: .one("team"))
  static let fields = Fields<Team> { members }
}

private enum Profile: ObjectKind {
  static let name = Field<Profile, String>("name", .text, .required)
  static let likes = Field<Profile, Int>("likes", .integer(), default: 0)
  static let home = Nested<Profile, Address>("home")
  static let team = Relation<Profile, Team>("team", back: .many("members"))
  // swift-format-ignore
  static let fields = Fields<Profile> { name; likes; home; team }
}
