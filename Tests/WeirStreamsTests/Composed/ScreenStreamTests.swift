// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

private let number = Path("n")
private let second: UInt32 = 1 << 20

/// Two lists as one, each limited.
private func two(limit: Int? = nil, wait: Int64 = 0, delay: Int64 = 0) -> ScreenPlay {
  ScreenPlay(
    Screen(union: ["a", "b"].map { QueryBuilder(Path($0)).limited(to: limit) }), wait: wait,
    delay: delay, data: [("a", entries("acegi")), ("b", entries("bcdf"))])
}

@Suite struct ScreenStreamTests {
  /// The seeds of the histories: twenty, or those that `.ci/prove-streams` asks for.
  static let seeds = ListHistoryTests.wanted(by: "WEIR_SCREEN_SEEDS", or: 0..<20)

  @Test
  func `a screen of one list is that list, and of several a union, in sections if it says so`() {
    let list = QueryBuilder(Path("a"))
    guard case .list = AnyStream(Screen(list), batching: .none),
      case .union(let union) = AnyStream(
        Screen(union: [list, list]), batching: .none, firstLeaf: 4),
      case .partitioned(let parts) = AnyStream(
        Screen(union: [list, list], grouping: .byValue(of: number)), batching: .none),
      case .union = parts.source
    else {
      Issue.record("a stream of another kind")
      return
    }
    #expect(union.owns(4 << 20) && union.owns(5 << 20) && !union.owns(3 << 20))
  }

  @Test func `changes are gathered once, also where lists are united`() {
    var play = two(wait: 100)
    play.advance(to: 1_000)
    play.write("b", entries("x"))
    play.settle()
    #expect(play.stage.published.map(\.at) == [100, 1_100])
  }

  @Test func `a page of a union is one answer of all lists, told with their rows`() {
    var play = two(limit: 2, wait: 50)
    play.settle()
    #expect(play.stage.keys == "abc")
    play.perform(.loadPage(call: 7, rows: 2))
    #expect(play.stage.news == [.loaded(nil)])
    play.settle()
    #expect(play.stage.keys == "abcdefg")
    #expect(play.stage.news == [.loaded(nil), .paged(call: 7, new: 4, hasMore: true)])
    play.perform(.loadPage(call: 8, rows: 5))
    play.settle()
    #expect(play.stage.news.last == .paged(call: 8, new: 1, hasMore: false))
    play.perform(.loadPage(call: 9, rows: 5))
    #expect(play.stage.news.last == .paged(call: 9, new: 0, hasMore: false))
  }

  @Test func `a page fails before all lists have loaded, and while another one is under way`() {
    var play = two(limit: 2, delay: 10)
    play.perform(.loadPage(call: 1, rows: 1))
    #expect(play.stage.news == [.pageFailed(call: 1, .notLoaded)])
    play.settle()
    play.perform(.loadPage(call: 2, rows: 1))
    play.perform(.loadPage(call: 3, rows: 1))
    #expect(play.stage.news.last == .pageFailed(call: 3, .busy))
    play.settle()
    #expect(play.stage.news.last == .paged(call: 2, new: 2, hasMore: true))
  }

  @Test func `a page that one list is refused has failed, and shows what the others bring`() {
    var play = two(limit: 2, wait: 50)
    play.settle()
    play.delay = 10
    play.perform(.loadPage(call: 1, rows: 2))
    for tag in play.stage.listens where tag > second { play.refuse(tag) }
    #expect(play.stage.news == [.loaded(nil)])
    play.settle()
    #expect(play.stage.news.last == .pageFailed(call: 1, .refused(.forbidden)))
    #expect(play.stage.keys == "abceg")
    // The list itself was not refused: it may be asked again.
    play.perform(.loadPage(call: 2, rows: 2))
    play.settle()
    #expect(play.stage.news.last == .paged(call: 2, new: 3, hasMore: false))
    #expect(play.stage.keys == "abcdefgi")
  }

  @Test func `who was refused does not keep the others from loading more`() {
    var play = two(limit: 2)
    play.settle()
    for tag in play.stage.listens where tag >= second { play.refuse(tag) }
    #expect(play.stage.news == [.loaded(nil), .lost(.forbidden)])
    play.perform(.loadPage(call: 1, rows: 2))
    play.settle()
    #expect(play.stage.news.last == .paged(call: 1, new: 2, hasMore: true))
    for tag in play.stage.listens { play.refuse(tag) }
    play.perform(.loadPage(call: 2, rows: 2))
    #expect(play.stage.news.last == .pageFailed(call: 2, .refused(.forbidden)))
    #expect(play.stage.news.count { $0 == .lost(.forbidden) } == 1)
    // Another life has a loss of its own.
    play.act { $0.open(at: $1, into: &$2) }
    play.settle()
    for tag in play.stage.listens { play.refuse(tag) }
    #expect(play.stage.news.suffix(2) == [.loaded(nil), .lost(.forbidden)])
  }

