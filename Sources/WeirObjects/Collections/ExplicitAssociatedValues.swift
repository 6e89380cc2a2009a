// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A dictionary of small values by objects: each value belongs to an object elsewhere, stands whole under its key, and is its row.
///
///     var scores = ExplicitAssociatedValues<Profile, Score>(at: Path("scores"), keysAt: Path("people"))
///     scores.view.observe(into: &wishes)
///     try scores.write(Score(points: 7), for: Path("people/ann"), in: transaction, of: &store)
///     try scores.value(for: Path("people/ann"))     // Score(points: 7)
///     try scores.remove(Key("ann"), in: transaction, of: &store)
///
///     // scores/ann:  { points: 7 }
///
/// The rows stand in the order of the values. There are no links: whoever deletes a key has to know of its value.
///
/// To give a key that has a value another one, remove the first one before.
public struct ExplicitAssociatedValues<Owner: ObjectKind, Element: StoredItem & Comparable>:
  KeyedRows
{
  /// The place of the keys.
  public let keysPlace: Path
  private var values: ExplicitValues<Element>

  /// Makes a dictionary at a place, whose keys are objects below another place.
  public init(at place: Path, keysAt keysPlace: Path) {
    self.keysPlace = keysPlace
    values = ExplicitValues(at: place)
  }

  /// The place of the values.
  public var place: Path { values.place }

  /// The values, the least one first.
  public var view: LiveView<Element> {
    get { values.view }
    set { values.view = newValue }
  }

  /// The places of the keys of the rows.
  public var keys: MappedView<LiveView<Element>, Path> {
    view.mapped { [keysPlace] in keysPlace.appending($0.key) }
  }

  /// Returns the value of an object; nil if it has none; refused while the rows are not synced.
  public func value(for owner: Path) throws(CollectionFault) -> Element? {
    let key = try key(of: owner)
    if !view.isSynced { throw .notSynced }
    return view.row(of: key)?.item
  }

  /// Returns the index at which an object's value would stand; refused while the rows are not synced.
  public func insertionIndex(
    of element: Element, for owner: Path
  ) throws(CollectionFault) -> Int {
    try values.insertionIndex(of: element, key: try key(of: owner))
  }

  /// Gives an object that has none a value.
  public func write(
    _ element: Element, for owner: Path, in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    try values.write(element, key: try key(of: owner), in: id, of: &store)
  }

  /// Removes the value of a key.
  public func remove(
    _ key: Key, in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    try values.remove(key, in: id, of: &store)
  }

  private func key(of owner: Path) throws(CollectionFault) -> Key {
    guard let key = owner.lastKey, owner.parent == keysPlace else { throw .elsewhere(owner) }
    return key
  }
}
