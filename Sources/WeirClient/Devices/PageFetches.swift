// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// The questions of one app for pages of lists.
///
///     fetches.ask(query, tag: 1, journey: 7, isConnected: true, at: now, into: &wishes)  // .send(id: 1, …), .wake(due)
///     fetches.receive(1, .page(page, isLast: true), into: &wishes)                      // .answer(tag: 1, …)
///     fetches.breakOff(into: &wishes)                                                   // .answer(tag: 2, .failed(.interrupted))
///
/// A question is asked once, and fails with the connection: to ask again is the app's affair.
public struct PageFetches: Sendable {
  /// The manners in which an app asks, as a family states them.
  public struct Rules: Hashable, Sendable {
    /// The time for which it waits for the last answer to a question.
    public var patience = Interval.seconds(10)

    /// Makes the usual manners.
    public init() {}
  }

  /// A wish of the questions.
  public enum Wish: Sendable {
    /// Wake them then.
    case wake(Instant)
    /// Send this in the session that the client has.
    case send(id: UInt32, PageQuery, journey: UInt32)
    /// Tell the stack, and nothing more under this tag if that is the last.
    case answer(tag: UInt32, PageQuery, PageReply, journey: UInt32)
  }

  private struct Question: Sendable {
    var id: UInt32
    var tag: UInt32
    var query: PageQuery
    var journey: UInt32
    var due: Instant
  }

  private let rules: Rules
  /// The number of the last question, of which no two lives of the app have the same.
  private var lastID: UInt32 = 0
  /// In the order in which they were asked, which is that in which they are due.
  private var questions: [Question] = []

  /// Makes an app that has asked nothing.
  public init(_ rules: Rules) {
    invariant(rules.patience > .zero, "an app gives up before it asks")
    self.rules = rules
  }

  /// `true` if nothing is asked.
  public var isIdle: Bool { questions.isEmpty }

  /// Asks for a page.
  public mutating func ask(
    _ query: PageQuery, tag: UInt32, journey: UInt32, isConnected: Bool, at now: Instant,
    into wishes: inout [Wish]
  ) {
    guard isConnected else {
      return wishes.append(.answer(tag: tag, query, .failed(.offline), journey: journey))
    }
    lastID += 1
    let due = now + rules.patience
    questions.append(Question(id: lastID, tag: tag, query: query, journey: journey, due: due))
    wishes.append(.send(id: lastID, query, journey: journey))
    wishes.append(.wake(due))
  }

  /// Gives up the question that has this tag, of which nothing more is told.
  public mutating func cancel(_ tag: UInt32) { questions.removeAll { $0.tag == tag } }

  /// Takes in an answer; one that nobody waits for any more is nobody's.
  public mutating func receive(_ id: UInt32, _ reply: PageReply, into wishes: inout [Wish]) {
    guard let place = questions.firstIndex(where: { $0.id == id }) else { return }
    let question = questions[place]
    if reply.isLast { questions.remove(at: place) }
    wishes.append(.answer(tag: question.tag, question.query, reply, journey: question.journey))
  }

  /// Gives up what was not answered in time.
  public mutating func wake(at now: Instant, into wishes: inout [Wish]) {
    while let first = questions.first, first.due <= now {
      fail(questions.removeFirst(), .late, into: &wishes)
    }
  }

  /// The connection is gone, and all answers with it.
  public mutating func breakOff(into wishes: inout [Wish]) {
    for question in questions { fail(question, .interrupted, into: &wishes) }
    questions.removeAll()
  }

  /// The app is killed, and nothing is answered any more.
  public mutating func kill() { questions.removeAll() }

  private func fail(_ question: Question, _ failure: PageFailure, into wishes: inout [Wish]) {
    wishes.append(
      .answer(tag: question.tag, question.query, .failed(failure), journey: question.journey))
  }
}

extension PageReply {
  /// `true` if nothing follows.
  public var isLast: Bool {
    switch self {
    case .page(_, let isLast): isLast
    case .failed: true
    }
  }
}