  @Test
  func `a list that is refused is told with the end of loading, once, and the others are shown`() {
    var play = two(delay: 10)
    play.refuse(second)
    #expect(play.stage.news.isEmpty)
    play.settle()
    #expect(play.stage.keys == "acegi")
    #expect(play.stage.news == [.loaded(.forbidden)])
    #expect(play.stage.stream.refusal == .forbidden)
    play.write("a", entries("b"))
    play.settle()
    #expect(play.stage.keys == "abcegi")
    play.refuse(0)
    #expect(play.stage.news == [.loaded(.forbidden), .lost(.forbidden)])
  }

  @Test func `when every list is refused, that is told without a publication`() {
    var play = two(delay: 10)
    play.refuse(second)
    play.refuse(0)
    play.settle()
    #expect(play.stage.news == [.loaded(.forbidden)])
    #expect(play.stage.published.isEmpty && !play.stage.stream.isLoaded)
  }

  @Test func `a closed screen listens no more, and its page is cancelled`() {
    var play = two(limit: 2)
    play.settle()
    play.delay = 10
    play.perform(.loadPage(call: 1, rows: 2))
    play.act { stream, _, wishes in stream.close(into: &wishes) }
    play.settle()
    #expect(play.stage.news.last == .pageFailed(call: 1, .cancelled))
    #expect(play.stage.listens.isEmpty)
    #expect(play.stage.keys == "abc")
    // Opened again it has another life, with what is there now.
    play.write("a", [(Key("a"), .null)] + entries("b"))
    play.act { $0.open(at: $1, into: &$2) }
    #expect(!play.stage.stream.isLoaded && play.stage.keys == "abc")
    play.settle()
    #expect(play.stage.keys == "bc")
    #expect(play.stage.news.suffix(2) == [.pageFailed(call: 1, .cancelled), .loaded(nil)])
    play.perform(.loadPage(call: 2, rows: 2))
    play.settle()
    #expect(play.stage.keys == "bcdefg")
    #expect(play.stage.news.last == .paged(call: 2, new: 4, hasMore: true))
  }

  @Test func `a page whose rows wait to be published when the screen closes is cancelled`() {
    var play = two(limit: 2, wait: 50)
    play.settle()
    play.perform(.loadPage(call: 1, rows: 2))
    play.advance(to: play.now)
    #expect(play.stage.news == [.loaded(nil)])
    play.act { stream, _, wishes in stream.close(into: &wishes) }
    #expect(play.stage.news == [.loaded(nil), .pageFailed(call: 1, .cancelled)])
    play.settle()
    #expect(play.stage.keys == "abc")
  }

  @Test func `an empty list that loads first is not the first that is shown`() {
    var play = ScreenPlay(
      Screen(union: ["a", "b"].map { QueryBuilder(Path($0)) }), delay: 10,
      data: [("a", []), ("b", entries("xyz"))])
    play.delay = 20
    play.settle()
    #expect(play.stage.published.count == 1 && play.stage.keys == "xyz")
    #expect(play.stage.news == [.loaded(nil)])
  }

  @Test func `a list that has loaded already is put into a union that loads`() {
    var play = ScreenPlay(Screen(QueryBuilder(Path("a"))), data: [("a", entries("ab"))])
    play.settle()
    let running = play.stage.stream
    let other = AnyStream.transient(TransientStream())
    for sources in [[running, other], [other, running]] {
      var stage = Stage(UnionStream(sources, batching: .none))
      stage.open()
      #expect(stage.news == [.loaded(nil)] && stage.keys == "ab" && stage.stream.isLoaded)
      stage.act { $0.perform(.loadPage(call: 1, rows: 5), at: $1, into: &$2) }
      #expect(stage.news.last == .paged(call: 1, new: 0, hasMore: false))
    }
    var parts = Stage(PartitionedStream(running, by: .byValue(of: number)))
    parts.open()
    #expect(parts.news == [.loaded(nil)] && parts.keys == "ab")
  }

  @Test func `a stream that was closed in mid-batch publishes in its next life`() {
    var play = two(wait: 100)
    play.advance(to: 1_000)
    play.write("a", entries("b"))
    play.act { stream, _, wishes in stream.close(into: &wishes) }
    // Whoever closes a screen may stop its clock.
    play.stage.alarms = []
    play.act { $0.open(at: $1, into: &$2) }
    play.settle()
    #expect(play.stage.keys == "abcdefgi" && play.stage.news == [.loaded(nil), .loaded(nil)])
  }

