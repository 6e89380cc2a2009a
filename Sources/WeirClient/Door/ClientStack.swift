// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirDiff
public import WeirTree

/// The door through which the harness drives any stack under test.
///
/// A stack sits between a ``Client``, at which it listens, and a list view, to which it publishes. It is
/// a machine: time comes in, wishes go out, and it calls nobody back. Stacks never see one another.
///
///     stack.open(at: now, into: &wishes)                     // .listen(tag: 0, path, query)
///     stack.receive(event, from: 0, at: now, into: &wishes)  // .wake(later)
///     stack.wake(at: later, into: &wishes)                   // .publish
///     stack.publish(into: &update)                           // the change set, and what was told
///     stack.close(into: &wishes)                             // .unlisten(tag: 0); and perhaps .open again, later
///
/// From each opening to its closing a stack has a *life*. What was told, asked for or refused in one life does not
/// matter in the next; only the published rows stay in between, so that the next life's first publication is
/// a change of them.
public protocol ClientStack: Sendable {
  /// Starts a life: the stack says where it listens.
  ///
  /// An open stack stays as it is, but one that lost a listen begins anew, as if it had been closed.
  mutating func open(at now: Instant, into wishes: inout [StackWish])

  /// Ends a life: the stack listens no longer, what was under way fails, and the published rows stay as they are.
  ///
  /// An alarm that it asked for may still come, and changes nothing.
  mutating func close(into wishes: inout [StackWish])

  /// Takes in one data event of a listen; a batch of them ends with a `value` event.
  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish])

  /// The server took a listen away, or never gave it; nothing more comes from it.
  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish])

  /// Brings the answer to what the stack asked for beside its listens.
  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish])

  /// The part of it that the app keeps when it is killed; nil: nothing.
  func saved() -> SavedStack?

  /// Takes up what an earlier life of the app has saved, right after it was opened.
  ///
  /// The client still holds the writes with the tags `held`, and brings their answers; what became of any other write
  /// of that life nobody will say.
  mutating func restore(
    _ saved: SavedStack, held: [UInt32], at now: Instant, into wishes: inout [StackWish])

  /// Does what a person wants of the list.
  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish])

  /// An alarm that the stack asked for has come; more often, or earlier, does no harm.
  mutating func wake(at now: Instant, into wishes: inout [StackWish])

  /// Makes the gathered changes the published list and says how it differs from the one before.
  mutating func publish(into update: inout StackUpdate)

  /// Publishes as ``publish(into:)`` does, and says what is shown then: in one go, for to look at a large list afterwards
  /// may cost a copy of it.
  mutating func publish(into update: inout StackUpdate, rows sections: inout [[Row]])

  /// Publishes as ``publish(into:rows:)`` does; rows to which another list came by the same changes may be taken instead of
  /// being made and kept once more.
  mutating func publish<Others: Precedents>(
    into update: inout StackUpdate, rows sections: inout [[Row]], like others: borrowing Others)

  /// Publishes a surface that the app shows beside its main list, and says what is shown there then.
  ///
  /// Like the main list it publishes for the first time in each life, and keeps its rows between two of them.
  mutating func publish(
    surface: Int, into update: inout StackUpdate, rows sections: inout [[Row]])

  /// All rows that such a surface has published, section by section.
  func rows(ofSurface surface: Int, into sections: inout [[Row]])

  /// The number of sections that the published list has.
  var sectionCount: Int { get }
  /// The number of rows that a section of the published list has.
  func rowCount(in section: Int) -> Int
  /// A row of the published list.
  func row(at place: Place) -> Row
  /// All rows of the published list, section by section.
  func rows(into sections: inout [[Row]])

  /// Shares memory with another stack in what both hold the same of; returns `true` if all is the same, so that the other
  /// one may stand in its place.
  ///
  /// Nothing that can be asked of either changes. It is called when a list was opened and when it has loaded, for many phones
  /// load the same. Stacks that share are used by one thread at a time.
  mutating func share(with other: any ClientStack) -> Bool

  /// The number of operations that an oracle beside the stack has compared.
  var comparisons: Int { get }
}

