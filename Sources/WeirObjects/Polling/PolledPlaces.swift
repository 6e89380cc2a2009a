// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// The places that an app listens to at a backend that can only be read: each is read again and again, and what has changed is
/// told as a live backend would.
///
///     var polls = PolledPlaces(every: .seconds(5))
///     // ObjectStore or LiveView: .listen(tag: 1, /people/ann)
///     polls.listen(1, to: Path("people/ann"), at: now, into: &tasks)        // .read(tag: 1, /people/ann, …)
///     polls.take(.success(node), of: 1, at: now, into: &tasks)              // .tell(1, .added …), …, .tell(1, .value)
///     // set a clock for polls.nextDeadline, and then:
///     polls.wake(at: now, into: &tasks)                                     // .read(tag: 2, /people/ann, …)
///
/// It stands between a machine and the backend, and neither knows of it. Its own tags are those of its reads; those of the listens
/// are the machine's, so each machine has one of its own.
///
/// - A place is not read while a reading of it is under way: a slow backend is asked less often, not more.
/// - What has changed is told as one complete batch, and nothing is told if nothing has.
/// - A change that is taken back before the next reading is never heard of: who needs each of them needs a live backend.
public struct PolledPlaces: Sendable {
  /// A listen of the machine, and what it was told.
  private struct Listen: Sendable {
    let place: Path
    let query: Query
    /// The tag of the reading under way; nil: there is none.
    var reading: UInt32?
    var due: Instant?
    var told: Node?
  }

  /// The time between two readings of a place.
  public let period: Interval
  private var listens = SortedMap<UInt32, Listen>()
  /// The listens by the tags of their readings; only looked up in.
  private var readings: [UInt32: UInt32] = [:]
  private var lastTag: UInt32 = 0

  /// Makes the places of an app that listens to none; the period must be positive.
  public init(every period: Interval) {
    invariant(period > .zero, "places are read again after some time")
    self.period = period
  }

  /// The number of places that are listened to.
  public var count: Int { listens.count }

  /// The instant at which a place is to be read next; nil: none is.
  public var nextDeadline: Instant? { listens.compactMap(\.value.due).min() }

  /// Begins to read a place for a listen of the machine.
  public mutating func listen(
    _ tag: UInt32, to place: Path, _ query: Query = Query(), into wishes: inout [PollWish]
  ) {
    invariant(listens[tag] == nil, "listen \(tag) was begun twice")
    listens.set(Listen(place: place, query: query), for: tag)
    read(tag, into: &wishes)
  }

  /// Ends a listen; a reading under way is not heard.
  public mutating func unlisten(_ tag: UInt32) {
    if let reading = listens.remove(tag)?.reading { readings[reading] = nil }
  }

  private mutating func read(_ tag: UInt32, into wishes: inout [PollWish]) {
    guard var listen = listens[tag] else { return }
    lastTag += 1
    readings[lastTag] = tag
    (listen.reading, listen.due) = (lastTag, nil)
    listens.set(listen, for: tag)
    wishes.append(.read(tag: lastTag, listen.place, listen.query))
  }

  /// Reads the places whose time has come.
  public mutating func wake(at now: Instant, into wishes: inout [PollWish]) {
    for (tag, listen) in Array(listens) {
      if let due = listen.due, due <= now { read(tag, into: &wishes) }
    }
  }

  /// Takes in what was read, the children that the query asks for; or why it was not.
  ///
  /// A place that may not be read is given up; what else goes wrong is tried again when its time comes.
  public mutating func take(
    _ found: Result<Node, ReadRefusal>, of reading: UInt32, at now: Instant,
    into wishes: inout [PollWish]
  ) {
    guard let tag = readings.removeValue(forKey: reading), var listen = listens[tag] else { return }
    (listen.reading, listen.due) = (nil, now + period)
    switch found {
    case .success(let node):
      let told = listen.told
      listen.told = node
      listens.set(listen, for: tag)
      if told != node { tell(tag, node, after: told, into: &wishes) }
    case .failure(let refused) where refused.refusal == .forbidden:
      listens.remove(tag)
      wishes.append(.lost(tag, refused.refusal))
    case .failure: listens.set(listen, for: tag)
    }
  }

  /// Tells what differs between two readings, in the order of a batch.
  private func tell(
    _ tag: UInt32, _ node: Node, after told: Node?, into wishes: inout [PollWish]
  ) {
    let (old, new) = (told ?? .null, node)
    for (key, child) in old.children where new[key].isNull {
      wishes.append(.tell(tag, DataEvent(.removed, key, child)))
    }
    var previous: Key?
    var changed: [DataEvent] = []
    for (key, child) in new.children {
      if old[key].isNull {
        wishes.append(.tell(tag, DataEvent(.added, key, child, after: previous)))
      } else if old[key] != child {
        changed.append(DataEvent(.changed, key, child, after: previous))
      }
      previous = key
    }
    for event in changed { wishes.append(.tell(tag, event)) }
    wishes.append(.tell(tag, .value))
  }
}

/// Something that ``PolledPlaces`` want to have done, or told.
public enum PollWish: Sendable {
  /// Read once what lies at a place, and of it what a query asks for; hand it to ``PolledPlaces/take(_:of:at:into:)``.
  case read(tag: UInt32, Path, Query)
  /// Hand an event to the machine that listens with this tag.
  case tell(UInt32, DataEvent)
  /// Tell the machine that listens with this tag that it may not.
  case lost(UInt32, Message.Refusal)
}