  @Test func `two lists of one leaf cannot be united, in words`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let list = ListStream(QueryBuilder(Path("a")), batching: .none, leaf: 3)
      _ = UnionStream([.list(list), .list(list)], batching: .none)
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("invariant broken: two lists of a union are leaf 3") == true)
  }

  @Test func `local state reaches an item wherever it lies`() {
    var play = ScreenPlay(
      Screen(
        union: ["a", "b"].map { QueryBuilder(Path($0)) }, filter: .not(.has(Path("isHidden"))),
        grouping: .byValue(of: Path("day"))),
      data: [("a", entries("ab")), ("b", entries("bc"))])
    play.settle()
    let hidden = Node([(Key("isHidden"), .bool(true))])
    play.act { $0.setLocal(hidden, of: Key("b"), at: $1, into: &$2) }
    play.settle()
    #expect(play.stage.keys == "ac")
    let count = play.stage.published.count
    play.act { $0.setLocal(hidden, of: Key("b"), at: $1, into: &$2) }
    play.settle()
    #expect(play.stage.published.count == count)
  }

  @Test(arguments: seeds)
  func `at rest it shows what the screen promises, whatever was done`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "screen")
    var play = ScreenPlay(
      Self.screen(&chance), wait: Int64(chance.below(2)) * 30, delay: Int64(chance.below(40)),
      step: Int64(chance.below(3)) * 30,
      data: ["a", "b", "c"].map { ($0, Self.writes(&chance, most: 15).filter { !$1.isNull }) })
    var calls: UInt32 = 0
    var isOpen = true
    for step in 1...60 {
      play.delay = Int64(chance.below(60))
      switch chance.below(14) {
      case 10, 11:
        // Who opens what is open changes nothing, but after a refusal it is a new life.
        play.act { $0.open(at: $1, into: &$2) }
        isOpen = true
        // While others have yet to load, one is refused.
        if chance.below(2) == 0 {
          play.advance(to: play.now + Int64(chance.below(100)))
          refuse(&play, &chance)
        }
      case 12:
        play.act { stream, _, wishes in stream.close(into: &wishes) }
        if chance.below(2) == 0 { play.stage.alarms = [] }
        #expect(play.stage.listens.isEmpty)
        isOpen = false
      case 13:
        refuse(&play, &chance)
      case 0:
        calls += 1
        play.perform(.loadPage(call: calls, rows: 1 + chance.index(below: 4)))
      case 1: play.show(Self.filter(&chance))
      default: play.write(["a", "b", "c"][chance.index(below: 3)], Self.writes(&chance, most: 4))
      }
      play.advance(to: play.now + Int64(chance.below(40)))
      if step % 15 > 0 { continue }
      play.settle()
      if isOpen { Self.expectNews(of: play) }
      if !isOpen || play.stage.stream.refusal != nil {
        play.act { $0.open(at: $1, into: &$2) }
        isOpen = true
        play.settle()
      }
      #expect(play.stage.sections == play.promised)
      #expect(play.newsOfLife == [.loaded(nil)])
    }
    let ends = play.stage.news.compactMap { news -> UInt32? in
      switch news {
      case .paged(let call, _, _), .pageFailed(let call, _): call
      case .loaded, .lost: nil
      }
    }
    #expect(ends.sorted() == (0..<calls).map { $0 + 1 })
  }

  /// The server refuses all that is listened to at one place.
  private func refuse(_ play: inout ScreenPlay, _ chance: inout RandomStream) {
    let tags = play.stage.listens
    if tags.isEmpty { return }
    let path = play.path(of: tags[chance.index(below: tags.count)])
    for tag in tags where play.path(of: tag) == path { play.refuse(tag) }
  }

  /// A life says once that it has loaded; a refusal it says with that, and one that comes later once after it.
  private static func expectNews(of play: ScreenPlay) {
    let (refusal, news) = (play.stage.stream.refusal, play.newsOfLife)
    let isRight =
      refusal == nil
      ? news == [.loaded(nil)]
      : news == [.loaded(refusal)]
        || news.dropFirst() == [.lost(.forbidden)]
          && (news[0] == .loaded(nil) || news[0] == .loaded(refusal))
    #expect(isRight, "\(news), refused: \(refusal != nil)")
  }

  private static func screen(_ chance: inout RandomStream) -> Screen {
    let sources = (0..<1 + chance.index(below: 3)).map { _ in
      var source = QueryBuilder(Path(["a", "b", "c"][chance.index(below: 3)]))
      if chance.below(2) == 0 { source = source.ordered(by: .child(number)) }
      if chance.below(2) == 0 { source = source.descending() }
      if chance.below(2) == 0 { source = source.limited(to: 1 + chance.index(below: 6)) }
      return source
    }
    let groupings: [Grouping?] = [
      nil, .byValue(of: Path("g")), .fixed([.is(Path("g"), .integer(0)), .has(Path("g"))]),
    ]
    return Screen(
      union: sources, filter: filter(&chance),
      displayLimit: chance.below(3) == 0 ? 1 + chance.index(below: 5) : nil,
      grouping: groupings[chance.index(below: 3)])
  }

  private static func filter(_ chance: inout RandomStream) -> Filter {
    chance.below(2) == 0 ? .everything : .less(number, .integer(Int64(1 + chance.below(4))))
  }

  /// Writes to different children; a third of them removes.
  private static func writes(
    _ chance: inout RandomStream, most: UInt64
  ) -> [(key: Key, node: Node)] {
    var writes: [(key: Key, node: Node)] = []
    for _ in 0..<chance.below(most + 1) {
      let key = Key("k\(chance.below(20))")
      if writes.contains(where: { $0.key == key }) { continue }
      let node = Node([
        (Key("n"), .integer(Int64(chance.below(5)))), (Key("g"), .integer(Int64(chance.below(3)))),
      ])
      writes.append((key, chance.below(3) == 0 ? .null : node))
    }
    return writes
  }
}
