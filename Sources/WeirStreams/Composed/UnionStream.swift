// SPDX-License-Identifier: Apache-2.0
public import WeirClient
public import WeirCore
public import WeirDiff
public import WeirTree

/// Several streams as one list, in the order of the first of them.
///
///     let inbox = UnionStream([.list(mine), .list(shared)], batching: batching)
///
/// A key that several sources show is one item: that of the first source that shows it. When it goes there,
/// the next source's takes over, which is an update of the row, and a move if its place is another. What is
/// heard of the sources is gathered as ``WeirClient/Batching`` says; the union shows what it has as soon as one of
/// them has loaded and has rows, and tells that it has loaded once, after all have or never will, with the first
/// refusal that was heard. What a source loses later is told once. Sources in sections count as flat.
///
/// - Complexity: O(*k* (*s* + log *n*)) for a publication in which *k* of *n* rows of *s* sources change,
///   each source being asked in O(log *n*).
public struct UnionStream: StreamSource {
  /// The streams that are shown, the one that wins first.
  public private(set) var sources: [AnyStream]

  private var mirrors: [KeyMirror]
  private var edition: Edition
  private var inbox: [StackWish] = []
  private var heard = StackUpdate()
  private var clock: BatchClock
  private var life = Life.notBegun
  private var loading: UnionLoading
  private var hasToldLoss = false
  private var page: UnionPage?

  /// The stages of its life: whether it was opened.
  private enum Life {
    /// Not yet; what its sources publish is shown anyway.
    case notBegun
    case open
    case closed
  }

  /// Unites `sources`, of which there must be one at least; all lists in them differ in their leaves, so that no two
  /// take each other's listens for theirs.
  ///
  /// Items that they have published before are shown at once.
  public init(_ sources: [AnyStream], batching: Batching) {
    invariant(!sources.isEmpty, "a union without sources")
    let leaves = sources.flatMap(\.leaves).sorted()
    for (leaf, next) in zip(leaves, leaves.dropFirst()) {
      invariant(leaf != next, "two lists of a union are leaf \(leaf)")
    }
    self.sources = sources
    clock = BatchClock(batching)
    mirrors = sources.map { KeyMirror($0) }
    edition = Edition(order: sources[0].order)
    loading = UnionLoading(sources.map(\.isLoaded))
    for mirror in mirrors { mirror.keys(into: &edition.touched) }
    edition.take(over: steps(), isLoaded: sources.contains { $0.isLoaded })
  }

  /// Does something to a source, such as adding an item of this app, and takes in what comes of it.
  public mutating func withSource(
    _ number: Int, at now: Instant, into wishes: inout [StackWish],
    _ body: (inout AnyStream, inout [StackWish]) -> Void
  ) {
    body(&sources[number], &inbox)
    settle(number, at: now, into: &wishes)
  }
}

// MARK: As a stack

extension UnionStream {
  /// Opens all sources; one that has loaded already is shown at once.
  public mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if life == .open {
      if refusal == nil { return }
      close(into: &wishes)
    }
    life = .open
    edition.begin()
    hasToldLoss = false
    loading = UnionLoading(sources.map { _ in false })
    for number in sources.indices {
      sources[number].open(at: now, into: &inbox)
      let isRunning = inbox.isEmpty && sources[number].isLoaded
      settle(number, at: now, into: &wishes)
      if !isRunning { continue }
      hear(.loaded(nil), from: number, into: &wishes)
      gather(at: now, into: &wishes)
    }
  }

  /// Closes all sources; a page that was under way ends here, and the rows stay as they are.
  public mutating func close(into wishes: inout [StackWish]) {
    life = .closed
    for number in sources.indices {
      sources[number].close(into: &inbox)
      for wish in inbox {
        if case .tell(let news) = wish {
          hear(news, from: number, into: &wishes)
        } else {
          wishes.append(wish)
        }
      }
      inbox.removeAll(keepingCapacity: true)
    }
    // A page whose rows were not published yet has brought nothing.
    for word in edition.news {
      switch word {
      case .paged(let call, _, _): wishes.append(.tell(.pageFailed(call: call, .cancelled)))
      case .pageFailed: wishes.append(.tell(word))
      case .loaded, .lost: break
      }
    }
    edition.news.removeAll()
    clock.reset()
  }

  /// Sets the state of this app for an item, in each source that has it.
  public mutating func setLocal(
    _ local: Node, of key: Key, at now: Instant, into wishes: inout [StackWish]
  ) {
    for number in sources.indices {
      sources[number].setLocal(local, of: key, at: now, into: &inbox)
      settle(number, at: now, into: &wishes)
    }
  }

  /// Hands an event to the source whose listen it is.
  public mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let number = sources.firstIndex(where: { $0.owns(tag) }) else { return }
    sources[number].receive(event, from: tag, at: now, into: &inbox)
    if !inbox.isEmpty { settle(number, at: now, into: &wishes) }
  }

  /// Tells the source whose listen is lost.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let number = sources.firstIndex(where: { $0.owns(tag) }) else { return }
    sources[number].lose(tag, refusal, at: now, into: &inbox)
    settle(number, at: now, into: &wishes)
  }

  /// Lets every source do it; a page is there when all have answered that are kept up to date.
  public mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    var asked = Array(sources.indices)
    if case .loadPage(let call, _) = command {
      let obstacle: StackNews.PageError? =
        if life == .closed {
          isLoaded ? .cancelled : .notLoaded
        } else if page != nil {
          .busy
        } else {
          loading.isOver ? nil : .notLoaded
        }
      if let obstacle {
        wishes.append(.tell(.pageFailed(call: call, obstacle)))
        return
      }
      // A refused source has said so, and does not keep the others from loading more.
      asked.removeAll { sources[$0].refusal != nil }
      if asked.isEmpty { asked = Array(sources.indices) }
      page = UnionPage(call: call, sources: asked.count)
    }
    for number in asked {
      sources[number].perform(command, at: now, into: &inbox)
      settle(number, at: now, into: &wishes)
    }
  }

  /// Wakes all sources, and publishes if it is time.
  public mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    for number in sources.indices {
      sources[number].wake(at: now, into: &inbox)
      settle(number, at: now, into: &wishes)
    }
    if clock.wake(at: now, into: &wishes) { finishBatch(into: &wishes) }
  }

  /// Shows what the sources have published.
  public mutating func publish(into update: inout StackUpdate) {
    edition.publish(steps(), into: &update)
    clock.stop()
  }
}

