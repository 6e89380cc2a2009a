// SPDX-License-Identifier: Apache-2.0
public import WeirClient
public import WeirCore
public import WeirDiff
public import WeirTree

/// A stream in sections: each item of another stream, in the section that it belongs to.
///
///     let byDay = PartitionedStream(.list(messages), by: .byValue(of: Path("day")))
///     byDay.section(1)                    // .value(.text("2026-02-14"))
///     byDay.place(ofSourceRow: 7)         // 2 of section 1
///
/// The sections part the source: every item of it is in exactly one, the one that the `Grouping`
/// names for its ``StreamItem/content``, in the order of the source. An item that changes so that
/// it belongs elsewhere moves there and is refreshed in the same batch; if a list view would refuse
/// such a move, because one of the sections comes or goes, it is deleted and inserted. Items that
/// the source has published before are imported. It publishes when the source does, and gathers
/// nothing of its own.
///
/// - Complexity: O(*k* log *n*) for each publication in which *k* of *n* rows of the source change.
public struct PartitionedStream: StreamSource {
  /// The rule that divides items into sections.
  public let grouping: Grouping

  // One element: a stream cannot hold a stream that may hold it, but an array of them.
  private var sources: [AnyStream]
  private var mirror: KeyMirror
  private var edition: Edition
  private var isOpen = false
  private var inbox: [StackWish] = []
  private var heard = StackUpdate()

  /// Parts what `source` shows and will show.
  public init(_ source: AnyStream, by grouping: Grouping) {
    self.grouping = grouping
    sources = [source]
    mirror = KeyMirror(source)
    edition = Edition(order: source.order, fixedSections: grouping.fixedSectionCount)
    mirror.keys(into: &edition.touched)
    edition.take(over: steps(), isLoaded: source.isLoaded)
  }

  /// The stream that is parted.
  public var source: AnyStream { sources[0] }

  /// Returns the identity of a section.
  public func section(_ number: Int) -> Grouping.SectionID {
    if case .fixed = grouping { return .number(number) }
    return .value(edition.shown.value(ofSection: number))
  }

  /// Returns the place where the item at a row of the source, counted through all its sections, is
  /// shown.
  public func place(ofSourceRow row: Int) -> Place {
    var row = row
    var section = 0
    while section < sources[0].sectionCount, row >= sources[0].rowCount(in: section) {
      row -= sources[0].rowCount(in: section)
      section += 1
    }
    let key = mirror.key(at: Place(section: Int32(section), row: Int32(row)))
    guard let place = edition.shown.place(of: key) else {
      invariantBroken("item \(key) of the source is in no section")
    }
    return place
  }

  /// Returns the row of the source, counted through all its sections, whose item is shown at a
  /// place.
  public func sourceRow(of place: Place) -> Int {
    let key = edition.shown.item(at: place).key
    guard let home = sources[0].place(of: key) else {
      invariantBroken("item \(key) at \(place) is not in the source")
    }
    return (0..<Int(home.section)).reduce(Int(home.row)) { $0 + sources[0].rowCount(in: $1) }
  }

  /// Does something to the source, such as adding an item of this app, and takes in what comes of it.
  public mutating func withSource(
    at now: Instant, into wishes: inout [StackWish],
    _ body: (inout AnyStream, inout [StackWish]) -> Void
  ) {
    body(&sources[0], &inbox)
    settle(into: &wishes)
  }
}

// MARK: As a stack

