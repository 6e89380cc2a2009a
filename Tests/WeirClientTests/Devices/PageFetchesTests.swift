// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

import WeirClient

@Suite struct PageFetchesTests {
  private let query = PageQuery(QueryBuilder(Path("l")), count: 2)
  private let page = PageReply.page(
    ListPage(rows: [], offset: 0, total: 0, hasMore: false), isLast: true)
  private let draft = PageReply.page(
    ListPage(rows: [], offset: 0, total: 0, hasMore: false), isLast: false)

  /// The wishes in words, without those to be woken.
  private func words(_ wishes: inout [PageFetches.Wish]) -> [String] {
    defer { wishes.removeAll() }
    return wishes.compactMap {
      switch $0 {
      case .wake: nil
      case .send(let id, _, let journey): "send \(id) on \(journey)"
      case .answer(let tag, _, .page(_, let isLast), let journey):
        "\(tag) on \(journey): \(isLast ? "page" : "draft")"
      case .answer(let tag, _, .failed(let failure), let journey):
        "\(tag) on \(journey): \(failure)"
      }
    }
  }

  private func fetches(patience: Interval = .seconds(10)) -> PageFetches {
    var rules = PageFetches.Rules()
    rules.patience = patience
    return PageFetches(rules)
  }

  @Test func `a question is answered once, under its tag`() {
    var (fetches, wishes) = (fetches(), [PageFetches.Wish]())
    fetches.ask(query, tag: 7, journey: 3, isConnected: true, at: .zero, into: &wishes)
    fetches.ask(query, tag: 8, journey: 4, isConnected: true, at: .zero, into: &wishes)
    #expect(words(&wishes) == ["send 1 on 3", "send 2 on 4"])
    fetches.receive(2, page, into: &wishes)
    fetches.receive(2, page, into: &wishes)
    fetches.receive(9, page, into: &wishes)
    #expect(words(&wishes) == ["8 on 4: page"] && !fetches.isIdle)
    fetches.receive(1, draft, into: &wishes)
    fetches.receive(1, page, into: &wishes)
    fetches.receive(1, page, into: &wishes)
    #expect(words(&wishes) == ["7 on 3: draft", "7 on 3: page"] && fetches.isIdle)
  }

  @Test func `a failure ends a question, whatever came before`() {
    var (fetches, wishes) = (fetches(), [PageFetches.Wish]())
    fetches.ask(query, tag: 1, journey: 0, isConnected: true, at: .zero, into: &wishes)
    fetches.receive(1, draft, into: &wishes)
    fetches.receive(1, .failed(.forbidden), into: &wishes)
    fetches.receive(1, page, into: &wishes)
    #expect(words(&wishes) == ["send 1 on 0", "1 on 0: draft", "1 on 0: forbidden"])
  }

  @Test func `without a connection it fails at once, and with the connection it goes`() {
    var (fetches, wishes) = (fetches(), [PageFetches.Wish]())
    fetches.ask(query, tag: 1, journey: 0, isConnected: false, at: .zero, into: &wishes)
    #expect(words(&wishes) == ["1 on 0: offline"] && fetches.isIdle)
    fetches.ask(query, tag: 2, journey: 0, isConnected: true, at: .zero, into: &wishes)
    fetches.ask(query, tag: 3, journey: 0, isConnected: true, at: .zero, into: &wishes)
    wishes.removeAll()
    fetches.breakOff(into: &wishes)
    #expect(words(&wishes) == ["2 on 0: interrupted", "3 on 0: interrupted"] && fetches.isIdle)
    fetches.receive(1, page, into: &wishes)
    fetches.breakOff(into: &wishes)
    #expect(wishes.isEmpty)
  }

  @Test func `patience ends at its moment, and not before`() {
    var (fetches, wishes) = (fetches(patience: .seconds(2)), [PageFetches.Wish]())
    fetches.ask(query, tag: 1, journey: 0, isConnected: true, at: .zero, into: &wishes)
    fetches.ask(
      query, tag: 2, journey: 0, isConnected: true, at: .zero + .seconds(1), into: &wishes)
    let wakes = wishes.compactMap { if case .wake(let at) = $0 { at } else { nil } }
    #expect(wakes == [.zero + .seconds(2), .zero + .seconds(3)])
    wishes.removeAll()
    fetches.wake(at: .zero + .milliseconds(1_999), into: &wishes)
    #expect(wishes.isEmpty)
    fetches.wake(at: wakes[0], into: &wishes)
    #expect(words(&wishes) == ["1 on 0: late"] && !fetches.isIdle)
    fetches.receive(1, page, into: &wishes)
    #expect(wishes.isEmpty)
  }

  @Test func `who gives up or is killed hears nothing, and a later life asks under other numbers`()
  {
    var (fetches, wishes) = (fetches(), [PageFetches.Wish]())
    fetches.ask(query, tag: 1, journey: 0, isConnected: true, at: .zero, into: &wishes)
    fetches.ask(query, tag: 2, journey: 0, isConnected: true, at: .zero, into: &wishes)
    fetches.cancel(1)
    wishes.removeAll()
    fetches.receive(1, page, into: &wishes)
    #expect(wishes.isEmpty && !fetches.isIdle)
    fetches.kill()
    fetches.ask(query, tag: 1, journey: 0, isConnected: true, at: .zero, into: &wishes)
    fetches.receive(2, page, into: &wishes)
    #expect(words(&wishes) == ["send 3 on 0"])
  }
}
