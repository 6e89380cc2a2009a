// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A collection that leads to objects elsewhere and owns none of them; when one of them goes with its links, so does its row.
///
///     var friends = References<Profile>(at: Path("friends"), below: Path("people"))
///     friends.view.observe(into: &wishes)
///     try friends.write(Reference(to: Path("people/ann")), key: Key("f1"), link: Key("l1"), in: transaction, of: &store)
///     try friends.remove(at: 0, in: transaction, of: &store)
///
///     // friends/f1:                       { __src: people/ann }, the row
///     // __lnks/people/ann/__l_itms/l1:    [ "friends/f1" ], which leads from the object to the row
///
/// A row and its link come and go by one write. An object is removed with its links by ``Values``; whoever removes it otherwise
/// leaves the row, which then leads to nothing.
public struct References<Target: ObjectKind>: KeyedRows {
  /// The place of the rows.
  public var place: Path { view.place }
  /// The place below which the objects lie.
  public let anchor: Path
  /// The rows.
  public var view: LiveView<Reference<Target>>

  /// Makes a collection at a place.
  public init(
    at place: Path, below anchor: Path = .root,
    _ order: LiveView<Reference<Target>>.Order = .newestFirst, limit: Int? = nil
  ) {
    self.anchor = anchor
    view = LiveView(at: place, order, limit: limit)
  }

  /// Adds a row that leads to an object, with a link from there; `link` is the name of the link, new for each.
  public func write(
    _ reference: Reference<Target>, key: Key, link: Key, in id: TransactionID,
    of store: inout ObjectStore
  ) throws(CollectionFault) {
    if !reference.place.lies(below: anchor) { throw .elsewhere(reference.place) }
    let mustRead = try view.mustRead(toAdd: key)
    let item = place.appending(key)
    try store.unlessRefused(id) { store throws(TransactionFault) in
      if mustRead { try store.require(.nothing, at: item, in: id) }
      try store.set(Coding.reference().node(for: reference), at: item, in: id)
      let links = Coding<[String]>.list(of: .text).node(for: [item.text])
      try store.set(links, at: Links.links(of: reference.place).appending(link), in: id)
    }
  }

  /// Removes the row of a key, and the links that lead to it.
  public func remove(
    _ key: Key, in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    let item = place.appending(key)
    let mustRead = try view.mustRead(toRemove: key)
    try store.unlessRefused(id) { store throws(TransactionFault) in
      if mustRead { try store.require(.something, at: item, in: id) }
      try store.change(id) { $0.checks.append(.unrefer(item)) }
    }
  }
}

extension Reference: CollectionItem {
  /// Reads a row.
  public init(stored node: Node) throws(CodingFault) {
    self = try Coding<Self>.reference().value(in: node)
  }
}

extension RelationEnd: CollectionItem {
  /// Reads a row.
  public init(stored node: Node) throws(CodingFault) {
    self = try Coding<Self>.relationEnd.value(in: node)
  }
}

extension LiveView where Item == RelationEnd {
  /// Makes a view of an object's relations, which an ``ObjectStore`` changes; each row leads to one other object.
  ///
  ///     var members = LiveView(of: Team.members, from: Path("teams/red"))
  public init<Kind, Target>(
    of relations: Relations<Kind, Target>, from owner: Path, _ order: Order = .oldestFirst,
    limit: Int? = nil
  ) {
    self.init(at: owner.appending(relations.path), order, limit: limit)
  }
}
