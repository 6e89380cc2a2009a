// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
package import WeirCore
package import WeirDiff
import WeirStreams
package import WeirTree

/// A list stream as one would write it first: with every batch it makes its whole list anew from what its listens
/// hold, and compares it with the one before.
///
///     var plain = PlainStack<RightHabits>(screen, batching: batching)  // right, and slow
///     var wrong = PlainStack<PartitionLate>(screen, batching: batching)
///
/// With ``RightHabits`` it shows what an `AnyStream` shows, by other means, so that the two can be held against each
/// other; with one wrong habit it is one of the bugs that lists have had.
///
/// - Complexity: a publication is O(*n* log *n*).
package struct PlainStack<Habits: StackHabits>: ClientStack {
  /// The screen that it promises to show.
  package internal(set) var screen: Screen
  /// The locations that it listens to.
  package internal(set) var sources: [PlainSource]
  /// The list as it was last published.
  package internal(set) var shown: [PlainSection] = []
  /// The reason that a source that never loaded did not.
  package internal(set) var refusal: Message.Refusal?
  /// `true` if there is nobody left to do anything.
  package internal(set) var isDead = false

  let batching: Batching
  /// The sections that should have been published last; the same as ``shown`` but for wrong habits.
  var wanted: [PlainSection]
  var notes = PlainNotes()
  var isLoadTold = false
  var isOpen = false
  /// A loss that the app is told of once it has been told of the load.
  var untoldLoss: Message.Refusal?
  var isLossTold = false
  /// The news that the app is told with the next publication.
  var news: [StackNews] = []
  var turning: Turning?
  var clock = PlainClock()

  /// The call for a page that has not ended.
  struct Turning: Sendable {
    var call: UInt32
    /// The number of sources that still owe their part of it.
    var open = 0
    var new = 0
    var hasMore = false
    var refusal: Message.Refusal?
  }

  /// Makes a stack that has heard nothing.
  package init(_ screen: Screen, batching: Batching) {
    invariant(!screen.sources.isEmpty, "a list without a source")
    self.screen = screen
    self.batching = batching
    sources = screen.sources.enumerated().map { number, builder in
      PlainSource(builder, filter: screen.filter, leaf: UInt32(number))
    }
    wanted = Habits.grouped([], by: screen.grouping)
    shown = wanted
    notes.sources = sources.count
  }

  /// As many as are published.
  package var sectionCount: Int { shown.count }
  /// As many as are published.
  package func rowCount(in section: Int) -> Int { shown[section].rows.count }
  /// A published row.
  package func row(at place: Place) -> Row { shown[Int(place.section)].rows[Int(place.row)] }

  /// Listens to what each source wants at first.
  package mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen {
      if sources.allSatisfy({ $0.refusal == nil }) { return }
      close(into: &wishes)
    }
    isOpen = true
    for number in sources.indices {
      let listen = sources[number].listen(sources[number].builder.query)
      sources[number].listens.append(listen)
      wishes.append(.listen(tag: listen.tag, sources[number].builder.path, listen.query))
    }
    if Habits.isLoadedAtOnce(screen) { tell(.loaded(nil), into: &wishes) }
  }

  /// Ends the life: what was published stays, and all else is forgotten.
  package mutating func close(into wishes: inout [StackWish]) {
    guard isOpen, !isDead else { return }
    isOpen = false
    for number in sources.indices {
      stopPage(of: number, but: nil, into: &wishes)
      for listen in sources[number].listens where listen.isOpen {
        wishes.append(.unlisten(tag: listen.tag))
      }
    }
    if let turning { tell(.pageFailed(call: turning.call, .cancelled), into: &wishes) }
    for case .paged(let call, _, _) in news {
      tell(.pageFailed(call: call, .cancelled), into: &wishes)
    }
    turning = nil
    news = []
    isLoadTold = false
    (untoldLoss, isLossTold) = (nil, false)
    notes.gathered = []
    notes.hasPublished = false
    let alarm = clock.alarm
    clock = PlainClock()
    if Habits.alarmOutlivesClosing { clock.alarm = alarm }
    if !Habits.refusalOutlivesClosing { refusal = nil }
    for number in sources.indices { sources[number].endLife(Habits.self) }
  }

  /// Pages, filters, limits.
  package mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    if isDead { return }
    switch command {
    case .loadPage(let call, let rows): loadPage(call, rows, at: now, into: &wishes)
    case .show(let filter):
      screen.filter = filter
      notes.knownAtFilter = Set(sources.flatMap { $0.held.map(\.key) })
      for number in sources.indices { sources[number].filter = filter }
      arm(at: now, into: &wishes)
    case .showAtMost(let limit):
      screen.displayLimit = limit
      arm(at: now, into: &wishes)
    case .addOwn, .removeOwn, .act: break
    }
  }

  func tell(_ news: StackNews, into wishes: inout [StackWish]) {
    if Habits.hears(news) { wishes.append(.tell(news)) }
  }

  mutating func tellLater(_ news: StackNews) {
    if Habits.hears(news) { self.news.append(news) }
  }
}
