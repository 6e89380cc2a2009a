// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// Something that a stack wants of the phone that it runs on.
///
/// Requests (write, conditional write, read, transact, when gone, fetch, store, transfer) are carried out in order, one after
/// the other: what one brings about at once, such as the local events of a write, comes before the next one, and before a note
/// or an end said after it. Everything else is carried out before them.
///
/// Tags are the stack's own. Those of listens, reads, writes, transactions, pages, stores and transfers are told apart by what they
/// are for, so that a listen and a write may have the same one.
public enum StackWish: Sendable {
  /// Call ``ClientStack/wake(at:into:)`` then.
  case wake(Instant)
  /// Call ``ClientStack/publish(into:)`` now, before anything else is told to the stack, and give the
  /// update to the list view.
  case publish
  /// Call ``ClientStack/publish(surface:into:rows:)`` now, and give the update to the list view of that surface, the first of
  /// which is 1.
  case publishSurface(Int)
  /// Listen at the client, and tell the stack under this tag what is heard.
  case listen(tag: UInt32, Path, Query)
  /// Listen no longer; what is still under way must not be told any more.
  case unlisten(tag: UInt32)
  /// Tell the app; what belongs to a publication comes with its ``StackUpdate`` instead.
  case tell(StackNews)
  /// Tell the part of the app that shows that surface.
  case tellSurface(Int, StackNews)
  /// Record that from now on the main list shows only what this filter admits of what its screen shows, in the place of any
  /// such filter before.
  ///
  /// It lasts as long as the stack's life. Whoever judges the list believes it, so a stack says it as the person means it,
  /// and before it shows what came of it.
  indirect case narrow(Filter, journey: UInt32)
  /// Write, on a journey or on none; ``StackAnswer/settled(tag:_:)`` brings the answer.
  ///
  /// A note that goes with it stands in the history right before, and who judges it sees what is written.
  case write(tag: UInt32, Write, journey: UInt32, note: StackNote? = nil)
  /// Write if all demands are met when the server carries it out; otherwise it is answered by
  /// ``WeirTree/Message/Answer/stale``.
  indirect case conditionalWrite(tag: UInt32, Write, if: [WriteDemand], journey: UInt32)
  /// Read once what stands there, all of it or what a query selects, such as a page;
  /// ``StackAnswer/found(tag:_:keys:)`` or ``StackAnswer/refused(tag:_:)`` brings it.
  case read(tag: UInt32, Path, Query = Query())
  /// Change what stands there in a transaction; ``StackAnswer/ended(tag:_:)`` says how it ended.
  case transact(tag: UInt32, Path, TransactionUpdate, journey: UInt32)
  /// Have the server write this when the client is gone.
  case whenGone(Write, journey: UInt32)
  /// Fetch a page of a list; ``StackAnswer/fetched(tag:_:)`` brings it, or says why it does not come. nil: give up the one
  /// that has the same tag, of which nothing more is told.
  ///
  /// Its role says whether it lies beside those that were fetched before.
  indirect case fetch(tag: UInt32, PageQuery?, PageRole, journey: UInt32)
  /// Ask the store of the app; ``StackAnswer/stored(tag:_:)`` brings the answer.
  case store(tag: UInt32, StoreRequest)
  /// Ask the service at which the app keeps files; ``StackAnswer/transferred(tag:_:)`` says how far it is, and how it
  /// ended.
  case transfer(tag: UInt32, FileRequest)
  /// An action that somebody waits for is over.
  case over(journey: UInt32)
  /// The oracle that runs beside the stack disagrees with it, in words that name both answers; the run ends.
  case differed(String)
  /// The stack cannot go on, for a reason in words that stands in the history with a note; the run ends.
  indirect case failed(String, StackNote)
  /// Say something in the history that only the stack's family knows.
  case note(StackNote)
}

/// Something that a stack says in the history, as numbers that its family has words for.
public struct StackNote: Sendable {
  /// The kind of step, for families that have kinds of their own; nil: a note, as every family can say it.
  public var kind: UInt8?
  /// The number of the list that it is about; nil: the one that the client opens.
  public var list: UInt32?
  /// The second word of the step: the number of the note, and a number of its own.
  public var words: UInt64
  /// The first word of the step.
  public var x: UInt64
  /// The row that it is about; nil: none.
  public var key: Key?
  /// The journey that it belongs to, 0 for none.
  public var journey: UInt32

  /// Makes a note.
  public init(
    kind: UInt8? = nil, words: UInt64, x: UInt64 = 0, list: UInt32? = nil, key: Key? = nil,
    journey: UInt32 = 0
  ) {
    self.kind = kind
    self.list = list
    self.words = words
    self.x = x
    self.key = key
    self.journey = journey
  }
}

/// The answer to something that a stack asked for beside its listens.
///
/// A request of an earlier life of the app is never answered, but for a write of one who saved: clients keep writes
/// as well (``ClientStack/restore(_:held:at:into:)``).
public enum StackAnswer: Sendable {
  /// A write was answered for good.
  case settled(tag: UInt32, Message.Answer)
  /// A read was answered: with the children that the query selects, and their keys in its order.
  case found(tag: UInt32, Node, keys: [Key])
  /// A read was refused.
  case refused(tag: UInt32, Message.Refusal)
  /// A transaction ended.
  case ended(tag: UInt32, TransactionEnd)
  /// A page has come, or will not.
  case fetched(tag: UInt32, PageReply)
  /// The store of the app has answered.
  case stored(tag: UInt32, StoreAnswer)
  /// A file moves, is there, or will not come.
  case transferred(tag: UInt32, FileAnswer)
}
