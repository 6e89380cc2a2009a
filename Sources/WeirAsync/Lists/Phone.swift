// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import WeirClient
import WeirCore
public import WeirTree

/// The phone on which a list lives, for as long as it is open.
///
/// Everything may be asked from any task and any actor of the list.
public final class Phone: Sendable {
  /// The screen that the list is to show, as the scenario says it.
  public let screen: Screen
  private let state: Mutex<State>

  /// Data events up to one that says that the batch is complete.
  public typealias Batch = [DataEvent]

  private struct State: Sendable {
    /// `true` once the list was closed.
    var isOver = false
    var wishes: [StackWish] = []
    /// Lists that were shown, and wait for their turn.
    var editions: [[Row]] = []
    /// The rows that were shown last; nil: nothing yet.
    var latest: [Row]?
    var nextTag: UInt32
    // Only looked up in.
    var listens: [UInt32: AsyncThrowingStream<Batch, any Error>.Continuation] = [:]
    /// The tags of the listens that are open, the oldest first.
    var openTags: [UInt32] = []
    // Only looked up in.
    var writes: [UInt32: CheckedContinuation<Message.Answer?, Never>] = [:]
    var writeTags: [UInt32] = []
    /// The pages that are under way.
    var pages: [UInt32] = []
  }

  init(_ screen: Screen, firstTag: UInt32) {
    self.screen = screen
    state = Mutex(State(nextTag: firstTag))
  }

  // MARK: Asked by the list

  /// Listens to the first list of the screen, or to another place.
  ///
  /// Each element is a batch of data events after which the view is complete. The stream throws ``ListenRefused`` if the server refuses; when
  /// nobody walks through it any longer, the phone listens no more.
  ///
  /// - Parameters:
  ///   - path: The place; nil: that of the screen's first list.
  ///   - query: What of it; nil: what the screen's first list selects, or everything at another place.
  public func listen(
    to path: Path? = nil, _ query: Query? = nil
  ) -> AsyncThrowingStream<Batch, any Error> {
    let list = screen.sources[0]
    let (stream, continuation) = AsyncThrowingStream<Batch, any Error>.makeStream()
    let tag: UInt32? = state.withLock { state in
      guard !state.isOver else { return nil }
      let tag = state.nextTag
      state.nextTag += 1
      state.listens[tag] = continuation
      state.openTags.append(tag)
      state.wishes.append(
        .listen(
          tag: tag, path ?? list.path, query ?? (path == nil ? list.query : Query())))
      return tag
    }
    guard let tag else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [self] _ in stopListening(tag) }
    return stream
  }

  /// Shows rows in the place of those that were shown before; the same once more change nothing, and are not told.
  public func show(_ rows: [Row]) {
    state.withLock { state in
      if state.isOver || state.latest == rows { return }
      state.latest = rows
      state.editions.append(rows)
      state.wishes.append(.publish)
    }
  }

  /// Writes, and returns the answer; nil: the list was closed before it came, and whether it was written nobody knows.
  public func write(_ write: Write) async -> Message.Answer? {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isOver { return true }
        let tag = state.nextTag
        state.nextTag += 1
        state.writes[tag] = continuation
        state.writeTags.append(tag)
        state.wishes.append(.write(tag: tag, write, journey: 0))
        return false
      }
      if isOver { continuation.resume(returning: nil) }
    }
  }

  // MARK: Told by the stack

  private func stopListening(_ tag: UInt32) {
    state.withLock { state in
      guard state.listens.removeValue(forKey: tag) != nil else { return }
      state.openTags.removeAll { $0 == tag }
      state.wishes.append(.unlisten(tag: tag))
    }
  }

  /// Brings a batch to whoever walks through the stream.
  func hear(_ batch: Batch, from tag: UInt32) {
    // Not inside the lock: what is resumed may ask for something at once.
    let listen = state.withLock { $0.listens[tag] }
    listen?.yield(batch)
  }

  /// Ends a listen that the server refuses; `false`: it was not open.
  func lose(_ tag: UInt32, _ refusal: Message.Refusal) -> Bool {
    let listen = state.withLock { state in
      state.openTags.removeAll { $0 == tag }
      return state.listens.removeValue(forKey: tag)
    }
    listen?.finish(throwing: ListenRefused(refusal))
    return listen != nil
  }

  /// Brings the answer to a write.
  func settle(_ tag: UInt32, _ answer: Message.Answer) {
    let write = state.withLock { state in
      state.writeTags.removeAll { $0 == tag }
      return state.writes.removeValue(forKey: tag)
    }
    write?.resume(returning: answer)
  }

  /// Says something to the app.
  func tell(_ news: StackNews) {
    state.withLock { state in
      if !state.isOver { state.wishes.append(.tell(news)) }
    }
  }

  /// Begins a page.
  func beginPage(_ call: UInt32) { state.withLock { $0.pages.append(call) } }

  /// Says what came of a page, unless that was said when the list was closed.
  func endPage(_ call: UInt32, _ news: StackNews) {
    state.withLock { state in
      guard let place = state.pages.firstIndex(of: call) else { return }
      state.pages.remove(at: place)
      state.wishes.append(.tell(news))
    }
  }

  /// The list was closed: nothing that it asks for leads anywhere any more.
  func end() {
    let (streams, answers) = state.withLock { state in
      let streams = state.openTags.compactMap { state.listens.removeValue(forKey: $0) }
      let answers = state.writeTags.compactMap { state.writes.removeValue(forKey: $0) }
      for tag in state.openTags { state.wishes.append(.unlisten(tag: tag)) }
      for call in state.pages { state.wishes.append(.tell(.pageFailed(call: call, .cancelled))) }
      state.isOver = true
      state.openTags = []
      state.writeTags = []
      state.pages = []
      state.editions = []
      state.wishes.removeAll { if case .publish = $0 { true } else { false } }
      return (streams, answers)
    }
    for stream in streams { stream.finish() }
    for answer in answers { answer.resume(returning: nil) }
  }

  /// Takes what the list has asked for.
  func takeWishes(into wishes: inout [StackWish]) {
    wishes += state.withLock { state in
      defer { state.wishes = [] }
      return state.wishes
    }
  }

  /// Takes the list that is to be shown next.
  func takeEdition() -> [Row]? {
    state.withLock { $0.editions.isEmpty ? nil : $0.editions.removeFirst() }
  }

  /// The tag that the phone of the next life begins with.
  var nextTag: UInt32 { state.withLock { $0.nextTag } }
}
