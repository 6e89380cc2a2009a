// SPDX-License-Identifier: Apache-2.0
import Synchronization
import WeirCore

/// The bytes of keys that do not fit into a ``Key``, each kept once and never freed.
///
/// Equal keys have equal addresses, so that comparing for equality stays three words. The order of
/// keys never depends on an address. What is kept grows with the number of *different* long keys.
enum LongKeys {
  private struct Entry: Sendable {
    let address: UInt
    let count: Int
  }

  private static let entries = Mutex<[UInt64: [Entry]]>([:])

  /// Returns the address at which the bytes are kept.
  static func address(of bytes: Span<UInt8>) -> UInt {
    var hash: UInt64 = 0
    for place in 0..<bytes.count { hash = (hash ^ UInt64(bytes[place])) &* 0x0000_0100_0000_01B3 }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    for place in 0..<bytes.count { unsafe copy[place] = bytes[place] }
    let fresh = Entry(address: UInt(bitPattern: copy), count: bytes.count)
    let kept = entries.withLock { entries in
      for entry in entries[hash] ?? [] where same(entry, fresh) { return entry }
      entries[hash, default: []].append(fresh)
      return fresh
    }
    if kept.address != fresh.address { unsafe copy.deallocate() }
    return kept.address
  }

  /// Returns the byte at `place` of the key whose bytes stand at `address`.
  static func byte(at place: Int, of address: UInt) -> UInt8 {
    guard let start = unsafe UnsafePointer<UInt8>(bitPattern: address) else {
      invariantBroken("a long key without bytes")
    }
    return unsafe start[place]
  }

  private static func same(_ a: Entry, _ b: Entry) -> Bool {
    a.count == b.count
      && (0..<a.count).allSatisfy { byte(at: $0, of: a.address) == byte(at: $0, of: b.address) }
  }
}
