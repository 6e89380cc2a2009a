// SPDX-License-Identifier: Apache-2.0

/// Identities, each once, in the order in which they came.
struct IDList: Sendable {
  private var map = IDMap<Bool>()

  /// Makes a list without identities.
  init() {}

  /// Makes a list; an identity that comes again is left out.
  init(_ ids: [ModelID]) { for id in ids { insert(id) } }

  /// The identities.
  var ids: [ModelID] { map.ids }
  /// The number of identities.
  var count: Int { map.count }
  /// `true` if there is none.
  var isEmpty: Bool { map.isEmpty }

  /// Takes everything out.
  mutating func removeAll() { map.removeAll() }

  /// Adds an identity, unless it is there.
  mutating func insert(_ id: ModelID) { map.add(id, true) }

  /// `true` if an identity is there.
  func contains(_ id: ModelID) -> Bool { map.has(id) }
}
