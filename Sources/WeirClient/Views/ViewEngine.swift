// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// The events that every listener of a client hears: the server's data with the user's pending
/// writes over it.
///
/// It knows no connection. Its driver tells it what the server says and what the user writes, and
/// gets the events of each registration, in order, and the requests for the server.
///
///     let a = engine.listen(to: Path("rooms/a"), Query(), into: &wishes)  // .listen(tag: 1, …)
///     engine.write(1, .set(Path("rooms/a/x"), .text("hi")), isVisible: true, into: &wishes)
///     // .heard(registration: a, added x)
///     engine.acknowledge(1, into: &wishes)  // nothing to hear
///
/// One operation makes one batch for each view: removed, added, moved, changed, and last `value` if
/// the view is complete. Views below hear before views above, neighbours in the order of their
/// names, views of one location in the order in which they were made.
///
/// - Complexity: one child's change costs O(log *n*) for each view that it concerns.
public struct ViewEngine: Sendable {
  /// An event for a listener, or a request for the server.
  public enum Wish: Sendable {
    /// Ask the server for what the query shows, under this tag.
    indirect case listen(tag: UInt32, Path, Query)
    /// Tell the server that the tag is no longer needed.
    case unlisten(tag: UInt32)
    /// The registration hears this.
    case heard(registration: UInt32, DataEvent)
    /// The registration hears that it will hear no more.
    case cancelled(registration: UInt32)
  }

  /// A listen that the server is asked for.
  struct Wire: Equatable, Sendable {
    var place: Int
    /// The view that it serves alone, nil if it serves all at the place that show everything.
    var view: Int?
  }

  /// A write that is not yet answered.
  struct Pending: Sendable {
    var id: UInt32
    var write: Write
    var isVisible: Bool
  }

  var views: [View] = []
  var freeViews: [Int] = []
  var places = Places()
  /// The view of each registration.
  var holders = SortedMap<UInt32, Int>()
  var wires = SortedMap<UInt32, Wire>()
  /// The views whose own listen a default one has replaced, by the tag that they had.
  var lateTags = SortedMap<UInt32, Int>()
  var writes: [Pending] = []
  var lastWrite: UInt32?
  var nextRegistration: UInt32 = 0
  var nextTag: UInt32 = 1
  let quirks: ViewQuirks
  /// The views that an operation concerns; reused.
  var concerned: [Int] = []
  /// The changes of one view by an operation; reused.
  var changes: [Change] = []

  /// Makes an engine that knows nothing and has no listeners.
  public init(quirks: ViewQuirks = []) { self.quirks = quirks }

  /// The numbers of the writes that are not yet answered, rising.
  public var pendingIDs: [UInt32] { writes.map(\.id) }

  /// The number of registrations there are.
  public var registrationCount: Int { holders.count }
}

// The data of the server.
extension ViewEngine {
  /// Takes in the node that the server holds at a location.
  ///
  /// Untagged it is heard by all views that it concerns, as is what comes for a default listen; under the
  /// tag of a filtered listen by that one alone.
  /// - Returns: `true` if the tag has listeners.
  @discardableResult
  public mutating func serverOverwrite(
    tag: UInt32?, at path: Path, _ node: Node, into wishes: inout [Wish]
  ) -> Bool {
    deliver(IncomingData(path, .node(node)), tag: tag, into: &wishes)
  }

  /// Takes in parts that the server has put below a location, leaving the rest as it was.
  /// - Returns: `true` if the tag has listeners.
  @discardableResult
  public mutating func serverMerge(
    tag: UInt32?, at path: Path, _ parts: [Write.Part], into wishes: inout [Wish]
  ) -> Bool {
    deliver(IncomingData(path, .parts(parts), isMerge: true), tag: tag, into: &wishes)
  }

  /// Takes in the node that the server holds at a child of what the tag listens to.
  /// - Returns: `true` if the tag has listeners.
  @discardableResult
  public mutating func serverChange(
    tag: UInt32, _ key: Key, _ node: Node, into wishes: inout [Wish]
  ) -> Bool {
    if hear(tag: tag, key, node, into: &wishes) { return true }
    guard let wire = self.wire(of: tag) else { return false }
    if let view = wire.view, views[view].mode == .clear, views[view].isFiltered, !isOvertaken(tag) {
      let before = views[view].standing
      views[view].receive(node, at: key, into: &changes)
      views[view].tell(&changes, since: before, into: &wishes)
      return true
    }
    return deliver(IncomingData(path(of: wire), .child(key, node)), tag: tag, into: &wishes)
  }

  /// Takes in the nodes that the server holds at children of what the tag listens to; all is one
  /// operation.
  /// - Returns: `true` if the tag has listeners.
  @discardableResult
  public mutating func serverChanges(
    tag: UInt32, _ entries: [Message.Entry], into wishes: inout [Wish]
  ) -> Bool {
    guard let path = wire(of: tag).map({ path(of: $0) }) else { return false }
    return deliver(IncomingData(path, .entries(entries)), tag: tag, into: &wishes)
  }

  /// Records that the server holds exactly what is known under the tag already.
  /// - Returns: `true` if the tag has listeners.
  @discardableResult
  public mutating func listenComplete(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let wire = wire(of: tag) else { return false }
    if isOvertaken(tag) { return true }
    concerned.removeAll(keepingCapacity: true)
    if let view = wire.view {
      concerned.append(view)
    } else {
      // That nothing has changed at a location says so of all that lies below it.
      places.listViews(from: wire.place, into: &concerned)
    }
    for place in concerned.indices {
      let view = concerned[place]
      let before = views[view].standing
      views[view].complete(into: &changes)
      views[view].tell(&changes, since: before, into: &wishes)
    }
    return true
  }

  private mutating func deliver(
    _ data: IncomingData, tag: UInt32?, into wishes: inout [Wish]
  ) -> Bool {
    if let tag {
      guard let wire = wire(of: tag) else { return false }
      if isOvertaken(tag) { return true }
      if let view = wire.view {
        deliver(data, to: view, isTagged: true, into: &wishes)
        return true
      }
    }
    findConcerned(by: data)
    for place in concerned.indices {
      deliver(data, to: concerned[place], isTagged: false, into: &wishes)
    }
    return true
  }

  private mutating func deliver(
    _ data: IncomingData, to view: Int, isTagged: Bool, into wishes: inout [Wish]
  ) {
    let before = views[view].standing
    views[view].receive(data, isTagged: isTagged, into: &changes)
    views[view].tell(&changes, since: before, into: &wishes)
  }

  /// Finds the views that lie below, at or above what incoming data is about.
  mutating func findConcerned(by data: IncomingData) {
    concerned.removeAll(keepingCapacity: true)
    places.listViews(around: data.base, data.key, into: &concerned)
  }

  /// Returns the listen of a tag, also one that a default listen has replaced.
  func wire(of tag: UInt32) -> Wire? {
    wires[tag] ?? lateTags[tag].map { Wire(place: 0, view: $0) }
  }

  /// `true` if the default listen that took the tag's place has said more than what still comes under it.
  func isOvertaken(_ tag: UInt32) -> Bool {
    lateTags[tag].map { views[$0].deadTags.contains(tag) } ?? false
  }

  func path(of wire: Wire) -> Path {
    views[wire.view ?? places.views(at: wire.place)[0]].path
  }
}
