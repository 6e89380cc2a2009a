// SPDX-License-Identifier: Apache-2.0

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
    let job = entries[index].wish.job
    return !entries[..<index].contains { order.waits(job, for: $0.wish.job) }
  }
}
