// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirModels
import WeirTree

import WeirRun

/// A phone whose store answers when it is told to, and the cache of an app with models in it.
private struct Phone {
  private(set) var cache = StoredModels(counts: Key("likes"))
  /// The content of the store.
  private(set) var content = SortedMap<Key, Node>()
  /// The requests that wait for an answer, in the order in which they were made.
  private(set) var open: [(tag: UInt32, request: StoreRequest)] = []
  private var lastJob = 0

  /// The requests that wait, in words.
  var waiting: [String] {
    open.map { _, request in
      switch request {
      case .load(let key): key.map { "load \($0)" } ?? "load all"
      case .save(let key, let node): node.isNull ? "forget \(key)" : "save \(key)"
      }
    }
  }

  /// Asks the cache to do something, and returns the number of the job and the answer if there is one at once.
  @discardableResult
  mutating func ask(_ job: CacheJob) -> (job: Int, answer: String?) {
    lastJob += 1
    var wishes: [StackWish] = []
    let answer = cache.ask(CacheWish(tag: lastJob, job: job), into: &wishes)
    take(wishes)
    return (lastJob, answer.map { "\($0.tag): \(Self.words($0.result))" })
  }

  mutating func wipe() {
    var wishes: [StackWish] = []
    cache.wipe(into: &wishes)
    take(wishes)
  }

  /// Answers the request at an index, and returns the answer of the job that ends by it.
  @discardableResult
  mutating func answer(_ index: Int = 0, fails: Bool = false) -> String? {
    let (tag, request) = open.remove(at: index)
    let answer: StoreAnswer
    switch request {
    case _ where fails: answer = .failed
    case .load(let key):
      answer = .value(key.map { content[$0] ?? .null } ?? Node(content.map { ($0.key, $0.value) }))
    case .save(let key, let node):
      if node.isNull { content.remove(key) } else { content.set(node, for: key) }
      answer = .saved
    }
    return tell(answer, tag)
  }

  /// Tells the cache of an answer to a request of some number.
  mutating func tell(_ answer: StoreAnswer, _ tag: UInt32) -> String? {
    var wishes: [StackWish] = []
    let answer = cache.take(answer, tag, into: &wishes)
    take(wishes)
    return answer.map { "\($0.tag): \(Self.words($0.result))" }
  }

  /// Answers everything that waits, also what comes of that.
  mutating func answerAll() { while !open.isEmpty { answer() } }

  /// The app is killed, and starts with the store as it is.
  mutating func restart() {
    cache = StoredModels(counts: Key("likes"))
    open = []
  }

  private mutating func take(_ wishes: [StackWish]) {
    for case .store(let tag, let request) in wishes { open.append((tag, request)) }
  }

  private static func words(_ result: CacheResult) -> String {
    switch result {
    case .done: "done"
    case .model(let item as ListItem): words(item)
    case .model(let count as ItemCount): "count \(count.key) \(words(count))"
    case .model: "another model"
    case .list(let rows):
      "[\(rows.compactMap { $0 as? ListItem }.map(words).joined(separator: ", "))]"
    case .nothing: "nothing"
    case .failed: "failed"
    }
  }

  private static func words(_ item: ListItem) -> String {
    "\(item.key) \(item.count.map(words) ?? "-")"
  }

  private static func words(_ count: ItemCount) -> String {
    if case .integer(let number) = count.number.content { return "\(number)" }
    return "no number"
  }
}

/// A row with so many likes; nil: nobody counts them.
private func item(_ name: String, _ likes: Int64?) -> ListItem {
  let fields =
    [(Key("text"), Node.text(name))] + (likes.map { [(Key("likes"), .integer($0))] } ?? [])
  return ListItem(Key(name), Node(fields), counts: Key("likes"))
}

private func list(_ rows: ListItem...) -> CacheJob { .writeList("list", rows: rows) }

/// What an app with models keeps in the store of its phone.
@Suite struct StoredModelsTests {
  private static let read = CacheJob.readList("list", as: ListItem.self)

  @Test func `a list is kept row by row, with its order, and read as it was`() {
    var phone = Phone()
    #expect(phone.ask(list(item("b", 2), item("a", nil))).answer == nil)
    #expect(phone.waiting == ["save order", "save row a", "save row b"])
    #expect(!phone.cache.isIdle)
    #expect(phone.answer() == nil)
    #expect(phone.answer() == nil)
    #expect(phone.answer() == "1: done")
    #expect(phone.cache.isIdle && phone.cache.isWhole)
    phone.restart()
    phone.ask(Self.read)
    #expect(phone.waiting == ["load all"])
    #expect(phone.answer() == "2: [b 2, a -]")
  }

