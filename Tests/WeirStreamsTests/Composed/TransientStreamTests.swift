// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

private let number = Path("n")

@Suite struct TransientStreamTests {
  @Test func `it has loaded as soon as it is opened, and says so once`() {
    var stage = Stage(TransientStream())
    #expect(!stage.stream.isLoaded)
    stage.open()
    #expect(stage.news == [.loaded(nil)])
    #expect(stage.stream.isLoaded && stage.published.count == 1)
    stage.act { $0.add(entries("a"), at: $1, into: &$2) }
    #expect(stage.news == [.loaded(nil)])
  }

  @Test func `each opening is a life that says once that it has loaded`() {
    var stage = Stage(
      TransientStream(batching: .init(wait: .milliseconds(5), atMost: .milliseconds(5))))
    stage.open()
    stage.open()
    #expect(stage.news == [.loaded(nil)])
    stage.act { $0.add(entries("a"), at: $1, into: &$2) }
    stage.act { stream, _, wishes in stream.close(into: &wishes) }
    stage.alarms = []
    stage.act { $0.perform(.loadPage(call: 1, rows: 5), at: $1, into: &$2) }
    stage.act { $0.add(entries("b"), at: $1, into: &$2) }
    #expect(stage.keys == "" && stage.news.last == .pageFailed(call: 1, .cancelled))
    stage.open()
    #expect(stage.keys == "ab" && stage.news.last == .loaded(nil))
    stage.act { $0.add(entries("c"), at: $1, into: &$2) }
    stage.advance(to: 100)
    #expect(stage.keys == "abc" && stage.news.count == 3)
  }

  @Test func `what was added before it is opened is the first publication`() {
    var stage = Stage(TransientStream())
    stage.act { $0.add(entries("ba"), at: $1, into: &$2) }
    #expect(stage.published.isEmpty)
    stage.open()
    #expect(stage.keys == "ab")
    #expect(stage.published.map(\.changes) == [ChangeSet(inserts: [0, 1])])
  }

  @Test func `each call is published at once, sorted by key`() {
    var stage = Stage(TransientStream())
    stage.open()
    stage.act { $0.add(entries("c"), at: $1, into: &$2) }
    stage.act { $0.add(entries("ba"), at: $1, into: &$2) }
    #expect(stage.keys == "abc")
    #expect(stage.published.count == 3)
    #expect(stage.alarms.isEmpty)
  }

  @Test func `to add a key again changes its item`() {
    var stage = Stage(TransientStream())
    stage.open()
    stage.act { $0.add(entries("ab"), at: $1, into: &$2) }
    stage.act { $0.add(entries("b", n: 5), at: $1, into: &$2) }
    #expect(stage.published.last?.changes == ChangeSet(updates: [.init(old: 1, new: 1)]))
    #expect(stage.stream.item(at: 1).node[number] == .integer(5))
  }

  @Test func `to add what is there already, or to remove what is not, is published to nobody`() {
    var stage = Stage(TransientStream())
    stage.open()
    stage.act { $0.add(entries("a"), at: $1, into: &$2) }
    stage.act { $0.add(entries("a"), at: $1, into: &$2) }
    stage.act { $0.remove([Key("x")], at: $1, into: &$2) }
    #expect(stage.published.count == 2)
  }

  @Test func `a reset replaces all items in one batch, and without any it removes them`() {
    var stage = Stage(TransientStream())
    stage.open()
    stage.act { $0.add(entries("abc"), at: $1, into: &$2) }
    stage.act { $0.reset(to: entries("bd", n: 1), at: $1, into: &$2) }
    #expect(stage.keys == "bd")
    #expect(
      stage.published.last?.changes
        == ChangeSet(deletes: [0, 2], inserts: [1], updates: [.init(old: 1, new: 0)]))
    stage.act { $0.reset(at: $1, into: &$2) }
    #expect(stage.keys == "")
  }

  @Test func `a filter hides items and keeps them, and the same filter again says nothing`() {
    var stage = Stage(TransientStream())
    stage.open()
    stage.act { $0.add(entries("ac", n: 1) + entries("b", n: 2), at: $1, into: &$2) }
    let ones = Filter.is(number, .integer(1))
    stage.act { $0.perform(.show(ones), at: $1, into: &$2) }
    #expect(stage.keys == "ac")
    let count = stage.published.count
    stage.act { $0.perform(.show(ones), at: $1, into: &$2) }
    #expect(stage.published.count == count)
    stage.act { $0.perform(.show(.everything), at: $1, into: &$2) }
    #expect(stage.keys == "abc")
  }

  @Test func `an item that was removed while it was hidden stays gone`() {
    var stage = Stage(TransientStream(filter: .is(number, .integer(1))))
    stage.open()
    stage.act { $0.add(entries("a", n: 1) + entries("b", n: 2), at: $1, into: &$2) }
    stage.act { $0.remove([Key("b")], at: $1, into: &$2) }
    stage.act { $0.perform(.show(.everything), at: $1, into: &$2) }
    #expect(stage.keys == "a")
  }

  @Test func `a limit is refilled when a shown item goes`() {
    var stage = Stage(TransientStream(displayLimit: 2))
    stage.open()
    stage.act { $0.add(entries("abcd"), at: $1, into: &$2) }
    #expect(stage.keys == "ab")
    stage.act { $0.remove([Key("a")], at: $1, into: &$2) }
    #expect(stage.keys == "bc")
    stage.act { $0.perform(.showAtMost(0), at: $1, into: &$2) }
    #expect(stage.keys == "")
    stage.act { $0.perform(.showAtMost(nil), at: $1, into: &$2) }
    #expect(stage.keys == "bcd")
  }

  @Test
  func `local state is seen by the filter and shown as a change, and survives being added again`() {
    var stage = Stage(TransientStream(filter: .not(.has(Path("hidden")))))
    stage.open()
    stage.act { $0.add(entries("ab"), at: $1, into: &$2) }
    stage.act { $0.setLocal(Node([(Key("open"), .bool(true))]), of: Key("a"), at: $1, into: &$2) }
    #expect(stage.published.last?.changes == ChangeSet(updates: [.init(old: 0, new: 0)]))
    stage.act { $0.setLocal(Node([(Key("hidden"), .bool(true))]), of: Key("b"), at: $1, into: &$2) }
    #expect(stage.keys == "a")
    stage.act { $0.add(entries("b", n: 9), at: $1, into: &$2) }
    #expect(stage.keys == "a")
  }

  @Test func `asked to, it gathers what comes within the wait`() {
    let batching = Batching(wait: .milliseconds(50), atMost: .milliseconds(80))
    var stage = Stage(TransientStream(batching: batching))
    stage.open()
    for time in [0, 30, 60, 90] {
      stage.advance(to: Int64(time))
      stage.act { $0.add(entries("abcd"), at: $1, into: &$2) }
    }
    stage.advance(to: 1_000)
    #expect(stage.published.map(\.at) == [0, 80])
  }

  @Test func `a page has nothing new, and before it is opened it fails`() {
    var stage = Stage(TransientStream())
    stage.act { $0.perform(.loadPage(call: 1, rows: 5), at: $1, into: &$2) }
    #expect(stage.news == [.pageFailed(call: 1, .notLoaded)])
    stage.open()
    stage.act { $0.perform(.loadPage(call: 2, rows: 5), at: $1, into: &$2) }
    #expect(stage.news.last == .paged(call: 2, new: 0, hasMore: false))
  }
}
