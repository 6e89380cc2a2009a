// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirObjects

@Suite @MainActor struct ListenedEventsTests {
  private func read(_ events: ListenedEvents<Int>, _ count: Int) async -> [Heard] {
    var heard: [Heard] = []
    var rest = events.makeAsyncIterator()
    while heard.count < count, let event = await rest.next() {
      heard.append(Heard(event.map { [$0] }))
    }
    return heard
  }

  @Test func `a loop hears values and errors from when the sequence was made`() async {
    let source = Repeater<Int>()
    source.send(0)
    let events = source.events(.unbounded)
    source.send(1)
    source.send(error: Fault(code: 2))
    source.send(3)
    #expect(await read(events, 3) == [.value([1]), .error(2), .value([3])])
    #expect(!events.isDisposed && source.listenerCount == 1)
  }

  @Test func `a buffer keeps all, the newest or the oldest`() async {
    let source = Repeater<Int>()
    let (all, newest, oldest) = (
      source.events(.unbounded), source.events(.newest(2)), source.events(.oldest(2))
    )
    for number in 1...4 { source.send(number) }
    #expect(await read(all, 4) == [1, 2, 3, 4].map { .value([$0]) })
    #expect(await read(newest, 2) == [3, 4].map { .value([$0]) })
    #expect(await read(oldest, 2) == [1, 2].map { .value([$0]) })
  }

  @Test func `the loop ends when the sequence is disposed of, and hears nothing that waits`() async
  {
    let source = Repeater<Int>()
    let events = source.events(.unbounded)
    source.send(1)
    source.send(2)
    var heard: [Int?] = []
    for await event in events {
      heard.append(event.value)
      events.dispose()
    }
    #expect(heard == [1] && events.isDisposed && source.listenerCount == 0)
  }

  @Test func `a loop that waits ends when the sequence is disposed of`() async {
    let source = Repeater<Int>()
    let events = source.events(.unbounded)
    let loop = Task { await read(events, 9) }
    await Task.yield()
    source.send(1)
    await Task.yield()
    events.dispose()
    let heard = await loop.value
    #expect(heard == [.value([1])] || heard == [])
    #expect(source.listenerCount == 0)
  }

  @Test func `a loop whose task is cancelled lets the source go`() async {
    let source = Repeater<Int>()
    let events = source.events(.unbounded)
    let loop = Task { await read(events, 9) }
    await Task.yield()
    loop.cancel()
    #expect(await loop.value == [])
    #expect(events.isDisposed && source.listenerCount == 0)
  }

  @Test func `a sequence that is dropped lets the source go`() {
    let source = Repeater<Int>()
    var events: ListenedEvents<Int>? = source.events(.newest(1))
    #expect(source.listenerCount == 1 && events?.isDisposed == false)
    events = nil
    #expect(source.listenerCount == 0)
  }
}
