// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
package import WeirTree

/// The life of a list that an app listens to: from the moment at which somebody opens it until it is closed.
///
///     var life = ListLife()
///     life.begin()
///     wishes.append(life.listen(to: list))
///     life.getReady()           // true: the first value is there
///     life.publish(&update)     // says that the list has loaded
///
/// Of each life it is told once that the list has loaded, with the first publication that shows its rows, or that it may
/// not load; and once that it is lost, which is never told before.
package struct ListLife: Sendable {
  /// `true` while the list is open.
  package private(set) var isOpen = false
  /// `true` if the first value of this life is there.
  package private(set) var isReady = false
  /// The number of lives so far; the listen of the last one has this tag.
  package private(set) var number: UInt32 = 0
  /// The reason for which the list may not be read any more.
  package private(set) var refusal: Message.Refusal?
  /// `true` if the app knows in this life that the list has loaded, or may not.
  private var hasTold = false
  /// The news that are told with the next publication.
  private var news: [StackNews] = []

  /// Makes the life of a list that was never open.
  package init() {}

  /// `true` if the list is open and may be read, so that to open it changes nothing.
  package var isGoingOn: Bool { isOpen && refusal == nil }

  /// `true` if there is something to tell, though no row may have changed.
  package var hasNews: Bool { !news.isEmpty || isReady && !hasTold }

  /// Begins another life.
  package mutating func begin() {
    (isOpen, isReady, hasTold, refusal) = (true, false, false, nil)
    number += 1
  }

  /// Returns the wish for the listen of this life.
  package func listen(to list: QueryBuilder) -> StackWish {
    .listen(tag: number, list.path, list.query)
  }

  /// `true` if the list is open and a tag is that of its listen.
  package func hears(_ tag: UInt32) -> Bool { isOpen && tag == number }

  /// Takes in that a value is there; returns `true` if it is the first one.
  @discardableResult
  package mutating func getReady() -> Bool {
    defer { isReady = true }
    return !isReady
  }

  /// Takes in that the list may not be read any more, and tells it at once or with the next publication.
  package mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, into wishes: inout [StackWish]
  ) {
    guard hears(tag), self.refusal == nil else { return }
    self.refusal = refusal
    if !isReady {
      hasTold = true
      wishes.append(.tell(.loaded(refusal)))
    } else if hasTold {
      wishes.append(.tell(.lost(refusal)))
    } else {
      news.append(.lost(refusal))
    }
  }

  /// Ends the life; what was not told is told no more.
  package mutating func end(into wishes: inout [StackWish]) {
    isOpen = false
    if refusal == nil { wishes.append(.unlisten(tag: number)) }
    news.removeAll()
  }

  /// Adds the news to a publication that shows the list.
  package mutating func publish(_ update: inout StackUpdate) {
    if isReady, !hasTold {
      hasTold = true
      news.insert(.loaded(nil), at: 0)
    }
    swap(&update.news, &news)
  }
}
