public import WeirClient
public import WeirCore
public import WeirDiff
public import WeirTree

/// Any stream, so that streams can be built on streams.
///
/// No case is `indirect`: what comes out of its box is a copy, and a copy of a large list is paid for with
/// its next change. A stream that holds others keeps them in an array.
public enum Stream: Sendable {
  /// The children of one location.
  case list(ListStream)
}

extension Stream: StreamSource {
  // Each call takes the stream out and puts it back, so that nothing else holds it while it changes.

  /// Starts to listen.
  public mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    switch consume self {
    case .list(var list):
      list.open(at: now, into: &wishes)
      self = .list(list)
    }
  }

  /// Takes in one data event of a listen.
  public mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch consume self {
    case .list(var list):
      list.receive(event, from: tag, at: now, into: &wishes)
      self = .list(list)
    }
  }

  /// Takes in that a listen is over.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch consume self {
    case .list(var list):
      list.lose(tag, refusal, at: now, into: &wishes)
      self = .list(list)
    }
  }

  /// Does what a person wants.
  public mutating func perform(
    _ deed: StackDeed, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch consume self {
    case .list(var list):
      list.perform(deed, at: now, into: &wishes)
      self = .list(list)
    }
  }

  /// An alarm has come.
  public mutating func ring(at now: Instant, into wishes: inout [StackWish]) {
    switch consume self {
    case .list(var list):
      list.ring(at: now, into: &wishes)
      self = .list(list)
    }
  }

  /// Publishes what was gathered.
  public mutating func publish(into update: inout StackUpdate) {
    switch consume self {
    case .list(var list):
      list.publish(into: &update)
      self = .list(list)
    }
  }
}

// What was published.
extension Stream {
  /// How many sections there are.
  public var sectionCount: Int {
    switch self {
    case .list(let list): list.sectionCount
    }
  }

  /// How many rows a section has.
  public func rowCount(in section: Int) -> Int {
    switch self {
    case .list(let list): list.rowCount(in: section)
    }
  }

  /// A row.
  public func row(at place: Place) -> Row {
    switch self {
    case .list(let list): list.row(at: place)
    }
  }

  /// All rows.
  public func rows(into sections: inout [[Row]]) {
    switch self {
    case .list(let list): list.rows(into: &sections)
    }
  }

  /// An item.
  public func item(at place: Place) -> StreamItem {
    switch self {
    case .list(let list): list.item(at: place)
    }
  }

  /// Where the item of a key stands, if it does.
  public func place(of key: Key) -> Place? {
    switch self {
    case .list(let list): list.place(of: key)
    }
  }

  /// Whether a listen is the stream's own.
  public func owns(_ tag: UInt32) -> Bool {
    switch self {
    case .list(let list): list.owns(tag)
    }
  }

  /// Whether the first publication has happened.
  public var isLoaded: Bool {
    switch self {
    case .list(let list): list.isLoaded
    }
  }

  /// Why the stream is no longer kept up to date; nil while it is.
  public var refusal: Message.Refusal? {
    switch self {
    case .list(let list): list.refusal
    }
  }

  /// The order of the items.
  public var order: StreamOrder {
    switch self {
    case .list(let list): list.order
    }
  }
}
