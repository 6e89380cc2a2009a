// SPDX-License-Identifier: Apache-2.0
extension Query {
  /// Returns the query with a range that starts behind a place, as clients of this dialect ask for
  /// it.
  ///
  /// Without a key it starts behind all children of the value. With one it starts behind that child. In a
  /// dialect that has neighbours instead it starts at the key's neighbour, so that what lies between the
  /// two is left out: behind `Tom` an older browser does not show `Tom (2)`.
  public func startingAfter(
    _ value: SortValue, key: Key? = nil, _ dialect: Dialect = .firebaseJS
  ) -> Query {
    var query = self
    if !dialect.hasNeighbours {
      query.start = Bound(value, key: key, isExclusive: true)
    } else if let next = key?.successor(dialect) {
      query.start = Bound(value, key: next)
    } else {
      query.start = Bound(value, isExclusive: true)
    }
    return query
  }

  /// Returns the query with a range that ends before a place, as clients of this dialect ask for
  /// it.
  public func endingBefore(
    _ value: SortValue, key: Key? = nil, _ dialect: Dialect = .firebaseJS
  ) -> Query {
    var query = self
    if !dialect.hasNeighbours {
      query.end = Bound(value, key: key, isExclusive: true)
    } else if let before = key?.predecessor(dialect) {
      query.end = Bound(value, key: before)
    } else {
      query.end = Bound(value, isExclusive: true)
    }
    return query
  }

  /// Returns, in key order, the query with a range that starts behind a key.
  public func startingAfter(_ key: Key, _ dialect: Dialect = .firebaseJS) -> Query {
    // Behind the last key, as before the first, there is no neighbour.
    let isNothing = dialect.hasNeighbours && key.successor(dialect) == nil
    return isNothing ? nothing : startingAfter(.none, key: key, dialect)
  }

  /// Returns, in key order, the query with a range that ends before a key.
  public func endingBefore(_ key: Key, _ dialect: Dialect = .firebaseJS) -> Query {
    let isNothing = dialect.hasNeighbours && key.predecessor(dialect) == nil
    return isNothing ? nothing : endingBefore(.none, key: key, dialect)
  }

  /// The query in the same order that shows no child at all.
  private var nothing: Query { Query(index, limit: .first(0)) }
}
