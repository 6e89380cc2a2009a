// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct ObjectListenersTests {
  private struct Bench {
    var store = ObjectStore()
    let listeners = ObjectListeners()
    var tags: [UInt32] = []

    /// Hands the wishes of the store on, as whoever carries them out does.
    mutating func take(_ wishes: [ObjectWish]) {
      for wish in wishes {
        if case .listen(let tag, _) = wish { tags.append(tag) }
        listeners.take(wish, of: store)
      }
    }

    mutating func open(_ place: String) -> ObjectHandle<Profile> {
      let handle = store.open(Profile.self, at: Path(place))
      var wishes: [ObjectWish] = []
      store.listen(to: handle, into: &wishes)
      take(wishes)
      return handle
    }

    mutating func hear(_ key: String, _ text: String, from tag: UInt32) {
      var wishes: [ObjectWish] = []
      store.hear(DataEvent(.added, Key(key), .text(text), after: nil), from: tag, into: &wishes)
      store.hear(.value, from: tag, into: &wishes)
      take(wishes)
    }
  }

  @Test func `a listener hears of each change of its object, and of no other`() {
    var bench = Bench()
    let (ann, eve) = (bench.open("people/ann"), bench.open("people/eve"))
    var (names, mottos): ([String?], [String?]) = ([], [])
    let hearing = bench.listeners.object(ann).hear(onValue: { names.append($0.name) })
    let other = bench.listeners.field(Profile.motto, of: ann).hear(onValue: { mottos.append($0) })
    bench.hear("name", "Ann", from: bench.tags[0])
    bench.hear("name", "Eve", from: bench.tags[1])
    bench.hear("motto", "onward", from: bench.tags[0])
    bench.hear("name", "Anna", from: bench.tags[0])
    #expect(names == ["Ann", "Ann", "Anna"])
    #expect(mottos == [nil, "onward"], "the same value is told once")
    bench.store[ann].name = "typed"
    bench.listeners.tell(ann.id, of: bench.store)
    bench.listeners.tell(eve.id, of: bench.store)
    #expect(names.last == "typed" && names.count == 4)
    #expect(bench.listeners.count == 1)
    hearing.dispose()
    bench.hear("name", "Annie", from: bench.tags[0])
    #expect(names.count == 4 && bench.listeners.count == 1)
    other.dispose()
    #expect(bench.listeners.count == 0)
  }

  @Test func `that an object is lost or was not loaded comes as an error, and ends nothing`() {
    var bench = Bench()
    let ann = bench.open("people/ann")
    var (names, errors): ([String?], [String]) = ([], [])
    let hearing = bench.listeners.object(ann).hear(
      onValue: { names.append($0.name) }, onError: { errors.append("\($0)") })
    bench.listeners.take(.loaded(ann.id, .late), of: bench.store)
    bench.listeners.take(.loaded(ann.id, nil), of: bench.store)
    bench.listeners.take(.lost(ann.id, .forbidden), of: bench.store)
    #expect(errors.count == 2 && errors.first == "nobody answered in time")
    bench.hear("name", "Ann", from: bench.tags[0])
    #expect(names == ["Ann"])
    hearing.dispose()
  }

  @Test func `nothing is told of an object that was closed, and its listener can be heard no more`()
  {
    var bench = Bench()
    let ann = bench.open("people/ann")
    var count = 0
    let hearing = bench.listeners.object(ann).hear(onValue: { _ in count += 1 })
    var wishes: [ObjectWish] = []
    bench.store.close(ann.id, into: &wishes)
    bench.take(wishes + [.changed(ann.id)])
    bench.listeners.tell(ann.id, of: bench.store)
    #expect(count == 0)
    hearing.dispose()
    #expect(bench.listeners.count == 0)
  }
}
