// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// Something that an ``ObjectStore`` wants to have done, or told.
public enum ObjectWish: Sendable {
  /// Listen to all that lies at a place; hand what is heard to ``ObjectStore/hear(_:from:into:)``.
  case listen(tag: UInt32, Path)
  /// Listen no longer.
  case unlisten(tag: UInt32)
  /// Read once what lies at a place; hand it to ``ObjectStore/take(_:of:into:)``.
  case read(tag: UInt32, Path)
  /// Write, all at one instant and only if the server finds all demands met then; hand the answer to
  /// ``ObjectStore/settle(_:_:into:)``.
  case write(tag: UInt32, Write, if: [WriteDemand])
  /// Keep what lies at a place where it outlives the app, in place of what was kept of it; a null node: keep nothing of it. A store
  /// asks for it whose rule is ``ObjectCachePolicy/persistent``.
  case keep(Path, Node)
  /// Look up what is kept of a place; hand it to ``ObjectStore/recall(_:of:into:)``.
  case recall(tag: UInt32, Path)
  /// An object shows something else, or its state changed.
  case changed(ObjectID)
  /// A load has ended: the object is what was read, or nothing could be read.
  case loaded(ObjectID, LoadFault?)
  /// An object may not be listened to any more; it keeps what it shows.
  case lost(ObjectID, Message.Refusal)
  /// The transaction that was to give a file to its object has ended; hand it to ``ObjectFiles/end(_:_:into:)``.
  case filed(FileTransferID, FileFault?)
  /// A transaction has ended, with the reason if nothing was written. Each that was committed ends once.
  case ended(TransactionID, TransactionFault?)
}

/// A handle of an object of an ``ObjectStore``, whatever its kind, which is never used again.
public struct ObjectID: Hashable, Sendable {
  /// The number of the object; later ones have greater numbers.
  public let number: Int
}

/// A handle of an object of a kind, in an ``ObjectStore``.
public struct ObjectHandle<Kind: ObjectKind>: Hashable, Sendable {
  /// The object, whatever its kind.
  public let id: ObjectID
}

/// A handle of a transaction of an ``ObjectStore``, which is never used again.
public struct TransactionID: Hashable, Sendable {
  /// The number of the transaction; later ones have greater numbers.
  public let number: Int
}
