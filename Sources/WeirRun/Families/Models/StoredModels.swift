// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
import WeirCore
package import WeirModels
package import WeirTree

/// The cache of an app with models, in the store of its phone: a value for each row, and one for the order of the list.
///
/// A value that stands there already is not written again.
package struct StoredModels: Sendable {
  /// A job of which the store has not done everything.
  private struct Job: Sendable {
    var wish: CacheWish
    var open: Int
    var hasFailed = false
  }

  /// The purpose of a request to the store.
  private enum Errand: Sendable {
    /// It loads everything for a job, after so many times that everything was to be forgotten.
    case load(job: Int, after: Int)
    /// It saves a place for a job.
    case save(Key, job: Int)
    /// It finds out what is to be forgotten; the first one, or another one after it has failed.
    case survey(Int)
    /// It forgets a place; the first one, or another one after it has failed.
    case forget(Key, Int)
  }

  private let field: Key
  private var jobs: [Job] = []
  // Only looked up in.
  private var errands: [UInt32: Errand] = [:]
  /// The values that stand in the store or are on their way there; nothing is said of a place of which nothing is known.
  private var mirror = SortedMap<Key, Node>()
  /// The places of the list that could not be saved; only looked up in.
  private var failed: Set<Key> = []
  private var lastTag: UInt32 = 0
  /// The number of requests for everything to be forgotten that are on their way.
  private var wipes = 0
  /// The number of times that everything was to be forgotten.
  private var lives = 0

  /// The number of times that it is tried to forget everything.
  private static let mostTries = 64
  private static let order = Key("order")

  /// Makes the cache of an app whose rows count that field.
  package init(counts field: Key) { self.field = field }

  /// `true` if no job is on its way.
  package var isIdle: Bool { jobs.isEmpty }
  /// `true` while everything is being forgotten.
  package var isWiping: Bool { wipes > 0 }

  /// `true` if the store could keep all that was to be kept.
  package var isWhole: Bool { failed.isEmpty }

  private static func place(of key: Key) -> Key { Key("row \(key)") }

  /// The order of rows, as a value that keeps it.
  private static func order(of keys: [Key]) -> Node {
    Node(keys.enumerated().map { (Key("\($0.offset)"), .text("\($0.element)")) })
  }

  /// Asks the store for what a job needs; returns the answer if it needs nothing.
  package mutating func ask(_ wish: CacheWish, into wishes: inout [StackWish]) -> CacheAnswer? {
    switch wish.job {
    case .readModel, .readList:
      // What is to be forgotten is not there any more.
      if isWiping { return CacheAnswer(tag: wish.tag, result: .nothing) }
      jobs.append(Job(wish: wish, open: 1))
      send(.load(nil), .load(job: wish.tag, after: lives), into: &wishes)
      return nil
    case .writeModels(let models):
      return save(models.compactMap { ($0 as? ListItem)?.saved }, for: wish, into: &wishes)
    case .deleteModel(let model):
      let gone = (model as? ListItem).map { [(Self.place(of: $0.key), Node.null)] }
      return save(gone ?? [], for: wish, into: &wishes)
    case .writeList(_, let rows):
      let items = rows.compactMap { $0 as? ListItem }
      failed.formIntersection(items.map { Self.place(of: $0.key) } + [Self.order])
      return save(values(of: items), for: wish, into: &wishes)
    }
  }

  /// The values that keep a list, and nothing for rows that are no longer in it.
  private func values(of items: [ListItem]) -> [(Key, Node)] {
    var values = SortedMap<Key, Node>()
    for (place, _) in mirror { values.set(.null, for: place) }
    for item in items { values.set(item.node, for: Self.place(of: item.key)) }
    values.set(Self.order(of: items.map(\.key)), for: Self.order)
    return values.map { ($0.key, $0.value) }
  }

  private mutating func save(
    _ values: [(place: Key, node: Node)], for wish: CacheWish, into wishes: inout [StackWish]
  ) -> CacheAnswer? {
    let new = values.filter { mirror[$0.place] != $0.node }
    if new.isEmpty { return CacheAnswer(tag: wish.tag, result: .done) }
    jobs.append(Job(wish: wish, open: new.count))
    for (place, node) in new {
      mirror.set(node, for: place)
      failed.remove(place)
      send(.save(place, node), .save(place, job: wish.tag), into: &wishes)
    }
    return nil
  }

  private mutating func send(
    _ request: StoreRequest, _ errand: Errand, into wishes: inout [StackWish]
  ) {
    lastTag += 1
    errands[lastTag] = errand
    wishes.append(.store(tag: lastTag, request))
  }

  /// Takes an answer of the store in, and returns the answer of the job that it ends.
  package mutating func take(
    _ answer: StoreAnswer, _ tag: UInt32, into wishes: inout [StackWish]
  ) -> CacheAnswer? {
    switch errands.removeValue(forKey: tag) {
    case nil: return nil
    case .load(let job, let life):
      if case .value(let all) = answer, life == lives { learn(all) }
      return end(of: job, answer)
    case .save(let place, let job):
      // Nobody knows what stands there but the store.
      if answer == .failed {
        mirror.remove(place)
        failed.insert(place)
      }
      return end(of: job, answer)
    case .survey(let number):
      wipes -= 1
      if case .value(let all) = answer {
        forget(all.children.map(\.key).filter { mirror[$0] == nil }, 1, into: &wishes)
      } else if number < Self.mostTries {
        survey(number + 1, into: &wishes)
      }
      return nil
    case .forget(let place, let number):
      wipes -= 1
      // What was written there meanwhile is not to be forgotten.
      if answer == .failed, number < Self.mostTries, mirror[place] == nil {
        forget([place], number + 1, into: &wishes)
      }
      return nil
    }
  }

  /// Takes in the values that stand in the store where none is known.
  private mutating func learn(_ all: Node) {
    for (place, node) in all.children where mirror[place] == nil { mirror.set(node, for: place) }
  }

  private mutating func end(of tag: Int, _ answer: StoreAnswer) -> CacheAnswer? {
    guard let index = jobs.firstIndex(where: { $0.wish.tag == tag }) else { return nil }
    jobs[index].open -= 1
    if answer == .failed { jobs[index].hasFailed = true }
    if jobs[index].open > 0 { return nil }
    let job = jobs.remove(at: index)
    return CacheAnswer(tag: tag, result: result(of: job, answer))
  }

  private func result(of job: Job, _ answer: StoreAnswer) -> CacheResult {
    if job.hasFailed { return .failed(CacheError("the phone could not do it")) }
    guard case .value(let all) = answer else { return .done }
    switch job.wish.job {
    case .readModel(let id?, let type):
      for (place, node) in all.children {
        guard let key = Self.key(at: place) else { continue }
        let item = ListItem(key, node, counts: field)
        if item.modelID == id, type == ListItem.self { return .model(item) }
        if let count = item.count, count.modelID == id { return .model(count) }
      }
      return .nothing
    case .readList:
      let order = all[Self.order].children.sorted { a, b in
        (Int("\(a.key)") ?? 0) < (Int("\(b.key)") ?? 0)
      }
      if order.isEmpty { return .nothing }
      return .list(
        order.compactMap { entry in
          guard case .text(let name) = entry.value else { return nil }
          let node = all[Self.place(of: Key(name))]
          return node.isNull ? nil : ListItem(Key(name), node, counts: field)
        })
    default: return .done
    }
  }

  /// The key of the row at a place; nil: there is none.
  private static func key(at place: Key) -> Key? {
    let (text, start) = ("\(place)", "row ")
    return text.utf8.starts(with: start.utf8) ? Key(String(text.dropFirst(start.count))) : nil
  }

  /// Forgets everything.
  package mutating func wipe(into wishes: inout [StackWish]) {
    mirror = SortedMap()
    failed = []
    lives += 1
    survey(1, into: &wishes)
  }

  private mutating func survey(_ number: Int, into wishes: inout [StackWish]) {
    wipes += 1
    send(.load(nil), .survey(number), into: &wishes)
  }

  private mutating func forget(
    _ places: [Key], _ number: Int, into wishes: inout [StackWish]
  ) {
    for place in places {
      wipes += 1
      send(.save(place, .null), .forget(place, number), into: &wishes)
    }
  }
}

extension ListItem {
  /// The value that keeps it, and its place.
  fileprivate var saved: (Key, Node) { (Key("row \(key)"), node) }
}
