// SPDX-License-Identifier: Apache-2.0

/// The most that a cache in memory holds.
public enum CacheLimit: Sendable {
  /// Everything that is written.
  case none
  /// A number of rows: models, lists, and rows without identity in lists. A model that is kept as several types counts for
  /// each.
  case rows(Int)
  /// A number of bytes: those of the texts of identities and keys, and those of models, as `size` has it.
  case bytes(Int, size: @Sendable (any Model) -> Int)

  /// The largest cost there may be.
  var most: Int {
    switch self {
    case .none: Int.max
    case .rows(let count), .bytes(let count, _): count
    }
  }

  /// Returns the cost of what is kept under a name: models, and identities of others.
  func cost(of models: [any Model], under name: String, identities: [ModelID] = []) -> Int {
    switch self {
    case .none: 0
    case .rows: models.count
    case .bytes(_, let size):
      identities.reduce(models.reduce(name.utf8.count) { $0 + size($1) }) {
        $0 + $1.text.utf8.count
      }
    }
  }

  /// Returns the cost of a list.
  func cost(ofList key: ListKey, own models: [any Model], identities: [ModelID]) -> Int {
    let cost = cost(of: models, under: key.text, identities: identities)
    if case .rows = self { return cost + 1 }
    return cost
  }
}
