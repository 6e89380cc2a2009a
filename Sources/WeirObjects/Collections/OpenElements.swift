// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// The elements of a collection that an app has open: each is opened when it is first asked for, and closed when its row has
/// gone.
///
///     var shown = OpenElements<Profile>(at: people.place)
///     let ann = shown.element(of: people.view.rows[0].key, in: &store)   // opened
///     store.listen(to: ann, into: &wishes)
///     // after each .changed of people.view:
///     shown.keep(where: { people.view.row(of: $0) != nil }, in: &store, into: &wishes)
///
/// A list of any length costs as much as the elements that somebody has looked at. Who asks twice for one gets the same handle.
public struct OpenElements<Kind: ObjectKind>: Sendable {
  /// The place of the elements.
  public let place: Path
  private var handles = SortedMap<Key, ObjectHandle<Kind>>()

  /// Makes the open elements of the collection at a place: none.
  public init(at place: Path) { self.place = place }

  /// The keys of the open elements, in order.
  public var keys: [Key] { handles.map(\.key) }

  /// Returns the element of a key, which is opened if it is not open.
  public mutating func element(of key: Key, in store: inout ObjectStore) -> ObjectHandle<Kind> {
    if let handle = handles[key] { return handle }
    let handle = store.open(Kind.self, at: place.appending(key))
    handles.set(handle, for: key)
    return handle
  }

  /// Closes the element of a key, and whoever listens to it hears no more; nothing happens if it is not open.
  public mutating func close(
    _ key: Key, in store: inout ObjectStore, into wishes: inout [ObjectWish]
  ) {
    if let handle = handles.remove(key) { store.close(handle.id, into: &wishes) }
  }

  /// Closes all elements but for those whose keys are wanted.
  public mutating func keep(
    where isWanted: (Key) -> Bool, in store: inout ObjectStore, into wishes: inout [ObjectWish]
  ) {
    for key in keys where !isWanted(key) { close(key, in: &store, into: &wishes) }
  }

  /// Closes all elements.
  public mutating func closeAll(in store: inout ObjectStore, into wishes: inout [ObjectWish]) {
    keep(where: { _ in false }, in: &store, into: &wishes)
  }
}
