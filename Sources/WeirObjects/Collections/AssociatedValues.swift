// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A dictionary of objects by objects: each value belongs to an object elsewhere, which is its key.
///
///     var notes = AssociatedValues<Profile, Note>(at: Path("notes"), keysAt: Path("people"))
///     notes.view.observe(into: &wishes)
///     try notes.write(note, for: Path("people/ann"), link: Key("l1"), in: transaction, of: &store)
///     try notes.remove(Key("ann"), in: transaction, of: &store)
///
///     // notes/ann:                       the value
///     // __lnks/notes/__itms/ann:         { __lnk: l1, __key: …, __val: … }, the row
///     // __lnks/notes/ann/__l_itms/l1:    leads from the value to its row and to the link of its key
///     // __lnks/people/ann/__l_itms/l1:   leads from the key to the row, the value, and the value's links
///
/// A value, its row and its links come and go by one write. A value that goes with its links takes its row along, and a key
/// that does takes all of it; an object that goes without them leaves what led to it. The links of a value that goes with its
/// key go, and what else they led to stays.
///
/// To give a key that has a value another one, remove the first one before.
public struct AssociatedValues<Owner: ObjectKind, Value: ObjectKind>: KeyedRows {
  /// The place of the values.
  public let place: Path
  /// The place of the keys.
  public let keysPlace: Path
  /// `true` if links are written with a value; without them, whoever deletes a key has to know of the value.
  public let isLinked: Bool
  /// The rows.
  public var view: LiveView<AssociatedItem>

  /// Makes a dictionary at a place, whose keys are objects below another place.
  public init(
    at place: Path, keysAt keysPlace: Path, isLinked: Bool = true,
    _ order: LiveView<AssociatedItem>.Order = .newestFirst, limit: Int? = nil
  ) {
    (self.place, self.keysPlace, self.isLinked) = (place, keysPlace, isLinked)
    view = LiveView(at: Links.items(of: place), order, limit: limit)
  }

  /// Returns the place of the value of a key.
  public func place(of key: Key) -> Path { place.appending(key) }

  /// The places of the keys of the rows.
  public var keys: MappedView<LiveView<AssociatedItem>, Path> {
    view.mapped { [keysPlace] in keysPlace.appending($0.key) }
  }

  /// The places of the values of the rows.
  public var values: MappedView<LiveView<AssociatedItem>, Path> {
    view.mapped { [place] in place.appending($0.key) }
  }

  /// Gives an object that has none a value, which is saved as a whole, with its row and its links.
  ///
  /// `link` is the name of the links, new for each.
  public func write(
    _ handle: ObjectHandle<Value>, for owner: Path, link: Key, _ glimpse: Glimpse = Glimpse(),
    ofOwner ownerGlimpse: Glimpse = Glimpse(), in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    guard let key = owner.lastKey, owner.parent == keysPlace else { throw .elsewhere(owner) }
    let (old, target) = (store[handle].place, place(of: key))
    if let old, old != target { throw .elsewhere(old) }
    let item = view.place.appending(key)
    let mustRead = try view.mustRead(toAdd: key)
    let row = AssociatedItem(link: isLinked ? link : nil, owner: ownerGlimpse, glimpse)
    try store.unlessRefused(id) { store throws(TransactionFault) in
      if mustRead { try store.require(.nothing, at: item, in: id) }
      try store.set(row.node, at: item, in: id)
      if isLinked {
        let own = Links.links(of: target)
        let ownersLink = Links.links(of: owner).appending(link)
        let texts = Coding<[String]>.list(of: .text)
        try store.set(
          texts.node(for: [item.text, ownersLink.text]), at: own.appending(link), in: id)
        try store.set(
          texts.node(for: [item.text, target.text, own.text]), at: ownersLink, in: id)
      }
      if old == nil { store.put(handle, at: target) }
      do throws(TransactionFault) { try store.save(handle, in: id) } catch {
        if old == nil { store[handle].place = nil }
        throw error
      }
    }
  }

  /// Removes the value of a key, with its row, its links, all that they lead to, and the other ends of its relations.
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
      try store.delete(Value.self, at: place(of: key), in: id)
    }
  }
}

/// A row of ``AssociatedValues``: what is known of a key and of its value without reading them.
public struct AssociatedItem: CollectionItem {
  /// The name of the links that lead to the row; nil: there are none.
  public let link: Key?
  /// The things that are known of the key.
  public let owner: Glimpse
  /// The things that are known of the value.
  public let glimpse: Glimpse

  init(link: Key?, owner: Glimpse, _ glimpse: Glimpse) {
    (self.link, self.owner, self.glimpse) = (link, owner, glimpse)
  }

  /// Reads a row.
  public init(stored node: Node) throws(CodingFault) {
    var link: Key?
    if node[Reserved.link] != .bool(false) {
      let name = try Coding<String>.text.value(in: node[Reserved.link])
      if name.isEmpty { throw CodingFault("an empty name", instead: "the name of a link") }
      link = Key(name)
    }
    self.init(
      link: link, owner: Glimpse(in: node[Reserved.key]), Glimpse(in: node[Reserved.value]))
  }

  /// The node that is stored.
  var node: Node {
    // A row of which nothing is known is there all the same.
    Node([
      (Reserved.link, link.map { .text($0.description) } ?? .bool(false)),
      (Reserved.key, owner.node), (Reserved.value, glimpse.node),
    ])
  }
}
