// SPDX-License-Identifier: GPL-3.0-or-later

/// A model as a database keeps it.
struct StoredModel {
  /// The number that no other one ever has.
  var number: Int64
  /// The name of its format.
  var type: String
  /// The name of its projection.
  var projection: String
  /// The model as bytes.
  var bytes: [UInt8]

  /// Reads the row that a statement stands on; `nil` if its bytes are not those that were stored.
  init?(_ columns: borrowing Columns) {
    guard case .text(let id) = columns.value(1), case .text(let type) = columns.value(2),
      case .text(let projection) = columns.value(3), case .blob(let bytes) = columns.value(4),
      columns.value(5) == StoredDigest.of(bytes, id, type, projection)
    else { return nil }
    number = columns.integer(0)
    self.type = type
    self.projection = projection
    self.bytes = bytes
  }
}
