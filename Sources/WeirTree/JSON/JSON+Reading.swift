// SPDX-License-Identifier: Apache-2.0
public import WeirCore

extension JSON {
  /// The greatest depth to which arrays and objects may be nested.
  public static let greatestDepth = 1000

  /// Reads a JSON text as RFC 8259 defines it, or says everything that is wrong with it.
  ///
  /// Nothing is forgiven: no comments, trailing commas, byte order mark, `NaN`, leading zeros, raw
  /// control characters, keys that come twice, halves of surrogate pairs, invalid UTF-8, numbers that
  /// no `Double` can come near, or more levels than ``greatestDepth``. What breaks the grammar ends
  /// the reading; the rest is collected, so that a person can mend it in one go.
  public init(reading bytes: [UInt8], file: String) throws(Problems) {
    var reader = JSONReader(bytes, file: file)
    self = try reader.read()
  }

  /// Reads a JSON text.
  public init(reading text: String, file: String) throws(Problems) {
    try self.init(reading: Array(text.utf8), file: file)
  }
}
