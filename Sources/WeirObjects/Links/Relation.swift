// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// A relation of an object to one other, of which both keep an end.
///
///     static let team = Relation<Profile, Team>("team", back: .many("members"))
///     ann.relate(Profile.team, to: Path("teams/red"))
///
/// Who saves one end writes the other, too, and takes away what stood in their way: the ends of the relation that was there
/// before, on both sides. Whoever deletes an object takes its relations away.
public struct Relation<Kind: ObjectKind, Target: ObjectKind>: Sendable {
  /// The end on this side.
  let field: Field<Kind, RelationEnd>
  /// The place of the other end.
  public let back: RelationBack
  /// `true` if both ends are kept; else the app writes the other one itself.
  public let isTwoSided: Bool

  /// Makes a relation, whose other end is kept at `back` in the other object.
  public init(
    _ name: String, back: RelationBack, _ rule: FieldRule = .optional, isTwoSided: Bool = true
  ) {
    field = Field(name, .relationEnd, rule)
    (self.back, self.isTwoSided) = (back, isTwoSided)
  }

  fileprivate init(_ field: Field<Kind, RelationEnd>, back: RelationBack, isTwoSided: Bool) {
    (self.field, self.back, self.isTwoSided) = (field, back, isTwoSided)
  }

  /// The place of the end on this side, seen from the object.
  public var path: Path { field.path }

  /// Returns the end of an object at `owner` whose relation leads to `target`.
  public func end(to target: Path, from owner: Path, _ glimpse: Glimpse = Glimpse()) -> RelationEnd
  {
    RelationEnd(to: target, back: back.place(of: owner), glimpse)
  }
}

/// Relations of an object to any number of others, of which both keep an end.
///
///     static let members = Relations<Team, Profile>("members", back: .one("team"))
///     try store.relate(red, Team.members, with: Path("people/ann"), in: transaction)
///
/// Each end lies under the key of the object that it leads to. They are changed by an ``ObjectStore``
/// alone, row by row, so that two people who each add somebody do not undo each other.
public struct Relations<Kind: ObjectKind, Target: ObjectKind>: Sendable {
  /// The ends on this side, by the keys of the other objects.
  let field: Field<Kind, [Key: RelationEnd]>
  /// The place of the other ends.
  public let back: RelationBack

  /// Makes relations, whose other ends are kept at `back` in the other objects.
  public init(_ name: String, back: RelationBack) {
    field = Field(name, .dictionary(of: .relationEnd))
    self.back = back
  }

  fileprivate init(_ field: Field<Kind, [Key: RelationEnd]>, back: RelationBack) {
    (self.field, self.back) = (field, back)
  }

  /// The place of the ends on this side, seen from the object.
  public var path: Path { field.path }
}

extension Nested {
  /// Returns a relation of the inner object as one of the outer one.
  ///
  ///     // In Flat:   static let tenant = Relation<Flat, Person>("tenant", back: .one("home"))
  ///     // In Person: static let home = Relation<Person, House>("home", back: .one("flat/tenant"))
  ///     house.relate(House.flat(Flat.tenant), to: Path("people/ann"))
  ///
  /// The other end leads to the outer object, and names this end by its path from there.
  public func callAsFunction<Target>(
    _ relation: Relation<Inner, Target>
  ) -> Relation<Kind, Target> {
    Relation(self(relation.field), back: relation.back, isTwoSided: relation.isTwoSided)
  }

  /// Returns relations of the inner object as those of the outer one.
  public func callAsFunction<Target>(
    _ relations: Relations<Inner, Target>
  ) -> Relations<Kind, Target> {
    Relations(self(relations.field), back: relations.back)
  }
}

/// The place of the other end of a relation, in the other object.
public enum RelationBack: Sendable, Hashable {
  /// The other object has one such relation, at this name.
  case one(String)
  /// The other object has any number of them; each end lies under the key of the object that it leads to.
  case many(String)

  /// Returns the place of the end that leads to `owner`.
  func place(of owner: Path) -> Path {
    switch self {
    case .one(let name): return Path(name)
    case .many(let name):
      guard let key = owner.lastKey else { invariantBroken("a relation of the root") }
      return Path(name).appending(key)
    }
  }
}

extension Object {
  /// The end of a relation; nil if it leads nowhere.
  public subscript<Target>(relation: Relation<Kind, Target>) -> RelationEnd? {
    self[relation.field]
  }

  /// The ends of relations, by the keys of the objects that they lead to.
  public subscript<Target>(relations: Relations<Kind, Target>) -> [Key: RelationEnd] {
    self[relations.field] ?? [:]
  }

  /// Returns the state of a relation.
  public func state<Target>(of relation: Relation<Kind, Target>) -> FieldState {
    state(of: relation.field)
  }

  /// Lets a relation lead to another object, or to none, as an edit that is saved with the others.
  ///
  /// The object must have a place.
  public mutating func relate<Target>(
    _ relation: Relation<Kind, Target>, to target: Path?, _ glimpse: Glimpse = Glimpse()
  ) {
    guard let place else { invariantBroken("an object without a place has no relations") }
    self[relation.field] = target.map { relation.end(to: $0, from: place, glimpse) }
  }
}
