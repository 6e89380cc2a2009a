// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A collection that owns its elements: they are objects below its place, and its rows are a list of their keys beside it.
///
///     var people = Values<Profile>(at: Path("people"))
///     people.view.observe(into: &wishes)
///     try people.write(ann, key: Key("ann"), link: Key("l1"), in: transaction, of: &store)
///     try people.remove(at: 0, in: transaction, of: &store)
///
///     // people/ann:                       the object
///     // __lnks/people/__itms/ann:         { __lnk: l1, __val: … }, the row
///     // __lnks/people/ann/__l_itms/l1:    [ "__lnks/people/__itms/ann" ], which leads from the object to its row
///
/// To show the rows is to read the list, and none of the objects; the app opens those that it shows. An element, its row and
/// its link come and go by one write, and with an element goes all that its links lead to.
///
/// - An index is a row of the synced view: without that, what is asked for by index is refused.
/// - What is asked for by key is checked against the rows if they are synced and it is among them, and otherwise read before it
///   is written.
public struct Values<Element: ObjectKind>: KeyedRows {
  /// The place of the elements.
  public let place: Path
  /// The rows.
  public var view: LiveView<ValueItem>

  /// Makes a collection at a place.
  public init(
    at place: Path, _ order: LiveView<ValueItem>.Order = .newestFirst, limit: Int? = nil
  ) {
    self.place = place
    view = LiveView(at: Links.items(of: place), order, limit: limit)
  }

  /// Returns the place of the element of a key.
  public func place(of key: Key) -> Path { place.appending(key) }

  /// Returns the place of the element of a row.
  public func place(at index: Int) throws(CollectionFault) -> Path {
    place.appending(try view.key(at: index))
  }

  /// Adds an object, which is saved as a whole, with its row and its link.
  ///
  /// An object without a place gets one by `key`. `link` is the name of the link, new for each.
  public func write(
    _ handle: ObjectHandle<Element>, key: Key? = nil, link: Key, _ glimpse: Glimpse = Glimpse(),
    in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    let old = store[handle].place
    let target = try target(of: old, key)
    let item = view.place.appending(target.key)
    let mustRead = try view.mustRead(toAdd: target.key)
    try store.unlessRefused(id) { store throws(TransactionFault) in
      if mustRead { try store.require(.nothing, at: item, in: id) }
      try store.set(ValueItem(link: link, glimpse).node, at: item, in: id)
      let links = Coding<[String]>.list(of: .text).node(for: [item.text])
      try store.set(links, at: Links.links(of: target.place).appending(link), in: id)
      if old == nil { store.put(handle, at: target.place) }
      do throws(TransactionFault) { try store.save(handle, in: id) } catch {
        if old == nil { store[handle].place = nil }
        throw error
      }
    }
  }

  private func target(
    of old: Path?, _ key: Key?
  ) throws(CollectionFault) -> (place: Path, key: Key) {
    if let old {
      guard old.parent == place, let last = old.lastKey, key == nil || key == last else {
        throw .elsewhere(old)
      }
      return (old, last)
    }
    guard let key else { throw .noKey }
    return (place(of: key), key)
  }

  /// Removes the element of a key, with its row, its links, all that they lead to, and the other ends of its relations.
  ///
  /// One that may have files is refused, unless ``ObjectFiles/release(in:of:)`` was called for the transaction.
  public func remove(
    _ key: Key, in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    let item = view.place.appending(key)
    let mustRead = try view.mustRead(toRemove: key)
    try store.unlessRefused(id) { store throws(TransactionFault) in
      if mustRead { try store.require(.something, at: item, in: id) }
      try store.set(.null, at: item, in: id)
      try store.delete(Element.self, at: place(of: key), in: id)
    }
  }
}

/// A row of ``Values``: what is known of an element without reading it.
public struct ValueItem: CollectionItem {
  /// The name of the link that leads from the element to the row.
  public let link: Key
  /// The things that are known of the element.
  public let glimpse: Glimpse

  init(link: Key, _ glimpse: Glimpse) { (self.link, self.glimpse) = (link, glimpse) }

  /// Reads a row.
  public init(stored node: Node) throws(CodingFault) {
    let name = try Coding<String>.text.value(in: node[Reserved.link])
    if name.isEmpty { throw CodingFault("an empty name", instead: "the name of a link") }
    self.init(link: Key(name), Glimpse(in: node[Reserved.value]))
  }

  /// The node that is stored.
  var node: Node {
    Node([(Reserved.link, .text(link.description)), (Reserved.value, glimpse.node)])
  }
}

/// The places of rows and links beside the objects that they belong to.
enum Links {
  private static let root = Path([Reserved.links])

  /// The rows of the collection at a place.
  static func items(of place: Path) -> Path {
    root.appending(place).appending(Reserved.items)
  }

  /// The links of the object at a place: by name, the paths of all that mentions it.
  static func links(of place: Path) -> Path {
    root.appending(place).appending(Reserved.linksOfItem)
  }
}

extension ObjectStore {
  /// Adds several things to a transaction, or nothing if one of them is refused.
  mutating func unlessRefused(
    _ id: TransactionID, _ body: (inout ObjectStore) throws(TransactionFault) -> Void
  ) throws(CollectionFault) {
    let before = transactions[id.number]
    do throws(TransactionFault) { try body(&self) } catch {
      transactions[id.number] = before
      throw .transaction(error)
    }
  }

  /// Deletes what is at a place as an object of a kind, with the other ends of its relations, and all that its links lead to.
  mutating func delete<Kind: ObjectKind>(
    _ kind: Kind.Type, at place: Path, in id: TransactionID
  ) throws(TransactionFault) {
    let (ends, sets) = (Kind.fields.paths(of: .end), Kind.fields.paths(of: .ends))
    try change(id) { transaction throws(TransactionFault) in
      try transaction.release(kind, at: place)
      transaction.checks.append(.remove(place, ends: ends, sets: sets))
      transaction.checks.append(.unlink(Links.links(of: place), of: place))
    }
  }
}
