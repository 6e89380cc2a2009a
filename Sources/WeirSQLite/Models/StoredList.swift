// SPDX-License-Identifier: GPL-3.0-or-later

/// The rows of a list as a database keeps them.
///
/// As bytes, a row is its number in eight bytes, the lowest first; or for a row without identity zero, the name of its
/// format and its bytes, each with its length before it.
struct StoredList {
  /// A row of a list.
  enum Row: Equatable {
    /// A model by the number under which it is kept, which is above zero.
    case kept(Int64)
    /// A model without identity, by the name of its format and as bytes.
    case own(type: String, [UInt8])
  }

  /// The rows, in order.
  var rows: [Row]

  /// Makes a list of rows.
  init(_ rows: [Row]) { self.rows = rows }

  /// Reads a list, or returns `nil` if the bytes are none.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes[...])
    rows = []
    while !reader.bytes.isEmpty {
      guard let number = reader.number() else { return nil }
      if number != 0 {
        rows.append(.kept(number))
      } else if let type = reader.part(), let value = reader.part() {
        rows.append(.own(type: String(decoding: type, as: UTF8.self), Array(value)))
      } else {
        return nil
      }
    }
  }

  /// The rows as bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * rows.count)
    for row in rows {
      switch row {
      case .kept(let number): Self.write(number, &bytes)
      case .own(let type, let value):
        Self.write(0, &bytes)
        Self.write(Int64(type.utf8.count), &bytes)
        bytes += type.utf8
        Self.write(Int64(value.count), &bytes)
        bytes += value
      }
    }
    return bytes
  }

  private static func write(_ number: Int64, _ bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Takes numbers and parts off the front of bytes.
  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func number() -> Int64? {
      if bytes.count < 8 { return nil }
      var number: UInt64 = 0
      for byte in bytes.prefix(8).reversed() { number = number << 8 | UInt64(byte) }
      bytes = bytes.dropFirst(8)
      return Int64(bitPattern: number)
    }

    mutating func part() -> ArraySlice<UInt8>? {
      guard let count = number(), count >= 0, count <= Int64(bytes.count) else { return nil }
      defer { bytes = bytes.dropFirst(Int(count)) }
      return bytes.prefix(Int(count))
    }
  }
}
