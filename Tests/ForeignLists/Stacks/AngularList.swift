// SPDX-License-Identifier: GPL-3.0-or-later
import WeirKit

/// The list of AngularFire: a query and the events that are looked at, reduced to an array.
///
/// Issue 1773: `list(query).stateChanges(['child_added'])` with `limitToLast`. A child that a newer one pushes out of the window is told as
/// removed, which nobody looks at. People saw a list of the last ten grow without bound.
struct AngularList: ClientStack {
  private let list: QueryBuilder
  private let events: [DataEvent.Kind]
  private var children: [Row] = []
  private var shown: [Row] = []
  private var tag: UInt32 = 0
  private var isOpen = false
  private var isLoaded = false
  private var workspace = DiffWorkspace()

  init(_ context: StackContext, mended: Bool) {
    list = context.screen.sources[0]
    // The bug: children only come.
    events = mended ? [.added, .changed, .removed] : [.added, .changed]
  }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen { return }
    (isOpen, isLoaded, children) = (true, false, [])
    tag += 1
    wishes.append(.listen(tag: tag, list.path, list.query))
  }

  mutating func close(into wishes: inout [StackWish]) {
    if isOpen { wishes.append(.unlisten(tag: tag)) }
    isOpen = false
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    if event.kind == .value, !isLoaded || wanted != shown { wishes.append(.publish) }
    guard events.contains(event.kind) else { return }
    children.removeAll { $0.key == event.key }
    if event.kind == .removed { return }
    let place = children.firstIndex { event.key < $0.key } ?? children.count
    children.insert(event.row, at: place)
  }

  /// The children, the newest first, without the one that only says that there are more.
  private var wanted: [Row] {
    let hasMore = children.count > list.limit ?? .max
    return (hasMore ? children.dropFirst() : children[...]).reversed()
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    wishes.append(.tell(isLoaded ? .lost(refusal) : .loaded(refusal)))
    (isOpen, isLoaded) = (false, true)
  }

  mutating func publish(into update: inout StackUpdate) {
    let next = wanted
    diff(from: shown, to: next, into: &update.changes, workspace: &workspace)
    update.isFirst = !isLoaded
    if !isLoaded { update.news.append(.loaded(nil)) }
    isLoaded = true
    shown = next
  }

  mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {}
  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {}
  var sectionCount: Int { 1 }
  func rowCount(in section: Int) -> Int { shown.count }
  func row(at place: Place) -> Row { shown[Int(place.row)] }
}
