// SPDX-License-Identifier: Apache-2.0
internal import WeirCore
public import WeirTree

/// A slow and obvious twin of the view engine: it works out what listeners hear from the rules of
/// views alone.
///
///     var oracle = ViewOracle(), wishes: [ViewOracle.Wish] = []
///     oracle.listen(to: Path("l"), Query(), into: &wishes)  // [.listen(tag: 1, "/l", …)]
///     oracle.write(1, .set(Path("l/a"), .integer(1)), isVisible: true, into: &wishes)
///     // [.heard(registration: 0, added "a")]
///
/// The numbers in the comments are those of the rules in the article on views. For each view it
/// remembers what the server said and which writes it kept; all else is worked out from nothing at
/// each operation.
///
/// - Complexity: O(children log children) for each view that an operation concerns.
public struct ViewOracle: Sendable {
  /// All views in the order in which they hear (rule 22).
  var views: [View] = []
  /// The writes that wait for their answer, by rising number.
  var pending: [PendingWrite] = []
  /// The listens that the server is asked, by rising tag.
  var wires: [Wire] = []
  /// The tag of the latest listen; the next one has the next number (rule 25).
  var lastTag: UInt32 = 0
  private var nextRegistration: UInt32 = 0
  private var nextSerial = 0

  /// The deviations of its views from the rules (rule 28).
  let quirks: ViewQuirks

  /// An oracle without listeners.
  public init(quirks: ViewQuirks = []) { self.quirks = quirks }

  /// The queries that the server is asked, by rising tag.
  public var wireListens: [WireListen] { wires.map { ($0.tag, $0.path, $0.query) } }

  // MARK: Listeners

  /// Adds a registration, which alone hears what is shown already (rules 23 to 25).
  @discardableResult
  public mutating func listen(to path: Path, _ query: Query, into wishes: inout [Wish]) -> UInt32 {
    let registration = nextRegistration
    nextRegistration += 1
    let index =
      views.firstIndex { $0.path == path && $0.query == query } ?? addView(at: path, query)
    views[index].registrations.append(registration)
    for event in views[index].events(since: nil) {
      wishes.append(.heard(registration: registration, event))
    }
    updateWires(into: &wishes)
    return registration
  }

  private mutating func addView(at path: Path, _ query: Query) -> Int {
    let serial = nextSerial
    nextSerial += 1
    var view = View(path: path, query: query, serial: serial, quirks: quirks)
    (view.said, view.isComplete) = beginning(at: path)
    view.settle(under: pending, about: .all)
    let index = views.firstIndex { path.hearsBefore($0.path) } ?? views.endIndex
    views.insert(view, at: index)
    return index
  }

  /// Removes a registration; the last one takes its view with it (rule 26).
  @discardableResult
  public mutating func unlisten(_ registration: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let index = views.firstIndex(where: { $0.registrations.contains(registration) })
    else { return false }
    views[index].registrations.removeAll { $0 == registration }
    if views[index].registrations.isEmpty { views.remove(at: index) }
    updateWires(into: &wishes)
    return true
  }

  /// Records that the server ends a listen: its view goes, or for a default listen all views of
  /// its location (rule 26).
  @discardableResult
  public mutating func cancel(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let wire = wires.first(where: { $0.tag == tag }) else { return false }
    wires.removeAll { $0.tag == tag }
    func isOver(_ view: View) -> Bool {
      view.path == wire.path && (wire.serial == nil || wire.serial == view.serial)
    }
    for view in views where isOver(view) {
      wishes += view.registrations.map { .cancelled(registration: $0) }
    }
    views.removeAll(where: isOver)
    updateWires(into: &wishes)
    return true
  }

  // MARK: Writes

  /// Takes in a write of the user; an invisible write is remembered and not shown (rules 11 and
  /// 17).
  public mutating func write(
    _ id: UInt32, _ write: Write, isVisible: Bool, into wishes: inout [Wish]
  ) {
    let new = PendingWrite(id: id, parts: write.partsFromRoot, isVisible: isVisible)
    pending.append(new)
    if isVisible { showAgain(new, into: &wishes) }
  }

  /// Records that the server has refused the write: it was never there (rules 12 and 17).
  @discardableResult
  public mutating func revert(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let index = pending.firstIndex(where: { $0.id == id }) else { return false }
    let write = pending.remove(at: index)
    if write.isVisible { showAgain(write, isRefused: true, into: &wishes) }
    return true
  }

  /// Records that the server has carried the write out: if it has said nothing itself, the write
  /// is kept (rule 13).
  @discardableResult
  public mutating func acknowledge(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let index = pending.firstIndex(where: { $0.id == id }) else { return false }
    let write = pending.remove(at: index)
    if write.isVisible { settle(write, into: &wishes) }
    return true
  }

  // MARK: The server

  /// Takes in the server's node at a path; under no tag or a default one it concerns all views.
  @discardableResult
  public mutating func serverOverwrite(
    tag: UInt32?, at path: Path, _ node: Node, into wishes: inout [Wish]
  ) -> Bool {
    say([Write.Part(path, node)], isMerge: false, tag: tag, into: &wishes)
  }

  /// Takes in the server's nodes at some places below a path.
  @discardableResult
  public mutating func serverMerge(
    tag: UInt32?, at path: Path, _ parts: [Write.Part], into wishes: inout [Wish]
  ) -> Bool {
    say(Write.merge(path, parts).partsFromRoot, isMerge: true, tag: tag, into: &wishes)
  }

  /// Takes in the server's node for one child of a listen.
  @discardableResult
  public mutating func serverChange(
    tag: UInt32, _ key: Key, _ node: Node, into wishes: inout [Wish]
  ) -> Bool {
    guard let path = path(ofTag: tag) else { return false }
    return serverOverwrite(tag: tag, at: path.appending(key), node, into: &wishes)
  }

  /// Takes in the server's nodes for some children of a listen, all at one instant.
  @discardableResult
  public mutating func serverChanges(
    tag: UInt32, _ changes: [Message.Entry], into wishes: inout [Wish]
  ) -> Bool {
    guard let path = path(ofTag: tag) else { return false }
    let parts = changes.map { Write.Part($0.key, $0.node) }
    let places = Write.merge(path, parts).partsFromRoot
    return say(places, isMerge: false, tag: tag, into: &wishes)
  }

  /// Records that a listen shows what is known already (rule 9).
  @discardableResult
  public mutating func listenComplete(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    sayNothingChanged(tag: tag, into: &wishes)
  }

  // MARK: Questions

  /// The writes that wait for their answer, by rising id.
  public var pendingIDs: [UInt32] { pending.map(\.id) }

  /// Returns the data that a registration sees.
  public func snapshot(of registration: UInt32) -> Snapshot? {
    views.first { $0.registrations.contains(registration) }?.shown
  }

  /// Returns the believed data at a path, nil if it is not known (rule 27).
  public func known(at path: Path, includingHidden: Bool, excluding: [UInt32] = []) -> Node? {
    let writes = pending.filter {
      ($0.isVisible || includingHidden) && !excluding.contains($0.id)
    }
    return believed(at: path, under: writes)
  }

  /// Returns the fingerprint of what was said in the first complete view that a tag serves, 0 if
  /// there is none (rules 10 and 15).
  public func fingerprint(ofServerDataOf tag: UInt32) -> UInt64 {
    guard let wire = wires.first(where: { $0.tag == tag }),
      let view = views.first(where: { wire.serves($0) && $0.isComplete })
    else { return 0 }
    return view.said.node.fingerprint
  }
}