// MARK: Listening to the sources

extension UnionStream {
  /// Takes in what a source wished: asks it to publish, keeps what it tells, and passes the rest on.
  private mutating func settle(
    _ number: Int, at now: Instant, into wishes: inout [StackWish]
  ) {
    if inbox.isEmpty { return }
    let waited = edition.touched.count + edition.news.count
    var told: [StackNews] = []
    for wish in inbox {
      switch wish {
      case .publish:
        sources[number].publish(into: &heard)
        mirrors[number].follow(heard.changes, sources[number], into: &edition.touched)
        told += heard.news
      case .tell(let news): told.append(news)
      default: wishes.append(wish)
      }
    }
    inbox.removeAll(keepingCapacity: true)
    for news in told { hear(news, from: number, into: &wishes) }
    let isFirst = !isLoaded && !clock.isOpen && sources[number].isLoaded
    if edition.touched.count + edition.news.count == waited, !isFirst { return }
    gather(at: now, into: &wishes)
  }

  /// Publishes what there is at the right moment.
  private mutating func gather(at now: Instant, into wishes: inout [StackWish]) {
    if life != .closed, clock.note(at: now, into: &wishes) { finishBatch(into: &wishes) }
  }

  /// Takes in what a source tells; what belongs to rows waits for them.
  private mutating func hear(
    _ word: StackNews, from number: Int, into wishes: inout [StackWish]
  ) {
    var answer: StackNews?
    switch word {
    case .loaded(let refusal): answer = loading.note(number, refusal)
    case .lost(let refusal):
      if !loading.isOver {
        loading.lose(refusal)
      } else if !hasToldLoss {
        hasToldLoss = true
        answer = word
      }
    case .paged, .pageFailed:
      answer = page?.note(word)
      if answer != nil { page = nil }
    }
    guard let answer else { return }
    if life == .closed {
      wishes.append(.tell(answer))
    } else if edition.touched.isEmpty, edition.news.isEmpty,
      isLoaded || !sources.contains(where: { $0.isLoaded })
    {
      wishes.append(.tell(answer))
    } else {
      edition.news.append(answer)
    }
  }

  /// Wishes to publish, unless nothing would look different, or there is nothing to begin with yet.
  private mutating func finishBatch(into wishes: inout [StackWish]) {
    let isEmpty = edition.shown.count == 0 && sources.allSatisfy { $0.count == 0 }
    if isEmpty, !isLoaded, !loading.isOver { return }
    edition.finish(edition.hasNews(in: steps()), into: &wishes)
  }

  /// Returns the steps of the items that were touched, one for each.
  private func steps() -> [ShownRows.Step] {
    edition.touched.withoutRepetitions().map { ShownRows.Step($0, home(of: $0)) }
  }

  /// Returns the item that wins a key, at its place in the order of the first source.
  private func home(of key: Key) -> ShownRows.Home? {
    for source in sources {
      guard let place = source.place(of: key) else { continue }
      var item = source.item(at: place)
      item.rank = order.rank(of: key, item.node)
      return ShownRows.Home(section: .integer(0), item: item)
    }
    return nil
  }
}

// MARK: Shown rows

extension UnionStream {
  /// `true` if the first publication of this life has happened.
  public var isLoaded: Bool { edition.isLoaded }
  /// One.
  public var sectionCount: Int { 1 }
  /// Returns the number of items there are.
  public func rowCount(in section: Int) -> Int { edition.shown.rowCount(in: section) }
  /// Returns the row at a place.
  public func row(at place: Place) -> Row { edition.shown.item(at: place).row }
  /// Copies all rows into `sections`.
  public func rows(into sections: inout [[Row]]) { edition.shown.rows(into: &sections) }
  /// Returns the item at a place.
  public func item(at place: Place) -> StreamItem { edition.shown.item(at: place) }
  /// Returns the place where the item of a key is.
  public func place(of key: Key) -> Place? { edition.shown.place(of: key) }
  /// `true` if a listen is that of a source.
  public func owns(_ tag: UInt32) -> Bool { sources.contains { $0.owns(tag) } }
  /// The refusal of the first source that is no longer kept up to date; nil if there is none.
  public var refusal: Message.Refusal? { sources.lazy.compactMap(\.refusal).first }
  /// The order of the first source.
  public var order: StreamOrder { sources[0].order }
}