  @Test func `a list of many rows keeps its order`() {
    var phone = Phone()
    let rows = (0..<12).map { item("\("ponmlkjihgfe".dropFirst($0).first ?? "z")", Int64($0)) }
    phone.ask(.writeList("list", rows: rows))
    phone.answerAll()
    phone.ask(Self.read)
    #expect(
      phone.answer() == "2: [p 0, o 1, n 2, m 3, l 4, k 5, j 6, i 7, h 8, g 9, f 10, e 11]")
  }

  @Test func `what stands there already, or is on its way there, is not written again`() {
    var phone = Phone()
    phone.ask(list(item("a", 1), item("b", 2)))
    #expect(phone.ask(.writeModels([item("a", 1)])).answer == "2: done")
    phone.answerAll()
    #expect(phone.ask(list(item("a", 1), item("b", 2))).answer == "3: done")
    phone.ask(.writeModels([item("a", 1), item("b", 3)]))
    #expect(phone.waiting == ["save row b"])
    #expect(phone.answer() == "4: done")
  }

  @Test func `what was loaded stands there as well`() {
    var phone = Phone()
    phone.ask(list(item("a", 1), item("b", 2)))
    phone.answerAll()
    phone.restart()
    phone.ask(Self.read)
    phone.answerAll()
    // A row that is not in the list any more is forgotten.
    phone.ask(list(item("b", 2)))
    #expect(phone.waiting == ["save order", "forget row a"])
    phone.answerAll()
    #expect(phone.content.map(\.key) == [Key("order"), Key("row b")])
  }

  @Test func `what is loaded late does not take the place of what was written meanwhile`() {
    var phone = Phone()
    phone.ask(list(item("a", 1)))
    phone.answerAll()
    phone.restart()
    phone.ask(Self.read)
    phone.ask(.writeModels([item("a", 2)]))
    // The store loads the old row before it saves the new one.
    #expect(phone.answer() == "2: [a 1]")
    #expect(phone.ask(.writeModels([item("a", 2)])).answer == "4: done")
    phone.ask(.writeModels([item("a", 1)]))
    #expect(phone.waiting == ["save row a", "save row a"])
  }

  @Test func `a model is read alone, and so is what it holds`() {
    var phone = Phone()
    phone.ask(list(item("a", 1), item("b", 2), item("c", nil)))
    phone.answerAll()
    func read(_ id: ModelID?, _ type: any Model.Type) -> String? {
      phone.ask(.readModel(id, as: type))
      return phone.answer()
    }
    #expect(read(ListItem.id(Key("b")), ListItem.self) == "2: b 2")
    #expect(read(ItemCount.id(Key("b")), ItemCount.self) == "3: count b 2")
    #expect(read(ItemCount.id(Key("c")), ItemCount.self) == "4: nothing")
    #expect(read(ListItem.id(Key("d")), ListItem.self) == "5: nothing")
    #expect(read(nil, ListItem.self) == "6: done")
  }

  @Test func `a deleted row is neither read nor in a list`() {
    var phone = Phone()
    phone.ask(list(item("a", 1), item("b", 2)))
    phone.answerAll()
    phone.ask(.deleteModel(item("a", 1)))
    #expect(phone.waiting == ["forget row a"])
    #expect(phone.answer() == "2: done")
    phone.ask(Self.read)
    #expect(phone.answer() == "3: [b 2]")
    // What is counted of a row is kept with the row.
    #expect(
      phone.ask(.deleteModel(ItemCount(key: Key("b"), field: Key("likes"), number: .integer(2))))
        .answer == "4: done")
  }

  @Test func `nothing is read where nothing was kept`() {
    var phone = Phone()
    phone.ask(Self.read)
    #expect(phone.answer() == "1: nothing")
  }

  @Test
  func `a job fails if the store fails at a part of it, but not before all of it is answered`() {
    var phone = Phone()
    phone.ask(list(item("a", 1), item("b", 2)))
    #expect(phone.answer(1, fails: true) == nil)
    #expect(!phone.cache.isWhole)
    #expect(phone.answer() == nil)
    #expect(phone.answer() == "1: failed")
    #expect(phone.cache.isIdle)
    phone.ask(Self.read)
    #expect(phone.answer(fails: true) == "2: failed")
  }

  @Test func `what could not be saved is saved again, and then all is whole`() {
    var phone = Phone()
    phone.ask(list(item("a", 1), item("b", 2)))
    phone.answer(1, fails: true)
    phone.answerAll()
    #expect(!phone.cache.isWhole)
    phone.ask(list(item("a", 1), item("b", 2)))
    #expect(phone.waiting == ["save row a"])
    #expect(phone.answer() == "2: done")
    #expect(phone.cache.isWhole)
  }

  @Test func `a row that could not be saved and has left the list is missed by nobody`() {
    var phone = Phone()
    phone.ask(list(item("a", 1), item("b", 2)))
    phone.answer(1, fails: true)
    phone.answerAll()
    phone.ask(list(item("b", 2)))
    phone.answerAll()
    #expect(phone.cache.isWhole)
  }

  @Test func `an order that could not be saved is missed whatever the rows are`() {
    var phone = Phone()
    phone.ask(list(item("a", 1)))
    phone.answer(fails: true)
    phone.answerAll()
    phone.ask(.writeModels([item("a", 2)]))
    phone.answerAll()
    #expect(!phone.cache.isWhole)
    phone.ask(list(item("a", 2)))
    #expect(phone.waiting == ["save order"])
    phone.answerAll()
    #expect(phone.cache.isWhole)
  }

  @Test func `an answer to nothing, or the second one to a request, ends no job`() {
    var phone = Phone()
    phone.ask(.writeModels([item("a", 1), item("b", 1)]))
    let (tag, _) = phone.open[0]
    #expect(phone.answer() == nil)
    #expect(phone.tell(.saved, tag) == nil)
    #expect(phone.tell(.saved, 99) == nil)
    #expect(!phone.cache.isIdle)
    #expect(phone.answer() == "1: done")
  }

  @Test func `forgetting finds all that stands there, and takes it away`() {
    var phone = Phone()
    phone.ask(list(item("a", 1)))
    phone.answerAll()
    phone.restart()
    phone.wipe()
    #expect(phone.cache.isWiping)
    #expect(phone.waiting == ["load all"])
    #expect(phone.answer() == nil)
    #expect(phone.waiting == ["forget order", "forget row a"])
    phone.answer()
    #expect(phone.cache.isWiping)
    phone.answer()
    #expect(!phone.cache.isWiping)
    #expect(phone.content.isEmpty)
  }

  @Test func `while everything is forgotten nothing is read`() {
    var phone = Phone()
    phone.ask(list(item("a", 1)))
    phone.answerAll()
    phone.wipe()
    #expect(phone.ask(Self.read).answer == "2: nothing")
    #expect(phone.ask(.readModel(ListItem.id(Key("a")), as: ListItem.self)).answer == "3: nothing")
    phone.answerAll()
    phone.ask(Self.read)
    #expect(phone.answer() == "4: nothing")
  }

  @Test func `what is written while everything is forgotten stays`() {
    var phone = Phone()
    phone.ask(list(item("a", 1), item("b", 2)))
    phone.answerAll()
    phone.wipe()
    phone.ask(list(item("b", 3)))
    phone.answerAll()
    #expect(!phone.cache.isWiping)
    phone.restart()
    phone.ask(Self.read)
    #expect(phone.answer() == "3: [b 3]")
    #expect(phone.content.map(\.key) == [Key("order"), Key("row b")])
  }

  @Test func `what was loaded before everything was forgotten is not known afterwards`() {
    var phone = Phone()
    phone.ask(list(item("a", 1)))
    phone.answerAll()
    phone.restart()
    phone.ask(Self.read)
    phone.wipe()
    #expect(phone.answer() == "2: [a 1]")
    phone.answerAll()
    #expect(phone.content.isEmpty)
    // It stands there no longer, and is written.
    phone.ask(list(item("a", 1)))
    #expect(phone.waiting == ["save order", "save row a"])
  }

  @Test func `what could not be forgotten is tried again`() {
    var phone = Phone()
    phone.ask(list(item("a", 1)))
    phone.answer(1, fails: true)
    phone.answerAll()
    phone.wipe()
    #expect(phone.cache.isWhole)
    phone.answer(fails: true)
    #expect(phone.waiting == ["load all"])
    phone.answer()
    #expect(phone.waiting == ["forget order"])
    phone.answer(fails: true)
    #expect(phone.waiting == ["forget order"] && phone.cache.isWiping)
    phone.answer()
    #expect(!phone.cache.isWiping && phone.content.isEmpty)
  }

  @Test func `what could not be forgotten is not taken away from those who wrote it meanwhile`() {
    var phone = Phone()
    phone.ask(list(item("a", 1)))
    phone.answerAll()
    phone.wipe()
    phone.answer()
    phone.ask(list(item("a", 5)))
    #expect(
      phone.waiting == ["forget order", "forget row a", "save order", "save row a"])
    phone.answer(1, fails: true)
    phone.answerAll()
    #expect(!phone.cache.isWiping)
    phone.ask(Self.read)
    #expect(phone.answer() == "3: [a 5]")
  }

  @Test func `it is tried often, but not forever`() {
    var phone = Phone()
    phone.wipe()
    var count = 0
    while !phone.open.isEmpty, count < 1000 {
      phone.answer(fails: true)
      count += 1
    }
    #expect(count == 64)
    #expect(!phone.cache.isWiping)
  }
}
