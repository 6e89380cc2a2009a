// SPDX-License-Identifier: GPL-3.0-or-later

/// A fault of a stack's program: it broke off, was silent, or said what the agreement does not allow.
package struct ProgramFault: Error, Hashable {
  /// The kinds of fault, by the numbers that steps use.
  enum Kind: UInt64, CaseIterable {
    /// It could not be started.
    case notStarted
    /// It ended, or was ended, before the run was over.
    case ended
    /// It did not answer in time.
    case silent
    /// It spoke without having been asked.
    case unasked
    /// Its line is longer than any line may be.
    case tooLong
    /// Its line is no JSON text.
    case notJSON
    /// Its line says something that the agreement does not know, or that cannot be.
    case notAgreed
    /// It never said what it was asked for.
    case owing

    /// The kind in a few words.
    var words: String {
      switch self {
      case .notStarted: "not started"
      case .ended: "ended"
      case .silent: "silent"
      case .unasked: "spoke unasked"
      case .tooLong: "too long a line"
      case .notJSON: "no JSON"
      case .notAgreed: "against the agreement"
      case .owing: "owes an answer"
      }
    }
  }

  var kind: Kind
  /// The fault in words, with its place and what to do about it.
  package var words: String

  init(_ kind: Kind, _ words: String) { (self.kind, self.words) = (kind, words) }
}
