// SPDX-License-Identifier: Apache-2.0
public import WeirClient
public import WeirCore
public import WeirDiff
public import WeirTree

/// Any stream, so that streams can be built on streams.
///
/// No case is `indirect`: what comes out of its box is a copy, and a copy of a large list is paid for with
/// its next change. A stream that holds others keeps them in an array.
public enum AnyStream: Sendable {
  /// The children of one location.
  case list(ListStream)
  /// Items of this app alone.
  case transient(TransientStream)
  /// Several streams as one list.
  case union(UnionStream)
  /// A stream in sections.
  case partitioned(PartitionedStream)
}

extension AnyStream {
  /// The stream itself, without the choice around it, for those who ask nothing but what every stack can do.
  public var asStack: any ClientStack {
    switch self {
    case .list(let list): list
    case .transient(let items): items
    case .union(let union): union
    case .partitioned(let parts): parts
    }
  }
}

extension AnyStream: StreamSource {
  // Each call takes the stream out and puts it back, so that nothing else holds it while it changes.

  /// Starts to listen.
  public mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    switch consume self {
    case .list(var list):
      list.open(at: now, into: &wishes)
      self = .list(list)
    case .transient(var items):
      items.open(at: now, into: &wishes)
      self = .transient(items)
    case .union(var union):
      union.open(at: now, into: &wishes)
      self = .union(union)
    case .partitioned(var parts):
      parts.open(at: now, into: &wishes)
      self = .partitioned(parts)
    }
  }

  /// Listens no longer; the rows stay as they are.
  public mutating func close(into wishes: inout [StackWish]) {
    switch consume self {
    case .list(var list):
      list.close(into: &wishes)
      self = .list(list)
    case .transient(var items):
      items.close(into: &wishes)
      self = .transient(items)
    case .union(var union):
      union.close(into: &wishes)
      self = .union(union)
    case .partitioned(var parts):
      parts.close(into: &wishes)
      self = .partitioned(parts)
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
    case .transient(var items):
      items.receive(event, from: tag, at: now, into: &wishes)
      self = .transient(items)
    case .union(var union):
      union.receive(event, from: tag, at: now, into: &wishes)
      self = .union(union)
    case .partitioned(var parts):
      parts.receive(event, from: tag, at: now, into: &wishes)
      self = .partitioned(parts)
    }
  }

  /// Records that a listen is over.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch consume self {
    case .list(var list):
      list.lose(tag, refusal, at: now, into: &wishes)
      self = .list(list)
    case .transient(var items):
      items.lose(tag, refusal, at: now, into: &wishes)
      self = .transient(items)
    case .union(var union):
      union.lose(tag, refusal, at: now, into: &wishes)
      self = .union(union)
    case .partitioned(var parts):
      parts.lose(tag, refusal, at: now, into: &wishes)
      self = .partitioned(parts)
    }
  }

  /// Does what a person wants.
  public mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch consume self {
    case .list(var list):
      list.perform(command, at: now, into: &wishes)
      self = .list(list)
    case .transient(var items):
      items.perform(command, at: now, into: &wishes)
      self = .transient(items)
    case .union(var union):
      union.perform(command, at: now, into: &wishes)
      self = .union(union)
    case .partitioned(var parts):
      parts.perform(command, at: now, into: &wishes)
      self = .partitioned(parts)
    }
  }

  /// Sets the state of this app for an item.
  ///
  ///     screen.setLocal(Node([(Key("isOpen"), .bool(true))]), of: key, at: now, into: &wishes)
  public mutating func setLocal(
    _ local: Node, of key: Key, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch consume self {
    case .list(var list):
      list.setLocal(local, of: key, at: now, into: &wishes)
      self = .list(list)
    case .transient(var items):
      items.setLocal(local, of: key, at: now, into: &wishes)
      self = .transient(items)
    case .union(var union):
      union.setLocal(local, of: key, at: now, into: &wishes)
      self = .union(union)
    case .partitioned(var parts):
      parts.setLocal(local, of: key, at: now, into: &wishes)
      self = .partitioned(parts)
    }
  }

  /// Handles an alarm.
  public mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    switch consume self {
    case .list(var list):
      list.wake(at: now, into: &wishes)
      self = .list(list)
    case .transient(var items):
      items.wake(at: now, into: &wishes)
      self = .transient(items)
    case .union(var union):
      union.wake(at: now, into: &wishes)
      self = .union(union)
    case .partitioned(var parts):
      parts.wake(at: now, into: &wishes)
      self = .partitioned(parts)
    }
  }

  /// Publishes what was gathered.
  public mutating func publish(into update: inout StackUpdate) {
    switch consume self {
    case .list(var list):
      list.publish(into: &update)
      self = .list(list)
    case .transient(var items):
      items.publish(into: &update)
      self = .transient(items)
    case .union(var union):
      union.publish(into: &update)
      self = .union(union)
    case .partitioned(var parts):
      parts.publish(into: &update)
      self = .partitioned(parts)
    }
  }

  /// Publishes what was gathered, and says what is shown then, in one go: to look at a stream afterwards costs a
  /// copy of what it holds.
  public mutating func publish(into update: inout StackUpdate, rows sections: inout [[Row]]) {
    switch consume self {
    case .list(var list):
      list.publish(into: &update)
      list.rows(into: &sections)
      self = .list(list)
    case .transient(var items):
      items.publish(into: &update)
      items.rows(into: &sections)
      self = .transient(items)
    case .union(var union):
      union.publish(into: &update)
      union.rows(into: &sections)
      self = .union(union)
    case .partitioned(var parts):
      parts.publish(into: &update)
      parts.rows(into: &sections)
      self = .partitioned(parts)
    }
  }
}

