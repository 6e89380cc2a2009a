public import WeirCore
public import WeirTree

/// The client SDK below every stack: what it knows of the server's data, what it has written and not
/// yet been answered, and how it makes sure that both come true.
///
/// A write shows at once; it is undone if the server turns it away. On a link that loses messages the
/// client numbers, repeats and asks anew, so that it ends up where a reliable link would have led it.
///
///     let tag = client.listen(to: path, query, at: now, into: &wishes)  // .send(listen)
///     client.write(.set(path, node), journey: 1, at: now, into: &wishes)  // .heard(added…), .send
public struct Client: Sendable {
  /// What the client wants done, or wants known.
  public enum Wish: Sendable {
    /// Hand this to the network.
    case send(journey: UInt32, Message.Body)
    /// Tell the stack that listens under this tag.
    case heard(tag: UInt32, DataEvent)
    /// A write was answered for good; what that changes in a list comes next.
    case settled(write: UInt32, journey: UInt32, Message.Answer)
    /// A message was sent again because no answer came.
    case resent(journey: UInt32)
    /// Pushes were missed; the lists are asked for anew.
    case resynced
    /// Call ``Client/retry(at:into:)`` then.
    case retry(Instant)
  }

  /// How often a client on a link that loses messages asks whether it missed the last push.
  public static let pingPeriod = Interval.seconds(1)
  private static let longestPatience = Interval.seconds(30)

  private let isReliable: Bool
  private let patience: Interval
  private var subscriptions: [Subscription] = []
  private var pending: [PendingWrite] = []
  private var nextWrite: UInt32 = 1
  private var heard: UInt32 = 0
  private var retryAt = Instant.never
  private var currentPatience: Interval
  private var events: [DataEvent] = []

  /// Makes a client; `patience` is how long it waits for an answer before it sends again, on a link that
  /// may lose messages.
  public init(isReliable: Bool, patience: Interval) {
    self.isReliable = isReliable
    self.patience = patience
    currentPatience = patience
  }

  /// The number of the last write.
  public var lastWrite: UInt32 { nextWrite - 1 }

  /// Whether everything that was asked was answered and nothing is known to be missing.
  public var isAtRest: Bool {
    pending.isEmpty && subscriptions.allSatisfy { !$0.awaitsSnapshot && !$0.isStale }
  }

  /// The content of a child as the user sees it, or null.
  public func node(at key: Key, tag: UInt32) -> Node {
    subscriptions[Int(tag)].view[key] ?? .null
  }

  /// Starts to listen, and says under which tag.
  public mutating func listen(
    to path: Path, _ query: Query, at now: Instant, into wishes: inout [Wish]
  ) -> UInt32 {
    let tag = UInt32(subscriptions.count)
    subscriptions.append(Subscription(path: path, query: query))
    wishes.append(.send(journey: 0, .listen(tag: tag, path, query)))
    if !isReliable { planRetry(at: now, into: &wishes) }
    return tag
  }

  /// Writes: shows the change at once and asks the server for it.
  public mutating func write(
    _ write: Write, journey: UInt32, at now: Instant, into wishes: inout [Wish]
  ) {
    let id = nextWrite
    nextWrite += 1
    pending.append(PendingWrite(id: id, write: write, journey: journey))
    refresh(after: write, into: &wishes)
    wishes.append(.send(journey: journey, .write(id: id, write)))
    if !isReliable { planRetry(at: now, into: &wishes) }
  }

  /// A message of the server arrives.
  public mutating func receive(_ body: Message.Body, at now: Instant, into wishes: inout [Wish]) {
    switch body {
    case .change(let tag, let sequence, let key, let node):
      guard accept(sequence, at: now, into: &wishes) else { return }
      guard subscriptions[Int(tag)].isCurrent else { break }
      subscriptions[Int(tag)].receive(key, node, pending: pending, into: &events)
      tell(tag, into: &wishes)
    case .changes(let tag, let sequence, let entries):
      guard accept(sequence, at: now, into: &wishes) else { return }
      guard subscriptions[Int(tag)].isCurrent else { break }
      subscriptions[Int(tag)].receive(
        entries, isSnapshot: false, pending: pending, into: &events)
      tell(tag, into: &wishes)
    case .snapshot(let tag, let sequence, let entries):
      // A snapshot says everything, so a gap before it does not matter to its own list.
      if sequence <= heard { return }
      if sequence > heard + 1 { markStale(except: tag, at: now, into: &wishes) }
      heard = sequence
      subscriptions[Int(tag)].receive(entries, isSnapshot: true, pending: pending, into: &events)
      tell(tag, into: &wishes)
      hurry(at: now, into: &wishes)
    case .answer(let id, let answer, let after):
      hurry(at: now, into: &wishes)
      if let place = pending.firstIndex(where: { $0.id == id }) {
        pending[place].answer = (answer, after)
      }
    case .refused(let tag):
      subscriptions[Int(tag)].wasRefused = true
      planRetry(at: now, into: &wishes)
    case .pong(let sequence):
      if sequence > heard {
        heard = sequence
        markStale(except: nil, at: now, into: &wishes)
      }
    default: invariantBroken("a client was sent what only a backend understands")
    }
    settle(into: &wishes)
  }

