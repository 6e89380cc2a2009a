// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// The content of a file, of which nobody looks at the bytes.
public struct FileContent: Hashable, Sendable {
  /// The number of bytes.
  public var size: Int
  /// A number that stands for the bytes: equal for equal ones.
  public var stamp: UInt64

  /// Makes a content.
  public init(size: Int, stamp: UInt64) { (self.size, self.stamp) = (size, stamp) }
}

/// A request of a stack to the service at which its app keeps files.
///
///     wishes.append(.transfer(tag: 3, .upload(Key("photo"), FileContent(size: 400_000, stamp: 7), from: 0)))
///     // .transferred(tag: 3, .moved(50_000)), … .transferred(tag: 3, .done(content))
public enum FileRequest: Hashable, Sendable {
  /// Bring a file there, from the byte on that a transfer which broke off had reached.
  case upload(Key, FileContent, from: Int)
  /// Fetch one, whichever is there or this alone, from the byte on that a transfer which broke off had reached.
  case download(Key, FileContent?, from: Int)
  /// Take one away.
  case remove(Key)
  /// Give up the transfer that has the same tag, of which nothing more is told.
  case cancel
}

/// The answer of that service.
public enum FileAnswer: Hashable, Sendable {
  /// So many bytes have come over, and it goes on.
  case moved(Int)
  /// It is all there, or was taken away.
  case done(FileContent)
  /// It broke off when so many bytes had come over, which need not be sent again.
  case failed(FileError, at: Int)
}

/// The reason for which a file was not transferred.
public enum FileError: Hashable, Sendable {
  /// The client had no connection when it asked.
  case offline
  /// The connection was lost, or the transfer broke off by itself.
  case interrupted
  /// There is no such file, or not so much of an upload that broke off.
  case missing
  /// Another file has taken its place.
  case replaced
}
