public import WeirClient
public import WeirCore

extension AnyStream {
  /// Changes items of this app where they lie; false if the stream is not of those, and then nothing happens.
  ///
  ///     union.withSource(1, at: now, into: &wishes) { source, wishes in
  ///       source.withTransient { $0.remove([sent], at: now, into: &wishes) }
  ///     }
  @discardableResult
  public mutating func withTransient(_ body: (inout TransientStream) -> Void) -> Bool {
    switch consume self {
    case .transient(var items):
      body(&items)
      self = .transient(items)
      return true
    case let other:
      self = other
      return false
    }
  }
}

extension AnyStream {
  /// Changes the items of this app wherever they lie: in the stream itself, in the last source of a union, or in one
  /// of those below sections; false if there are none.
  ///
  ///     stream.withOwnItems(at: now, into: &wishes) { items, wishes in
  ///       items.remove([sent], at: now, into: &wishes)
  ///     }
  @discardableResult
  public mutating func withOwnItems(
    at now: Instant, into wishes: inout [StackWish],
    _ body: (inout TransientStream, inout [StackWish]) -> Void
  ) -> Bool {
    var isFound = true
    switch consume self {
    case .transient(var items):
      body(&items, &wishes)
      self = .transient(items)
    case .union(var union):
      union.withSource(union.sources.count - 1, at: now, into: &wishes) { source, wishes in
        isFound = source.withOwnItems(at: now, into: &wishes, body)
      }
      self = .union(union)
    case .partitioned(var sections):
      sections.withSource(at: now, into: &wishes) { source, wishes in
        isFound = source.withOwnItems(at: now, into: &wishes, body)
      }
      self = .partitioned(sections)
    case let other:
      self = other
      isFound = false
    }
    return isFound
  }
}