// The published rows.
extension AnyStream {
  /// The number of sections there are.
  public var sectionCount: Int {
    switch self {
    case .list(let list): list.sectionCount
    case .transient(let items): items.sectionCount
    case .union(let union): union.sectionCount
    case .partitioned(let parts): parts.sectionCount
    }
  }

  /// Returns the number of rows that a section has.
  public func rowCount(in section: Int) -> Int {
    switch self {
    case .list(let list): list.rowCount(in: section)
    case .transient(let items): items.rowCount(in: section)
    case .union(let union): union.rowCount(in: section)
    case .partitioned(let parts): parts.rowCount(in: section)
    }
  }

  /// Returns the row at a place.
  public func row(at place: Place) -> Row {
    switch self {
    case .list(let list): list.row(at: place)
    case .transient(let items): items.row(at: place)
    case .union(let union): union.row(at: place)
    case .partitioned(let parts): parts.row(at: place)
    }
  }

  /// Copies all rows into `sections`.
  public func rows(into sections: inout [[Row]]) {
    switch self {
    case .list(let list): list.rows(into: &sections)
    case .transient(let items): items.rows(into: &sections)
    case .union(let union): union.rows(into: &sections)
    case .partitioned(let parts): parts.rows(into: &sections)
    }
  }

  /// Returns the item at a place.
  public func item(at place: Place) -> StreamItem {
    switch self {
    case .list(let list): list.item(at: place)
    case .transient(let items): items.item(at: place)
    case .union(let union): union.item(at: place)
    case .partitioned(let parts): parts.item(at: place)
    }
  }

  /// Returns the place of the item of a key, or nil if it has none.
  public func place(of key: Key) -> Place? {
    switch self {
    case .list(let list): list.place(of: key)
    case .transient(let items): items.place(of: key)
    case .union(let union): union.place(of: key)
    case .partitioned(let parts): parts.place(of: key)
    }
  }

  /// The leaves of all lists in it.
  var leaves: [UInt32] {
    switch self {
    case .list(let list): [list.leaf]
    case .transient: []
    case .union(let union): union.sources.flatMap(\.leaves)
    case .partitioned(let parts): parts.source.leaves
    }
  }

  /// `true` if a listen is the stream's own.
  public func owns(_ tag: UInt32) -> Bool {
    switch self {
    case .list(let list): list.owns(tag)
    case .transient(let items): items.owns(tag)
    case .union(let union): union.owns(tag)
    case .partitioned(let parts): parts.owns(tag)
    }
  }

  /// `true` if the first publication of this life has happened.
  public var isLoaded: Bool {
    switch self {
    case .list(let list): list.isLoaded
    case .transient(let items): items.isLoaded
    case .union(let union): union.isLoaded
    case .partitioned(let parts): parts.isLoaded
    }
  }

  /// The reason that the stream is no longer kept up to date; nil while it is.
  public var refusal: Message.Refusal? {
    switch self {
    case .list(let list): list.refusal
    case .transient(let items): items.refusal
    case .union(let union): union.refusal
    case .partitioned(let parts): parts.refusal
    }
  }

  /// The order of the items.
  public var order: StreamOrder {
    switch self {
    case .list(let list): list.order
    case .transient(let items): items.order
    case .union(let union): union.order
    case .partitioned(let parts): parts.order
    }
  }
}
