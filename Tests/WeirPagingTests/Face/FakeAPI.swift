// SPDX-License-Identifier: GPL-3.0-or-later
import WeirPaging

/// An API with offsets, whose answers wait until they are released.
actor FakeAPI {
  private(set) var requests: [PageRequest] = []
  private(set) var cancelled: [Int] = []
  private var failures: [PageError] = []
  private var isHeld = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private let list: [Item]

  init(_ count: Int) { list = items(0..<count) }

  /// Fails the next requests.
  func fail(_ errors: PageError...) { failures = errors }
  func hold() { isHeld = true }
  func release() {
    isHeld = false
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func page(_ request: PageRequest) async throws -> PageAnswer<Item> {
    requests.append(request)
    if isHeld { await withCheckedContinuation { waiters.append($0) } }
    if Task.isCancelled {
      cancelled.append(request.id)
      throw CancellationError()
    }
    if !failures.isEmpty { throw failures.removeFirst() }
    let end = min(list.count, request.offset + request.size)
    return PageAnswer(
      items: Array(list[min(request.offset, end)..<end]), total: list.count)
  }

  /// Waits until so many requests have come.
  func waitForRequests(_ count: Int) async {
    while requests.count < count { await Task.yield() }
  }
}
