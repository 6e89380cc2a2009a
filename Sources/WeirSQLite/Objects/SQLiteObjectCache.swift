// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirObjects
public import WeirTree

/// The objects of an app as it has heard them last, in a file that outlives the process.
///
///     let cache = try SQLiteObjectCache(path: "objects.db")
///     var store = ObjectStore(.persistent)
///     let ann = store.open(Profile.self, at: Path("people/ann"))
///     store.listen(to: ann, into: &wishes)
///     for wish in wishes {
///       if try cache.carryOut(wish, for: &store, into: &more) { continue }  // ann is as she was heard last
///       …
///     }
///
/// Each node is kept whole by a transaction of its own: opened again, after whatever end of the process, the cache has what
/// was kept last of each place. What cannot be kept or read is an error, for damage too, in place of other nodes than were
/// kept; whoever meets one goes on without, as all of it can be heard again. A cache belongs to one thread, and its file to
/// it alone.
///
/// - Complexity: O(log *n*) for each place, and O(*m*) for the *m* bytes of its node.
public final class SQLiteObjectCache {
  private let store: SQLiteStore

  /// Opens a cache, which is made if it is not there.
  ///
  /// With `isChecked` the whole file is looked through for damage first, which takes as long as reading it.
  public init(
    path: String, _ options: SQLiteOptions = SQLiteOptions(), isChecked: Bool = true
  ) throws(SQLiteError) {
    store = try SQLiteStore(path: path, options, isChecked: isChecked)
  }

  /// Keeps a node in place of what was kept of a place; of one that is nothing, nothing is kept.
  public func keep(_ node: Node, at place: Path) throws(SQLiteError) {
    if node.isNull {
      try store.remove(Self.name(of: place))
    } else {
      try store.set(Array(JSON(node).words.utf8), for: Self.name(of: place))
    }
  }

  /// Returns what is kept of a place; nil: nothing is.
  public func node(at place: Path) throws(SQLiteError) -> Node? {
    guard let bytes = try store.value(for: Self.name(of: place)) else { return nil }
    do {
      return try Node(JSON(reading: bytes, file: Self.name(of: place)))
    } catch {
      throw SQLiteError.damaged("what is kept of '\(place)' is no node")
    }
  }

  /// Forgets everything, such as when somebody logs out.
  public func removeAll() throws {
    try store.transaction { for key in try store.keys() { try store.remove(key) } }
  }

  /// Carries out what a store wants of its cache; false if the wish is for somebody else.
  public func carryOut(
    _ wish: ObjectWish, for objects: inout ObjectStore, into wishes: inout [ObjectWish]
  ) throws(SQLiteError) -> Bool {
    switch wish {
    case .keep(let place, let node): try keep(node, at: place)
    case .recall(let tag, let place):
      objects.recall(try node(at: place), of: tag, into: &wishes)
    default: return false
    }
    return true
  }

  /// Returns the name under which a place is kept.
  private static func name(of place: Path) -> String {
    place.keys.map(\.description).joined(separator: "/")
  }

  /// Looks the whole file through; throws an error of the kind `corrupt` if it is damaged.
  public func check() throws(SQLiteError) { try store.check() }
}
