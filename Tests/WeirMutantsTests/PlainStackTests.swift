// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import Testing
import WeirClient
import WeirCore
import WeirMutants
import WeirStreams
import WeirTree

/// A screen of any kind.
func anyScreen(_ chance: inout RandomStream) -> Screen {
  var builder = all
  let indexes: [Query.Index] = [.key, .child(Path("score")), .value, .priority]
  builder.index = indexes[chance.index(below: indexes.count)]
  builder.isAscending = chance.index(below: 2) == 0
  builder.limit = chance.index(below: 2) == 0 ? nil : chance.index(below: 6)
  var second = builder
  second.path = more
  var screen = Screen(union: chance.index(below: 3) == 0 ? [builder, second] : [builder])
  if chance.index(below: 3) == 0 { screen.filter = .has(Path("score")) }
  if chance.index(below: 3) == 0 { screen.displayLimit = chance.index(below: 5) }
  switch chance.index(below: 3) {
  case 0: screen.grouping = .byValue(of: Path("team"))
  case 1: screen.grouping = teams.grouping
  default: break
  }
  return screen
}

/// A child of any kind, or none.
private func anyNode(_ chance: inout RandomStream) -> Node {
  switch chance.index(below: 8) {
  case 0, 1: .null
  case 2: .integer(Int64(chance.index(below: 5)))
  case 3: team("blue")
  default:
    fields(
      (
        "score", chance.index(below: 2) == 0 ? .integer(Int64(chance.index(below: 6))) : .bool(true)
      ),
      ("team", .text(["red", "blue", "green"][chance.index(below: 3)])))
  }
}

extension Desk {
  /// Something happens.
  mutating func step(_ chance: inout RandomStream) {
    let keys = ["1", "2", "9", "10", "05", "a", "b", "c", "d", "e", "f", "é"]
    switch chance.index(below: 21) {
    case 20:
      if !isOpen { return }
      close()
      open()
    case 0..<11:
      let path = screen.sources[chance.index(below: screen.sources.count)].path
      let children = (0...chance.index(below: 3)).map { _ in
        (keys[chance.index(below: keys.count)], anyNode(&chance))
      }
      set(path, children)
    case 11, 12: page(1 + chance.index(below: 4))
    case 13: answers = answers == .atOnce ? .later : .atOnce
    case 14, 15: answer(1 + chance.index(below: 3))
    case 16: perform(.show(chance.index(below: 2) == 0 ? .everything : .not(.has(Path("score")))))
    case 17: perform(.showAtMost(chance.index(below: 2) == 0 ? nil : chance.index(below: 6)))
    default: pass(Int64(chance.index(below: 300)))
    }
  }

  /// All that waits is answered.
  mutating func settle() {
    answers = .atOnce
    while listens.contains(where: { !$0.isAnswered }) { answer(100) }
  }
}

@Suite struct PlainStackTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `with right habits it keeps every promise through any history`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "history")
    let screen = anyScreen(&chance)
    let wait = [0, 0, 50][chance.index(below: 3)]
    var desk = Desk(.control, screen, wait: Int64(wait), atMost: Int64(wait) * 3)
    for _ in 0..<8 { desk.step(&chance) }
    desk.open()
    for _ in 0..<60 { desk.step(&chance) }
    desk.settle()
    desk.rest()
    #expect(desk.broken.isEmpty, "\(screen): \(desk.broken)")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `it shows what a stream shows, and tells the app the same`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "twins")
    let screen = anyScreen(&chance)
    var plain = Desk(.control, screen)
    var stream = Desk(screen) { AnyStream($0, batching: $1) }
    for _ in 0..<8 {
      var twin = chance
      plain.step(&chance)
      stream.step(&twin)
    }
    plain.open()
    stream.open()
    for step in 0..<40 {
      var twin = chance
      plain.step(&chance)
      stream.step(&twin)
      plain.settle()
      stream.settle()
      #expect(plain.sections == stream.sections, "step \(step) of \(screen)")
      // Who asks for a page of a union that has nothing is answered by other sources first.
      if screen.sources.count == 1 { #expect(plain.news == stream.news, "step \(step)") }
    }
    #expect(stream.broken.isEmpty, "\(stream.broken)")
  }

  @Test func `the canary is caught through almost any history`() throws {
    let canary = try #require(Mutant.named("canary"))
    var caught = 0
    for seed in 0..<40 as Range<UInt64> {
      var chance = RandomStream(seed: seed, "history")
      var desk = Desk(canary, anyScreen(&chance))
      desk.open()
      for _ in 0..<30 { desk.step(&chance) }
      desk.settle()
      desk.rest()
      if desk.broken["converge"] != nil { caught += 1 }
    }
    #expect(caught >= 15)
  }

  @Test func `a page is refused while another one is under way, and after the list was taken away`()
  {
    var desk = Desk(.control, Screen(all.limited(to: 1)))
    desk.set(list, [("a", score(1)), ("b", score(1)), ("c", score(1))])
    desk.page(1)
    desk.open()
    desk.answers = .later
    desk.page(1)
    desk.page(1)
    desk.settle()
    desk.lose(list)
    desk.page(1)
    #expect(
      desk.news == [
        .pageFailed(call: 1, .notLoaded), .loaded(nil), .pageFailed(call: 3, .busy),
        .paged(call: 2, new: 1, hasMore: true), .lost(.forbidden),
        .pageFailed(call: 4, .refused(.forbidden)),
      ])
    #expect(desk.sections.map { $0.map(\.key) } == [[Key("a"), Key("b")]])
  }

  @Test func `a page that ends the list says so, and the next one brings nothing at once`() {
    var desk = Desk(.control, Screen(all.descending().limited(to: 2)))
    desk.set(list, "abcd".map { ("\($0)", score(1)) })
    desk.open()
    desk.page(5)
    desk.page(5)
    #expect(
      desk.news == [
        .loaded(nil), .paged(call: 1, new: 2, hasMore: false),
        .paged(call: 2, new: 0, hasMore: false),
      ])
  }
}
