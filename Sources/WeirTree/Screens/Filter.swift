// SPDX-License-Identifier: Apache-2.0

/// A condition on the children that a list shows, as a value that can be written down, compared,
/// and evaluated by checkers.
///
///     Filter.is(Path("done"), .bool(false))
///     Filter.every([.has(Path("author")), .not(.less(Path("score"), .integer(10)))])
public indirect enum Filter: Sendable {
  /// Every child.
  case everything
  /// Children that have something at a path below them.
  case has(Path)
  /// Children whose node at the path is in the same place of the order of all values.
  case `is`(Path, SortValue)
  /// Children whose node at the path comes before this in the order of all values.
  case less(Path, SortValue)
  /// All other children.
  case not(Filter)
  /// Children that all filters admit.
  case every([Filter])
  /// Children that one of the filters admits.
  case any([Filter])
  /// Children that a function of the app admits; two are taken for the same if their names are.
  ///
  /// The function must depend on its arguments alone.
  case custom(String, @Sendable (Key, Node) -> Bool)

  /// `true` if the filter admits a child.
  public func admits(_ key: Key, _ node: Node) -> Bool {
    switch self {
    case .everything: true
    case .has(let path): !node[path].isNull
    case .is(let path, let value): SortValue(node[path]).compared(to: value) == 0
    case .less(let path, let value): SortValue(node[path]).compared(to: value) < 0
    case .not(let filter): !filter.admits(key, node)
    case .every(let filters): filters.allSatisfy { $0.admits(key, node) }
    case .any(let filters): filters.contains { $0.admits(key, node) }
    case .custom(_, let function): function(key, node)
    }
  }
}

extension Filter: Hashable {
  /// `true` if both say the same in the same words.
  public static func == (a: Filter, b: Filter) -> Bool {
    switch (a, b) {
    case (.everything, .everything): true
    case (.has(let x), .has(let y)): x == y
    case (.is(let x, let v), .is(let y, let w)): x == y && v == w
    case (.less(let x, let v), .less(let y, let w)): x == y && v == w
    case (.not(let x), .not(let y)): x == y
    case (.every(let x), .every(let y)): x == y
    case (.any(let x), .any(let y)): x == y
    case (.custom(let x, _), .custom(let y, _)): x == y
    default: false
    }
  }

  /// Feeds the words that say it.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .everything: hasher.combine(0)
    case .has(let path): hasher.combine(path)
    case .is(let path, let value), .less(let path, let value):
      hasher.combine(path)
      hasher.combine(value)
    case .not(let filter): hasher.combine(filter)
    case .every(let filters), .any(let filters): hasher.combine(filters)
    case .custom(let name, _): hasher.combine(name)
    }
  }
}
