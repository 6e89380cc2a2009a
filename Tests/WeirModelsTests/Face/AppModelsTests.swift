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
