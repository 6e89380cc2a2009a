// SPDX-License-Identifier: GPL-3.0-or-later

/// The language of access rules, read and checked: a tree of places with conditions, as it stands in a
/// scenario.
///
///     server:
///       rules:
///         rooms:
///           $room:
///             .read: "auth != null"
///             $message: { .validate: "newData.hasChildren(['by', 'word'])" }
///
/// Every expression was checked: its names are bound, its operands can be of the types that they must
/// have. It is a plain value that judges nothing; WeirBackend's `Permissions` does.
package struct Rules: Hashable, Sendable {
  /// The places, the root first, each behind the one that it lies in.
  package var places: [Place]

  /// Makes rules from places that are known to be sound.
  package init(places: [Place] = [Place()]) { self.places = places }

  /// The conditions that count at a place of the tree and below.
  package struct Place: Hashable, Sendable {
    /// The condition to read here and below; nil: nobody may whom no place above lets.
    package var read: Expression?
    /// The condition to write here and below; nil: nobody may whom no place above lets.
    package var write: Expression?
    /// The condition that the data here must meet, where there is any.
    package var validate: Expression?
    /// The paths below the children by which lists here are asked for; `.value` is the child itself.
    package var indexes: [String]
    /// The children with rules of their own, in the order of the file.
    package var children: [Child]
    /// The place that counts for all other children.
    package var wildcard: Child?

    /// Makes a place.
    package init(
      read: Expression? = nil, write: Expression? = nil, validate: Expression? = nil,
      indexes: [String] = [], children: [Child] = [], wildcard: Child? = nil
    ) {
      self.read = read
      self.write = write
      self.validate = validate
      self.indexes = indexes
      self.children = children
      self.wildcard = wildcard
    }
  }

  /// The name of a child and the number of its place.
  package struct Child: Hashable, Sendable {
    /// The child's key, or the wildcard's name with its `$`.
    package var name: String
    /// The number of its place in ``Rules/places``.
    package var place: Int

    /// Makes a child.
    package init(name: String, place: Int) {
      self.name = name
      self.place = place
    }
  }
}
