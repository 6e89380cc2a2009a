// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@MainActor @Suite struct AppModelsTests {
  @Test func `what one list writes a model shows a little later, with its context`() async throws {
    let models = AppModels(cache: MemoryCache(.rows(100)))
    let list = models.list(of: Node.self)
    let model = models.model(of: Node.self)
    list.set([Node("a", 1), Node("b", 1)], key: "feed")
    model.set(Node("a", 1))
    await models.settled()
    var updates = model.updates.makeAsyncIterator()
    #expect(await updates.next()?.value == Node("a", 1))
    list.update(Node("a", 2), at: 0, context: 5)
    #expect(list.rows.first == Node("a", 2))
    #expect(model.model == Node("a", 1))
    let update = await updates.next()
    #expect(update?.value == Node("a", 2))
    #expect(update?.context as? Int == 5)
    #expect(models.faults.isEmpty)
  }

  @Test func `a list comes from the cache, and tells what others change in it`() async throws {
    let models = AppModels(cache: MemoryCache(.rows(100)))
    try await models.insert([Node("a", 1), Node("b", 1)], intoListOf: "feed")
    let list = models.list(of: Node.self)
    try await list.fetch("feed")
    #expect(list.rows == [Node("a", 1), Node("b", 1)])
    #expect(list.key == "feed")
    var updates = list.updates.makeAsyncIterator()
    #expect(await updates.next()?.change == nil)
    models.delete([Node("a", 1)])
    let update = await updates.next()
    #expect(update?.value == [Node("b", 1)])
    #expect(update?.change?.steps == [.delete(0)])
    await models.settled()
    let model = models.model(of: Node.self)
    try await model.fetch("a", waits: true)
    #expect(model.model == nil)
    models.update([Node("a", 7)])
    await models.settled()
    #expect(model.model == Node("a", 7))
  }

  @Test func `an error of the cache is thrown`() async {
    let models = AppModels { _, _ in .failed(CacheError("disk")) }
    let model = models.model(of: Node.self)
    await #expect(throws: RequestError.cache(CacheError("disk"))) { try await model.fetch("a") }
  }

  @Test func `a paused list shows what it missed when it goes on`() async {
    let models = AppModels(cache: MemoryCache(.rows(100)))
    let (one, two) = (models.list(of: Node.self), models.list(of: Node.self))
    one.set([Node("a", 1)], key: "feed")
    two.attach(to: "feed")
    two.isPaused = true
    one.append([Node("b", 1)])
    one.insert([Node("c", 1)], at: 0)
    one.remove(at: 1)
    #expect(two.rows == [Node("a", 1)])
    #expect(two.isPaused)
    two.isPaused = false
    #expect(two.rows == [Node("c", 1), Node("b", 1)])
  }

  @Test func `what changes in one step is told together, once`() async {
    let models = AppModels(cache: MemoryCache(.rows(100)))
    let (list, model, other) = (
      models.list(of: Node.self), models.model(of: Node.self), models.model(of: Node.self)
    )
    list.set([Node("a", 1), Node("b", 1)], key: nil)
    model.set(Node("a", 1))
    other.set(Node("b", 1))
    await models.settled()
    let screen = models.together([list, model, other])
    var updates = screen.updates.makeAsyncIterator()
    models.update([Node("a", 2)], context: 7)
    let update = await updates.next()
    #expect(update?.providers == [list.id, model.id])
    #expect(update?.context as? Int == 7)
    screen.isPaused = true
    models.update([Node("a", 3)])
    models.delete([Node("b", 1)])
    await models.settled()
    #expect(screen.isPaused)
    #expect(list.rows == [Node("a", 2), Node("b", 1)])
    screen.isPaused = false
    #expect(await updates.next()?.providers == [list.id, model.id, other.id])
    #expect(list.rows == [Node("a", 3)])
    #expect(other.model == nil)
  }

  @Test func `a batch that nobody holds any more lets its members go on by themselves`() async {
    let models = AppModels(cache: MemoryCache(.rows(100)))
    let model = models.model(of: Node.self)
    model.set(Node("a", 1))
    var screen: LiveBatch? = models.together([model])
    let updates = screen?.updates
    screen?.isPaused = true
    models.update([Node("a", 2)])
    await models.settled()
    #expect(model.model == Node("a", 1))
    screen = nil
    #expect(model.model == Node("a", 2))
    if let updates { for await _ in updates { Issue.record("told by a batch that is gone") } }
    _ = models.together([model])
  }

  @Test func `deliveries are told to whoever listens, until everything is forgotten`() async {
    let models = AppModels(cache: MemoryCache(.rows(100)))
    let (one, two) = (models.deliveries, models.deliveries)
    models.update([Node("a", 1)])
    models.delete([Node("b", 1)])
    await models.settled()
    models.clear()
    var told: [String] = []
    for await delivery in one { told.append("\(delivery.updated) \(delivery.deleted)") }
    #expect(told == ["[a] []", "[] [b]"])
    var count = 0
    for await _ in two { count += 1 }
    #expect(count == 2)
    await models.settled()
    var again = models.deliveries.makeAsyncIterator()
    models.update([Node("c", 1)])
    #expect(await again.next()?.updated == ["c"])
  }

  @Test func `what nobody holds any more is closed, and its streams end`() async {
    let models = AppModels(cache: MemoryCache(.rows(100)))
    var list: LiveList<Node>? = models.list(of: Node.self)
    list?.set([Node("a", 1)], key: nil)
    await models.settled()
    weak let gone = list
    let updates = list?.updates
    list = nil
    #expect(gone == nil)
    var count = 0
    if let updates { for await _ in updates { count += 1 } }
    #expect(count == 1)
    models.clear()
    await models.settled()
  }
}
