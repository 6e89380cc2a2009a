// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// Something that ``ObjectFiles`` want to have done, or told.
public enum FileWish: Sendable {
  /// Bring a file to the service, from a byte on; hand what comes of it to ``ObjectFiles/take(_:from:into:)``.
  case upload(tag: UInt32, StoredFile, from: Int)
  /// Fetch a file from the service, from a byte on.
  case download(tag: UInt32, StoredFile, from: Int)
  /// Take a file away from the service; one that is not there is no fault.
  case remove(tag: UInt32, Key)
  /// Give up the request that has this tag, of which nothing more may be told.
  case giveUp(tag: UInt32)
  /// Write, all at one instant and only if the server finds all demands met then; hand the answer to
  /// ``ObjectFiles/settle(_:_:into:)``.
  case write(tag: UInt32, Write, if: [WriteDemand])
  /// Read once what lies at a place; hand it to ``ObjectFiles/take(_:of:into:)``.
  case read(tag: UInt32, Path)
  /// So many bytes have come over; never fewer than before.
  case progress(FileTransferID, Int)
  /// A transfer waits for ``ObjectFiles/resume(_:into:)``: somebody paused it, or it broke off for a reason.
  case paused(FileTransferID, FileFault?)
  /// A transfer has ended, with the reason if the file is not where it was to go. Each one ends once.
  case ended(FileTransferID, FileFault?)
  /// The file of a transaction is at the service, or will never be, for a reason; hand it to ``ObjectStore/take(_:_:into:)``.
  case brought(FileTransferID, FileFault?)
  /// Something could not be taken away; ask for ``ObjectFiles/tidy(into:)`` in a while.
  case untidy
  /// Files are to go from the memory of the app.
  case drop([Key])
}

/// An answer of the service for files.
public enum FileReply: Hashable, Sendable {
  /// So many bytes have come over, and it goes on.
  case moved(Int)
  /// It is all there, or was taken away.
  case done
  /// It broke off when so many bytes had come over, which need not be sent again.
  case failed(FileFault, at: Int)
}

/// A reason for which a file is not where it was to go.
public enum FileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The app had no connection when it asked.
  case offline
  /// The connection was lost, or the transfer broke off by itself.
  case interrupted
  /// There is no such file, or not so much of an upload that broke off.
  case missing
  /// The file is another one than was asked for.
  case replaced
  /// Somebody gave the transfer up.
  case cancelled
  /// The object is not there any more.
  case gone
  /// The server did not write it.
  case refused(Message.Answer)
  /// The server does not let the app read what has to be looked at before.
  case unreadable(Message.Refusal)
  /// The transaction that was to give it to its object was not written.
  case unwritten

  /// The reason, in words.
  public var description: String {
    switch self {
    case .offline: "there is no connection"
    case .interrupted: "the transfer broke off"
    case .missing: "there is no such file"
    case .replaced: "there is another file"
    case .cancelled: "somebody gave it up"
    case .gone: "the object is not there"
    case .refused(let answer): "the server did not write it: \(answer)"
    case .unreadable(let refusal): "it cannot be read: \(refusal)"
    case .unwritten: "the transaction that was to give it to its object was not written"
    }
  }

  /// `true` if the transfer can go on where it broke off.
  var isPassing: Bool { self == .offline || self == .interrupted }
}

/// A handle of a transfer, which is never used again.
public struct FileTransferID: Hashable, Sendable {
  /// The number of the transfer; later ones have greater numbers.
  public let number: Int
}
