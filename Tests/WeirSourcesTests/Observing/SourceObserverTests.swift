// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirSources

@Suite struct SourceObserverTests {
  @Test func `changes from within the closure are told after it, in order`() {
    let source = ManualSource(items(1))
    let listener = Listener(source)
    var depth = 0
    listener.reaction = { event in
      depth += 1
      #expect(depth == 1)
      if let count = event.content?.count, count < 4 { source.append(Item(id: count + 10)) }
      depth -= 1
    }
    source.append(Item(id: 2))
    #expect(listener.events.compactMap { $0.content?.count } == [1, 2, 3, 4])
    #expect(listener.changes == [[1], [2], [3]].map { ChangeSet(inserts: $0) })
  }

  @Test func `every observer is told every change, whoever made it`() {
    let source = ManualSource(items(1))
    let first = Listener(source)
    let second = Listener(source)
    first.reaction = { if $0.content?.count == 2 { source.append(Item(id: 3)) } }
    source.append(Item(id: 2))
    #expect(first.changes == second.changes)
    #expect(second.events.compactMap { $0.content?.count } == [1, 2, 3])
  }

  @Test func `an observation ends at once when it is cancelled, also from within`() {
    let source = ManualSource(items(1))
    let listener = Listener(source)
    let other = Listener(source)
    listener.reaction = { _ in
      source.append(Item(id: 9))
      listener.cancel()
    }
    source.append(Item(id: 2))
    source.append(Item(id: 3))
    #expect(listener.kinds == "ic")
    #expect(other.kinds == "iccc")
    other.cancel()
    source.append(Item(id: 4))
    #expect(other.kinds == "iccc")
  }

  @Test func `an observation ends with its observer, and a source with its last owner`() {
    let source = ManualSource(items(1))
    var count = 0
    var observer: SourceObserver<Items>? = source.observe { _ in count += 1 }
    #expect(observer != nil)
    observer = nil
    source.append(Item(id: 2))
    #expect(count == 1)
    weak var filtered: FilteredSource<Item>?
    do {
      let made = source.filtered { _ in true }
      filtered = made
      let container = SourceContainer<Items>(made)
      container.swap(to: source)
    }
    #expect(filtered == nil)
  }

  @Test func `a signal calls in order, and those that come while it rings at the next ring`() {
    let signal = ChangeSignal()
    var heard = ""
    var late: SignalListener?
    let first = signal.listen {
      heard += "a"
      if late == nil {
        late = signal.listen { heard += "c" }
        signal.ring()
      }
    }
    let second = signal.listen { heard += "b" }
    signal.ring()
    #expect(heard == "ababc")
    withExtendedLifetime((first, second, late)) {}
  }

  @Test func `events come as an asynchronous sequence, each once, beginning with the initial one`()
    async
  {
    let source = ManualSource(items(1))
    var heard: [Int] = []
    for await event in source.events {
      heard.append(event.content?.count ?? -1)
      if heard.count == 1 {
        source.append(Item(id: 2))
        source.append(Item(id: 3))
      }
      if heard.count == 3 { source.fail(SourceFailure("enough")) }
      if case .failed = event { break }
    }
    #expect(heard == [1, 2, 3, -1])
  }
}
