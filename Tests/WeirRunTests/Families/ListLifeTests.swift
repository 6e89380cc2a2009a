// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirTree

import WeirRun

/// The life of a list that an app listens to, and what is told of it.
@Suite struct ListLifeTests {
  private static let list = QueryBuilder(Path("songs"))

  /// Returns what a list is told and asks for, in words.
  private func words(_ act: (inout [StackWish]) -> Void) -> [String] {
    var wishes: [StackWish] = []
    act(&wishes)
    return wishes.map { wish in
      switch wish {
      case .listen(let tag, let path, _): "listen \(tag) \(path)"
      case .unlisten(let tag): "unlisten \(tag)"
      case .tell(let news): Self.words(news)
      default: "something else"
      }
    }
  }

  private static func words(_ news: StackNews) -> String {
    switch news {
    case .loaded(let refusal): refusal == nil ? "loaded" : "not loaded"
    case .lost: "lost"
    default: "something else"
    }
  }

  /// Returns the news of a publication.
  private func news(of life: inout ListLife) -> [String] {
    var update = StackUpdate()
    life.publish(&update)
    return update.news.map(Self.words)
  }

  private func lose(_ life: inout ListLife, _ tag: UInt32 = 1) -> [String] {
    words { life.lose(tag, .forbidden, into: &$0) }
  }

  @Test func `each life listens under a number of its own`() {
    var life = ListLife()
    #expect(!life.isOpen && !life.isGoingOn && life.number == 0 && !life.hears(0))
    life.begin()
    #expect(life.isOpen && life.isGoingOn && !life.isReady)
    #expect(words { $0.append(life.listen(to: Self.list)) } == ["listen 1 /songs"])
    #expect(life.hears(1) && !life.hears(0) && !life.hears(2))
    #expect(words { life.end(into: &$0) } == ["unlisten 1"])
    #expect(!life.isOpen && !life.isGoingOn && !life.hears(1))
    life.begin()
    #expect(life.hears(2) && !life.hears(1))
  }

  @Test func `that it has loaded is told once, with the first publication after the first value`() {
    var life = ListLife()
    life.begin()
    #expect(!life.hasNews && news(of: &life) == [])
    let (first, second) = (life.getReady(), life.getReady())
    #expect(first && !second)
    #expect(life.isReady && life.hasNews)
    #expect(news(of: &life) == ["loaded"])
    #expect(!life.hasNews && news(of: &life) == [])
  }

  @Test func `that it may not load is told at once, and nothing after it`() {
    var life = ListLife()
    life.begin()
    #expect(lose(&life) == ["not loaded"])
    #expect(life.isOpen && !life.isGoingOn && life.refusal == .forbidden)
    #expect(lose(&life) == [])
    #expect(!life.hasNews && news(of: &life) == [])
    // There is no listen to end.
    #expect(words { life.end(into: &$0) } == [])
  }

  @Test func `that it is lost is told at once after it has loaded, or else right behind that`() {
    var life = ListLife()
    life.begin()
    life.getReady()
    #expect(news(of: &life) == ["loaded"])
    #expect(lose(&life) == ["lost"])
    life.begin()
    life.getReady()
    #expect(lose(&life, 2) == [])
    #expect(life.hasNews)
    #expect(news(of: &life) == ["loaded", "lost"])
    #expect(!life.hasNews)
  }

  @Test func `what another life or a closed list loses is nobody's`() {
    var life = ListLife()
    life.begin()
    #expect(lose(&life, 2) == [])
    #expect(life.isGoingOn)
    _ = words { life.end(into: &$0) }
    #expect(lose(&life) == [])
    #expect(life.refusal == nil)
  }

  @Test func `another life knows nothing of the one before`() {
    var life = ListLife()
    life.begin()
    life.getReady()
    #expect(lose(&life) == [])
    _ = words { life.end(into: &$0) }
    life.begin()
    #expect(life.isGoingOn && !life.isReady && !life.hasNews)
    let isFirst = life.getReady()
    #expect(isFirst)
    #expect(news(of: &life) == ["loaded"])
    #expect(lose(&life, 2) == ["lost"])
  }
}
