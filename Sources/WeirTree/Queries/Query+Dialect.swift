extension Query {
  /// The query with a range that starts behind a place, as clients of this dialect ask for it.
  ///
  /// Without a key it starts behind all children of the value. With one it starts at the key's
  /// neighbour, so that what stands between the two in a dialect with few characters is left out.
  public func startingAfter(
    _ value: SortValue, key: Key? = nil, _ dialect: Dialect
  ) -> Query {
    var query = self
    if let next = key?.successor(dialect) {
      query.start = Bound(value, key: next)
    } else {
      query.start = Bound(value, isExclusive: true)
    }
    return query
  }

  /// The query with a range that ends before a place, as clients of this dialect ask for it.
  public func endingBefore(
    _ value: SortValue, key: Key? = nil, _ dialect: Dialect
  ) -> Query {
    var query = self
    if let before = key?.predecessor(dialect) {
      query.end = Bound(value, key: before)
    } else {
      query.end = Bound(value, isExclusive: true)
    }
    return query
  }

  /// In key order: the query with a range that starts behind a key.
  public func startingAfter(_ key: Key, _ dialect: Dialect) -> Query {
    // Behind the last key, as before the first, there is nothing.
    key.successor(dialect) == nil ? nothing : startingAfter(.none, key: key, dialect)
  }

  /// In key order: the query with a range that ends before a key.
  public func endingBefore(_ key: Key, _ dialect: Dialect) -> Query {
    key.predecessor(dialect) == nil ? nothing : endingBefore(.none, key: key, dialect)
  }

  /// The query in the same order that shows no child at all.
  private var nothing: Query { Query(index, limit: .first(0)) }
}
