// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

/// Lists that are opened at a place in their middle.
@Suite struct JumpTests {
  private let server = FakePages(list: items(0..<100), pageSize: 10)

  private func desk(
    _ keys: PageKeyKind, _ change: (inout PagerRules) -> Void = { _ in }
  ) -> PagerDesk {
    var rules = PagerRules(pageSize: 10, keys: keys)
    change(&rules)
    var desk = PagerDesk(rules)
    desk.load()
    desk.settle(server)
    desk.show(0..<7)
    desk.settle(server)
    return desk
  }

  static let places: [(keys: PageKeyKind, key: PageKey, first: Int)] = [
    (.offset, .offset(50), 50), (.number(first: 1), .number(6), 50), (.cursor, .cursor("49"), 50),
    (.position, .position("49"), 50),
  ]

  @Test(arguments: places.indices)
  func `a jump shows the page of its key, and goes on at both sides`(number: Int) {
    let (keys, key, first) = Self.places[number]
    var desk = desk(keys)
    desk.call { $0.jump(to: key, at: $1, into: &$2) }
    #expect(desk.open.map(\.direction) == [.refresh] && desk.open.map(\.key) == [key])
    #expect(desk.ids.first == 0)
    desk.answer(server)
    #expect(desk.ids == Array(first..<(first + 10)) && desk.pager.visible == nil)
    #expect(desk.pager.hasMore && desk.pager.hasPrevious)
    desk.show(0..<7)
    #expect(Set(desk.open.map(\.direction)) == [.prepend])
    desk.settle(server)
    #expect(desk.ids.starts(with: (first - 10)..<(first + 10)))
    #expect(desk.pager.visible == 10..<17)
    desk.show(13..<20)
    desk.settle(server)
    #expect(desk.ids.starts(with: (first - 10)..<(first + 20)))
  }

  @Test func `a jump is no movement under the thumb, although rows of it were visible`() {
    var desk = desk(.offset)
    let before = desk.pager.times
    desk.call { $0.jump(to: .offset(5), at: $1, into: &$2) }
    desk.answer(server)
    #expect(desk.ids == Array(5..<15))
    #expect(desk.pager.times.jumps == before.jumps)
    #expect(desk.pager.times.lostPlaces == before.lostPlaces)
  }

  @Test func `a jump gives up what is under way, and what comes of that changes nothing`() {
    var desk = desk(.offset)
    desk.next()
    let late = desk.open[0]
    desk.call { $0.jump(to: .offset(50), at: $1, into: &$2) }
    #expect(desk.open.map(\.key) == [.offset(50)])
    desk.receive(server.answer(late), to: late.id)
    #expect(desk.ids.first == 0 && desk.ids.count == 10)
    desk.refresh()
    #expect(desk.open.map(\.key) == [.offset(50)])
    desk.call { $0.jump(to: .offset(70), at: $1, into: &$2) }
    #expect(desk.open.map(\.key) == [.offset(70)])
    desk.answer(server)
    #expect(desk.ids == Array(70..<80))
  }

  @Test func `a jump that fails leaves the list as it was, and is tried again at its place`() {
    var desk = desk(.offset) { $0.retry = RetryPolicy(attempts: 1) }
    desk.call { $0.jump(to: .offset(50), at: $1, into: &$2) }
    desk.fail(desk.open[0].id)
    #expect(desk.ids == Array(0..<10))
    desk.wake(at: desk.now + .seconds(1))
    #expect(desk.open.map(\.key) == [.offset(50)])
    desk.answer(server)
    #expect(desk.ids == Array(50..<60))
  }

  @Test func `a refresh after a jump keeps the place, if the rules say so`() {
    var around = desk(.position) { $0.refresh = .aroundVisible(rows: 10) }
    around.call { $0.jump(to: .position("49"), at: $1, into: &$2) }
    around.answer(server)
    around.show(2..<7)
    around.refresh()
    #expect(around.open.map(\.key) == [.position("49")])
    around.answer(server)
    #expect(around.ids == Array(50..<60) && around.pager.visible == 2..<7)
    var first = desk(.position)
    first.call { $0.jump(to: .position("49"), at: $1, into: &$2) }
    first.answer(server)
    first.refresh()
    #expect(first.open.map(\.key) == [.start])
  }

  @Test func `a jump by a key of another kind says so`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var desk = PagerDesk(PagerRules(pageSize: 10))
      desk.call { $0.jump(to: .cursor("x"), at: $1, into: &$2) }
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("which is no key of this list") == true)
  }
}
