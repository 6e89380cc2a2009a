// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A reason for which a transaction does not take something, or is not committed.
public enum TransactionFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something is written at the first path, and at the second one inside of it.
  case overlap(Path, Path)
  /// Two relations want different ends at one place.
  case crossing(Path)
  /// Nothing stands at a place where something was expected.
  case missing(Path)
  /// Something stands at a place where nothing was expected.
  case taken(Path)
  /// Something else stands at a place than what was expected.
  case changed(Path)
  /// The server does not let the client read what has to be looked at before.
  case unreadable(Path, Message.Refusal)
  /// What has to be looked at before was not read in time.
  case late
  /// The server did not write it.
  case refused(Message.Answer)
  /// A file of it is not at the service and will not be.
  case file(FileFault)
  /// An object was to be deleted whose files nobody would take away; see ``ObjectFiles/release(in:of:)``.
  case unreleased(Path)
  /// Somebody gave it up.
  case cancelled
  /// An object of it cannot be saved.
  case unsaved(SaveFaults)
  /// The transaction is over, or under way.
  case over

  /// The reason, in words.
  public var description: String {
    switch self {
    case .overlap(let outer, let inner): "writes \(outer) and \(inner) inside of it"
    case .crossing(let path): "two relations want different ends at \(path)"
    case .missing(let path): "nothing stands at \(path)"
    case .taken(let path): "something stands at \(path) already"
    case .changed(let path): "something else stands at \(path) than was expected"
    case .unreadable(let path, let refusal): "\(path) cannot be read: \(refusal)"
    case .late: "what has to be looked at before was not read in time"
    case .refused(let answer): "the server did not write it: \(answer)"
    case .file(let fault): "a file of it is not there: \(fault)"
    case .unreleased(let path):
      "nobody takes the files of \(path) away; call ObjectFiles.release(in:of:) for the transaction"
    case .cancelled: "somebody gave it up"
    case .unsaved(let faults): faults.description
    case .over: "the transaction is over or under way"
    }
  }
}
