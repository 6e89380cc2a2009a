// SPDX-License-Identifier: Apache-2.0
internal import WeirCore
internal import WeirTree

extension ViewOracle.View {
  /// A test of whether a child at a place of the query's order would be in the window (rule 14).
  typealias Places = (Key, Node) -> Bool

  /// The places that the window covers: a child put there would be in it (rule 14).
  var coveredPlaces: Places {
    guard isFiltered && isComplete else { return { _, _ in false } }
    let (query, held) = (query, said.nodes)
    return { key, node in
      var more = held
      more.set(node, for: key)
      return query.window(of: more).contains(key)
    }
  }

  /// Forgets what is kept of children whose places the window covers since an operation of the server, and holds not
  /// (rule 14).
  mutating func forgetWhatIsCoveredNow(but before: Places) {
    let now = coveredPlaces
    guard isFiltered && isComplete else { return }
    var known = ViewOracle.Knowledge()
    for one in kept { known.put(one.part) }
    for (key, node) in known.nodes where now(key, node) && !before(key, node) {
      kept.removeAll { $0.part.key == key }
    }
  }
}
