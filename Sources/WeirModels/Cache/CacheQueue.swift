/// The jobs of a cache that are not answered, in the order in which they were wanted.
struct CacheQueue: Sendable {
  private struct Entry: Sendable {
    let wish: CacheWish
    let request: Int?
    var isOut = false
  }

  private let order: CacheOrder
  private var entries: [Entry] = []
  private var lastTag = 0

  init(_ order: CacheOrder) { self.order = order }

  /// The number of jobs that are not answered.
  var count: Int { entries.count }

  /// Adds a job, and hands out what may go.
  mutating func add(
    _ job: CacheJob, request: Int? = nil, context: (any Sendable)?, into wishes: inout [StoreWish]
  ) {
    lastTag += 1
    entries.append(
      Entry(wish: CacheWish(tag: lastTag, job: job, context: context), request: request))
    handOut(into: &wishes)
  }

  /// Takes an answer; returns the job and its request, or nil if no such job is out.
  mutating func answer(
    _ tag: Int, into wishes: inout [StoreWish]
  ) -> (job: CacheJob, request: Int?)? {
    guard let index = entries.firstIndex(where: { $0.wish.tag == tag && $0.isOut }) else {
      return nil
    }
    let entry = entries.remove(at: index)
    handOut(into: &wishes)
    return (entry.wish.job, entry.request)
  }

  private mutating func handOut(into wishes: inout [StoreWish]) {
    for index in entries.indices where !entries[index].isOut && mayGo(index) {
      entries[index].isOut = true
      wishes.append(.cache(entries[index].wish))
    }
  }

  private func mayGo(_ index: Int) -> Bool {
    switch order {
    case .unordered: true
    case .serial: index == 0
    case .perKey:
      !entries[..<index].contains { $0.wish.job.mustPrecede(entries[index].wish.job) }
    }
  }
}

extension CacheJob {
  /// `true` if a later job must wait for this one.
  ///
  /// A list is put together from its rows when it is read, so that it waits for all that is written.
  fileprivate func mustPrecede(_ later: CacheJob) -> Bool {
    if case .readList = later, !isRead { return true }
    if isRead, later.isRead { return false }
    if let list, list == later.list { return true }
    let ids = later.ids
    return self.ids.contains { ids.contains($0) }
  }

  private var isRead: Bool {
    switch self {
    case .readModel, .readList: true
    case .writeModels, .deleteModel, .writeList: false
    }
  }

  private var list: ListKey? {
    switch self {
    case .readList(let key, _): key
    case .writeList(let key, _): key
    case .readModel, .writeModels, .deleteModel: nil
    }
  }

  private var ids: [ModelID] {
    switch self {
    case .readModel(let id, _): id.map { [$0] } ?? []
    case .writeModels(let models), .writeList(_, let models): models.compactMap(\.modelID)
    case .deleteModel(let model): model.modelID.map { [$0] } ?? []
    case .readList: []
    }
  }
}