extension ClientStack {
  /// Takes no notice: a stack that asks for nothing is answered nothing.
  public mutating func answer(
    _ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]
  ) {}

  /// Shares nothing.
  public mutating func share(with other: any ClientStack) -> Bool { false }

  /// None: there is no oracle.
  public var comparisons: Int { 0 }

  /// Keeps nothing.
  public func saved() -> SavedStack? { nil }

  /// Takes nothing up.
  public mutating func restore(
    _ saved: SavedStack, held: [UInt32], at now: Instant, into wishes: inout [StackWish]
  ) {}

  /// Publishes, and looks at what is shown then.
  public mutating func publish(into update: inout StackUpdate, rows sections: inout [[Row]]) {
    publish(into: &update)
    rows(into: &sections)
  }

  /// Publishes by itself.
  public mutating func publish<Others: Precedents>(
    into update: inout StackUpdate, rows sections: inout [[Row]], like others: borrowing Others
  ) {
    publish(into: &update, rows: &sections)
  }

  /// Publishes nothing: a stack without further surfaces is never asked.
  public mutating func publish(
    surface: Int, into update: inout StackUpdate, rows sections: inout [[Row]]
  ) {}

  /// Shows nothing.
  public func rows(ofSurface surface: Int, into sections: inout [[Row]]) { sections = [[]] }

  /// All rows of the published list, each looked up.
  public func rows(into sections: inout [[Row]]) {
    let count = sectionCount
    if sections.count > count { sections.removeLast(sections.count - count) }
    while sections.count < count { sections.append([]) }
    for section in 0..<count {
      sections[section].removeAll(keepingCapacity: true)
      for row in 0..<rowCount(in: section) {
        sections[section].append(self.row(at: Place(section: Int32(section), row: Int32(row))))
      }
    }
  }
}

/// The part of a stack that outlives a killed app, which only stacks of the same making understand.
public struct SavedStack: Sendable {
  /// The content, as the stack saved it.
  public let content: any Sendable

  /// Keeps something.
  public init(_ content: any Sendable) { self.content = content }
}

/// A message of a stack to the app, beside how the list changed.
public enum StackNews: Hashable, Sendable {
  /// The first rows are there, or never will be because of this; told once in each life.
  case loaded(Message.Refusal?)
  /// The list is no longer kept up to date, because of this; told once in a life at most, after `loaded`.
  case lost(Message.Refusal)
  /// A page is there: so many rows are new, and there are more or not; once for each call.
  case paged(call: UInt32, new: Int, hasMore: Bool)
  /// A page did not come, or not all of it, because of this or because the same was already under way; once for each
  /// call, instead of `paged`. Rows that came are shown all the same.
  case pageFailed(call: UInt32, PageError)

  /// The reason for which a page did not come.
  public enum PageError: Hashable, Sendable {
    /// The server does not let the client read it.
    case refused(Message.Refusal)
    /// Another page is under way.
    case busy
    /// The list has not loaded yet, or never will.
    case notLoaded
    /// The list was closed, or its source went away, before the page came.
    case cancelled
  }
}

/// A publication of a stack.
public struct StackUpdate: Sendable {
  /// The changes of the list.
  public var changes = ChangeSet()
  /// Places in the old list of rows that the list view is told to reload, rather than to show anew where
  /// they lie; correct stacks need none.
  public var reloads: [Place] = []
  /// The messages that the app hears after the change.
  public var news: [StackNews] = []
  /// `true` if this is the first publication of a life, which list views show without animation.
  public var isFirst = false
  /// `true` if these are rows that the phone had kept, while the live ones are still to come: they may be old, and may hold what
  /// was never written.
  public var isProvisional = false

  /// Makes an update that says nothing.
  public init() {}

  /// Forgets all and keeps the memory.
  public mutating func removeAll() {
    changes.removeAll()
    reloads.empty()
    news.empty()
    isFirst = false
    isProvisional = false
  }
}
