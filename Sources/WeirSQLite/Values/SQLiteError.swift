// SPDX-License-Identifier: GPL-3.0-or-later

/// A failure of a database: an ordinary value, for files break and others hold locks.
public struct SQLiteError: Error, Hashable, Sendable {
  /// The kind of failure.
  public var kind: Kind
  /// The code of the database, with its details.
  public var code: Int32
  /// The words of the database.
  public var message: String

  /// The kinds of failure that callers tell apart.
  public enum Kind: Hashable, Sendable {
    /// Somebody else holds a lock, and did not let go in time.
    case busy
    /// The file is damaged.
    case corrupt
    /// The file is something else than a database.
    case notADatabase
    /// A table or column is gone, or became another one.
    case schema
    /// A source cannot be made of the query; the message says why.
    case query
    /// A constraint forbids the change.
    case constraint
    /// The disk is full.
    case full
    /// The file may not be written.
    case readOnly
    /// The file cannot be opened.
    case cannotOpen
    /// The file cannot be read or written.
    case inputOutput
    /// Anything else, such as SQL that is not understood.
    case other
  }

  /// Makes an error of a code and the words that go with it.
  init(code: Int32, message: String) {
    self.code = code
    self.message = message
    kind = Self.kind(of: code, message)
  }

  /// Returns an error of the kind `corrupt`.
  static func damaged(_ message: String) -> SQLiteError { SQLiteError(code: 11, message: message) }

  /// Returns an error of the kind `schema`.
  static func foreign(_ message: String) -> SQLiteError { SQLiteError(code: 17, message: message) }

  private static func kind(of code: Int32, _ message: String) -> Kind {
    // The lower byte of a code is its kind, as the database documents it.
    switch code & 0xFF {
    case 5, 6: .busy
    case 8: .readOnly
    case 10: .inputOutput
    case 11: .corrupt
    case 13: .full
    case 14: .cannotOpen
    case 17: .schema
    case 19: .constraint
    case 26: .notADatabase
    case 1 where message.hasPrefix("no such table") || message.hasPrefix("no such column"): .schema
    default: .other
    }
  }
}

extension SQLiteError: CustomStringConvertible {
  /// The words of the database, and its code.
  public var description: String { "\(message) (code \(code))" }
}