extension PartitionedStream {
  /// Opens the source; one that has loaded already is shown at once.
  public mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen {
      if refusal == nil { return }
      close(into: &wishes)
    }
    isOpen = true
    edition.begin()
    sources[0].open(at: now, into: &inbox)
    if inbox.isEmpty, sources[0].isLoaded {
      edition.news.append(.loaded(nil))
      edition.finish(true, into: &wishes)
    }
    settle(into: &wishes)
  }

  /// Closes the source; the rows stay as they are.
  public mutating func close(into wishes: inout [StackWish]) {
    isOpen = false
    sources[0].close(into: &inbox)
    settle(into: &wishes)
  }

  /// Sets the state of this app for an item of the source.
  public mutating func setLocal(
    _ local: Node, of key: Key, at now: Instant, into wishes: inout [StackWish]
  ) {
    sources[0].setLocal(local, of: key, at: now, into: &inbox)
    settle(into: &wishes)
  }

  /// Hands an event to the source.
  public mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    sources[0].receive(event, from: tag, at: now, into: &inbox)
    if !inbox.isEmpty { settle(into: &wishes) }
  }

  /// Tells the source that a listen is lost.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    sources[0].lose(tag, refusal, at: now, into: &inbox)
    settle(into: &wishes)
  }

  /// Lets the source do it.
  public mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    sources[0].perform(command, at: now, into: &inbox)
    settle(into: &wishes)
  }

  /// Wakes the source.
  public mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    sources[0].wake(at: now, into: &inbox)
    settle(into: &wishes)
  }

  /// Shows what the source has published.
  public mutating func publish(into update: inout StackUpdate) {
    edition.publish(steps(), into: &update)
  }

  /// Asks the source to publish if it wishes to, and passes its other wishes on.
  private mutating func settle(into wishes: inout [StackWish]) {
    var hasPublished = false
    for wish in inbox {
      guard case .publish = wish else {
        wishes.append(wish)
        continue
      }
      hasPublished = true
      sources[0].publish(into: &heard)
      edition.news += heard.news
      mirror.follow(heard.changes, sources[0], into: &edition.touched)
    }
    inbox.removeAll(keepingCapacity: true)
    if !hasPublished { return }
    edition.finish(edition.hasNews(in: steps()), into: &wishes)
  }

  /// Returns the steps of the items that were touched, one for each.
  private func steps() -> [ShownRows.Step] {
    edition.touched.withoutRepetitions().map { key in
      ShownRows.Step(key, sources[0].place(of: key).map { home(of: sources[0].item(at: $0)) })
    }
  }

  private func home(of item: StreamItem) -> ShownRows.Home {
    ShownRows.Home(section: grouping.section(of: item.key, item.content).value, item: item)
  }
}

// MARK: Shown rows

extension PartitionedStream {
  /// `true` if the first publication of this life has happened.
  public var isLoaded: Bool { edition.isLoaded }
  /// The number of sections there are.
  public var sectionCount: Int { edition.shown.sectionCount }
  /// Returns the number of items that a section has.
  public func rowCount(in section: Int) -> Int { edition.shown.rowCount(in: section) }
  /// Returns the row at a place.
  public func row(at place: Place) -> Row { edition.shown.item(at: place).row }
  /// Copies all rows, section by section, into `sections`.
  public func rows(into sections: inout [[Row]]) { edition.shown.rows(into: &sections) }
  /// Returns the item at a place.
  public func item(at place: Place) -> StreamItem { edition.shown.item(at: place) }
  /// Returns the place where the item of a key is.
  public func place(of key: Key) -> Place? { edition.shown.place(of: key) }
  /// `true` if a listen is one of the source's.
  public func owns(_ tag: UInt32) -> Bool { sources[0].owns(tag) }
  /// The reason that the source is no longer kept up to date; nil while it is.
  public var refusal: Message.Refusal? { sources[0].refusal }
  /// The order of the source, which is that within each section.
  public var order: StreamOrder { sources[0].order }
}

extension Grouping {
  /// The number of sections there always are; nil if they come and go.
  fileprivate var fixedSectionCount: Int? {
    if case .fixed(let filters) = self { max(1, filters.count) } else { nil }
  }
}

extension Grouping.SectionID {
  /// The place of the section among all of them, as a value.
  fileprivate var value: SortValue {
    switch self {
    case .number(let number): .integer(Int64(number))
    case .value(let value): value
    }
  }
}

extension [Key] {
  /// Returns the keys in order, each once.
  func withoutRepetitions() -> [Key] {
    if count < 2 { return self }
    var keys: [Key] = []
    for key in sorted() where keys.last != key { keys.append(key) }
    return keys
  }
}