  /// The time for an answer is over, unless one came meanwhile: what is unanswered is sent again.
  public mutating func retry(at now: Instant, into wishes: inout [Wish]) {
    guard now >= retryAt else { return }
    retryAt = .never
    var open = false
    for tag in subscriptions.indices {
      let subscription = subscriptions[tag]
      let isOpen = subscription.awaitsSnapshot || subscription.isStale
      guard isOpen, !isReliable || subscription.wasRefused else { continue }
      open = true
      subscriptions[tag].wasRefused = false
      sendListen(tag, into: &wishes)
      wishes.append(.resent(journey: 0))
    }
    if !isReliable {
      for write in pending where write.answer == nil {
        open = true
        wishes.append(.send(journey: write.journey, .write(id: write.id, write.write)))
        wishes.append(.resent(journey: write.journey))
      }
    }
    guard open else { return }
    currentPatience = min(currentPatience + currentPatience, Self.longestPatience)
    if !isReliable { planRetry(at: now, into: &wishes) }
  }

  /// Whether a push is the next one; notes a gap before it.
  private mutating func accept(
    _ sequence: UInt32, at now: Instant, into wishes: inout [Wish]
  ) -> Bool {
    if sequence == heard + 1 {
      heard = sequence
      return true
    }
    if sequence > heard {
      heard = sequence
      markStale(except: nil, at: now, into: &wishes)
    }
    return false
  }

  private mutating func markStale(
    except fresh: UInt32?, at now: Instant, into wishes: inout [Wish]
  ) {
    var asked = false
    for tag in subscriptions.indices where tag != fresh.map(Int.init) {
      guard !subscriptions[tag].isStale, !subscriptions[tag].awaitsSnapshot else { continue }
      subscriptions[tag].isStale = true
      sendListen(tag, into: &wishes)
      asked = true
    }
    guard asked else { return }
    wishes.append(.resynced)
    planRetry(at: now, into: &wishes)
  }

  private func sendListen(_ tag: Int, into wishes: inout [Wish]) {
    let subscription = subscriptions[tag]
    wishes.append(
      .send(journey: 0, .listen(tag: UInt32(tag), subscription.path, subscription.query)))
  }

  private mutating func planRetry(at now: Instant, into wishes: inout [Wish]) {
    guard retryAt == .never else { return }
    retryAt = now + currentPatience
    wishes.append(.retry(retryAt))
  }

  /// The server is within reach again: what is unanswered does not wait any longer for the patience of
  /// worse times to run out.
  private mutating func hurry(at now: Instant, into wishes: inout [Wish]) {
    currentPatience = patience
    guard retryAt != .never, retryAt > now + patience else { return }
    retryAt = now + patience
    wishes.append(.retry(retryAt))
  }

  /// Lets every answer count whose pushes were all heard.
  ///
  /// A committed write waits for the earlier ones. Were it let go first, the client would lay an
  /// older write that is still pending over it, and the user's last word would flash back to an earlier one.
  private mutating func settle(into wishes: inout [Wish]) {
    guard !pending.isEmpty else { return }
    var place = 0
    while place < pending.count {
      guard let (answer, after) = pending[place].answer, after <= heard,
        place == 0 || answer != .committed,
        !subscriptions.contains(where: \.isStale)
      else {
        place += 1
        continue
      }
      let write = pending.remove(at: place)
      wishes.append(.settled(write: write.id, journey: write.journey, answer))
      refresh(after: write.write, into: &wishes)
      place = 0
    }
  }

  private mutating func refresh(after write: Write, into wishes: inout [Wish]) {
    for tag in subscriptions.indices {
      subscriptions[tag].refresh(after: write, pending, into: &events)
      tell(UInt32(tag), into: &wishes)
    }
  }

  private mutating func tell(_ tag: UInt32, into wishes: inout [Wish]) {
    for event in events { wishes.append(.heard(tag: tag, event)) }
    events.removeAll(keepingCapacity: true)
  }
}
