// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A request of a stack to the store of its app, which holds a value for each key and outlives the app.
///
///     wishes.append(.store(tag: 1, .save(Key("draft"), node)))  // .stored(tag: 1, .saved), a little later
///     wishes.append(.store(tag: 2, .load(Key("draft"))))        // .stored(tag: 2, .value(node))
public enum StoreRequest: Hashable, Sendable {
  /// Say what stands under a key; nil: under all of them, as children of one node.
  case load(Key?)
  /// Put a value under a key, in the place of the one there; null takes it away.
  case save(Key, Node)
}

/// The answer of a store.
public enum StoreAnswer: Hashable, Sendable {
  /// The value that stands there; null: nothing.
  case value(Node)
  /// The value is saved, whatever happens to the app.
  case saved
  /// The store could not do it, and is as it was.
  case failed
}
