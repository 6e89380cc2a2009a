// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// The end of a transaction.
///
/// The numbers are written into traces.
public enum TransactionEnd: UInt8, Sendable, CaseIterable {
  /// It was carried out.
  case committed = 0
  /// Its update wanted nothing to be written.
  case abortedByUser = 1
  /// A write of the same client took its place.
  case set = 2
  /// The connection broke while it was on its way, so the outcome is unknown.
  case disconnect = 3
  /// The data changed each time that it was tried.
  case maxRetry = 4
  /// The rules forbid it.
  case forbidden = 5
  /// The server was too busy.
  case overloaded = 6
  /// It wanted to write what cannot be written.
  case invalid = 7

  /// The end that a refusal of the server brings.
  init(_ answer: Message.Answer) {
    switch answer {
    case .committed: self = .committed
    case .overloaded: self = .overloaded
    case .forbidden: self = .forbidden
    case .stale: self = .maxRetry
    case .invalid: self = .invalid
    }
  }
}
