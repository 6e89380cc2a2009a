// SPDX-License-Identifier: Apache-2.0
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
