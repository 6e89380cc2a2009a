// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A digest that is kept beside bytes, to tell damaged bytes from those that were stored: the database keeps no account
/// of them.
enum StoredDigest {
  /// Returns the digest of bytes that are kept under names.
  static func of(_ bytes: [UInt8], _ names: String...) -> SQLiteValue {
    var digest = Digest()
    for name in names { digest.absorb(name) }
    var (word, count): (UInt64, UInt64) = (0, 0)
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 { digest.absorb(word, count) }
    }
    digest.absorb(word, ~count)
    return .integer(Int64(bitPattern: digest.word))
  }
}
