// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

// Pages: read once, at the copy that the client listens to, and answered out of order.
extension Backend {
  /// The longest page that is served.
  private static var longestPage: Int { 10_000 }

  /// Answers a question for a page, or owes the answer for a while.
  mutating func serve(
    page message: Message, at now: Instant, into wishes: inout [Wish]
  ) {
    let delay = pages.slowness()
    if delay == .zero { return answer(page: message, mayRepeat: true, at: now, into: &wishes) }
    heldCount += 1
    pages.owe(message, at: DueTime(now + delay, heldCount))
  }

  /// Answers the questions whose answers are owed until now.
  mutating func answerOwedPages(at now: Instant, into wishes: inout [Wish]) {
    while let message = pages.takeDue(at: now) {
      if isOfOpenSession(message) {
        answer(page: message, mayRepeat: false, at: now, into: &wishes)
      }
    }
  }

  /// Turns a question away.
  func refuse(
    page message: Message, _ failure: PageFailure, into wishes: inout [Wish]
  ) {
    guard case .fetch(let id, _) = message.body else { return }
    send(.page(id: id, .failed(failure)), to: message.client, message.journey, into: &wishes)
  }

  private mutating func answer(
    page message: Message, mayRepeat: Bool, at now: Instant, into wishes: inout [Wish]
  ) {
    guard case .fetch(let id, let query) = message.body else { return }
    guard Self.isServed(query.list.path, query.list.query), 1...Self.longestPage ~= query.count
    else {
      return refuse(page: message, .invalid, into: &wishes)
    }
    guard mayRead(query.list.path, message.client, at: now) else {
      return refuse(page: message, .forbidden, into: &wishes)
    }
    switch pages.page(query, of: root(for: message.client)[query.list.path]) {
    case .failure(.gone): refuse(page: message, .gone, into: &wishes)
    case .success(let page):
      let again = mayRepeat ? pages.repetition() : nil
      send(
        .page(id: id, .page(page, isLast: again == nil)), to: message.client, message.journey,
        into: &wishes)
      if let again {
        heldCount += 1
        pages.owe(message, at: DueTime(now + again, heldCount))
      }
    }
  }
}
