// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirRun
import WeirTree

/// The rules by which a phone calls back.
struct CallbackPhoneTests {
  private let log = CallLog()

  /// A phone whose list does this when it is opened.
  private func rig(_ open: @escaping @Sendable (CallbackPhone) -> Void) -> CallbackRig {
    var rig = CallbackRig { ScriptedRoom($0, open: open) }
    rig.open()
    return rig
  }

  @Test func `a listen takes batches, and who observes each event with the one that ends it`() {
    let log = log
    var rig = rig { phone in
      phone.listen { log.note("\($0.map { "\($0.kind) \($0.key)" })") }
      phone.observe { log.note($0.kind == .value ? "value" : "\($0.kind) \($0.key)") }
    }
    for tag: UInt32 in 1...2 {
      rig.hear(.added, "a", "b", tag: tag)
      rig.hear(.removed, "a", tag: tag)
      rig.hear(tag: tag)
    }
    #expect(
      log.take() == [
        "[\"added a\", \"added b\"]", "[\"removed a\"]", "[]", "added a", "added b", "value",
        "removed a", "value", "value",
      ])
  }

  @Test func `batches of two listens that come at once are not mixed`() {
    let log = log
    var rig = rig { phone in
      for name in ["one", "two"] {
        phone.listen(to: Path(name)) { log.note("\(name) \($0.map { "\($0.key)" })") }
      }
    }
    #expect(rig.take() == ["listen 1 /one", "listen 2 /two"])
    rig.hearEvent(.added, "a", tag: 1)
    rig.hearEvent(.added, "b", tag: 2)
    rig.hearEvent(.value, "-", tag: 1)
    rig.hearEvent(.added, "c", tag: 2)
    rig.hearEvent(.value, "-", tag: 2)
    #expect(log.take() == ["one [\"a\"]", "two [\"b\", \"c\"]"])
  }

  @Test func `another place is listened to whole, or by the query that is given`() {
    var rig = rig { phone in
      phone.listen(to: Path("a")) { _ in }
      phone.listen(to: Path("b"), Query(limit: .first(2))) { _ in }
      phone.listen(Query(limit: .last(9))) { _ in }
      phone.observe(to: Path("c")) { _ in }
    }
    #expect(
      rig.take() == [
        "listen 1 /a", "listen 2 /b first(2)", "listen 3 /rooms/lobby last(9)", "listen 4 /c",
      ])
  }

  @Test func `a listen that is stopped is silent from that moment on, also within a batch`() {
    let log = log
    var rig = rig { phone in
      var listen: Callback?
      listen = phone.observe { event in
        log.note("\(event.key)")
        if event.key == Key("b") { listen?.stop() }
      }
    }
    _ = rig.take()
    rig.hear(.added, "a", "b", "c")
    #expect(log.take() == ["a", "b"])
    #expect(rig.take() == ["unlisten 1"])
    rig.lose(1, .forbidden)
    rig.close()
    #expect(rig.take() == [])
  }

  @Test func `one listen may stop another one, and what that has half heard is lost`() {
    let log = log
    var rig = rig { phone in
      let first = phone.listen {
        log.note("first \($0.count)")
      } onLoss: { _ in
        log.note("loss")
      }
      phone.listen { _ in
        first.stop()
        first.stop()
        log.note("\(first.isGoingOn)")
      }
    }
    _ = rig.take()
    rig.hearEvent(.added, "a", tag: 1)
    rig.hear(.added, "x", tag: 2)
    rig.hearEvent(.value, "-", tag: 1)
    rig.lose(1, .forbidden)
    #expect(log.take() == ["false"])
    #expect(rig.take() == ["unlisten 1"])
  }

  @Test func `nothing is called back from within a callback`() {
    let log = log
    var rig = rig { phone in
      phone.listen { _ in
        log.note("heard")
        phone.after(.zero) { log.note("rung") }
        phone.write(.set(Path("w"), .null)) { _ in log.note("written") }
        phone.listen { _ in log.note("heard another") }
        phone.show([row("a")])
        log.note("said")
      }
    }
    _ = rig.take()
    rig.hear(.added, "a", at: 3)
    #expect(log.take() == ["heard", "said"])
    // Requests come in the order in which they were made.
    #expect(
      rig.take() == [
        "wake 3s", "write 3 /w", "listen 4 /rooms/lobby last(4)", "show a first loaded",
      ])
    rig.settle(3, .committed)
    rig.wake(at: 3)
    #expect(log.take() == ["written", "rung"])
  }

  @Test func `delays end by their moments, equal ones in the order of asking`() {
    let log = log
    var rig = rig { phone in
      phone.after(.seconds(5)) { log.note("e") }
      phone.after(.seconds(3)) { log.note("c") }
      phone.after(.seconds(2)) { log.note("a") }
      phone.after(.seconds(3)) { log.note("d") }
      phone.after(.seconds(2)) { log.note("b") }
      phone.after(.seconds(-2)) { log.note("now") }
    }
    #expect(rig.take() == ["wake 5s", "wake 3s", "wake 2s", "wake 3s", "wake 2s", "wake 0s"])
    rig.wake(at: 0)
    #expect(log.take() == ["now"])
    rig.wake(at: 1)
    #expect(log.take() == [])
    // A phone that slept wakes late.
    rig.wake(at: 4)
    #expect(log.take() == ["a", "b", "c", "d"])
    rig.wake(at: 5)
    rig.wake(at: 5)
    #expect(log.take() == ["e"])
  }

  @Test func `a delay without end does not stop the moment, and is asked for anew each time`() {
    let log = log
    var rig = rig { phone in
      func again() {
        log.note("\(phone.now)")
        phone.after(.zero, again)
      }
      again()
    }
    #expect(rig.take() == ["wake 0s"])
    rig.wake(at: 7)
    #expect(rig.take() == ["wake 7s"])
    #expect(log.take() == ["0s", "7s"])
  }

  @Test func `a delay that is stopped does not come, also if another one at its moment stops it`() {
    let log = log
    var rig = rig { phone in
      let early = phone.after(.seconds(1)) { log.note("early") }
      early.stop()
      var late: Callback?
      phone.after(.seconds(2)) {
        log.note("\(late?.isGoingOn == true)")
        late?.stop()
      }
      late = phone.after(.seconds(2)) { log.note("late") }
    }
    rig.wake(at: 1)
    rig.wake(at: 2)
    #expect(log.take() == ["true"])
  }

  @Test func `a delay that is over goes on no more, nor does a listen that is lost`() {
    let log = log
    var rig = rig { phone in
      var delay: Callback?
      delay = phone.after(.seconds(1)) { log.note("\(delay?.isGoingOn == true)") }
      log.note("\(delay?.isGoingOn == true)")
      var listen: Callback?
      listen = phone.listen { _ in
        log.note("\(listen?.isGoingOn == true)")
      } onLoss: { _ in
        log.note("\(listen?.isGoingOn == true)")
        listen?.stop()
        delay?.stop()
      }
    }
    rig.wake(at: 1)
    rig.hear(.added, "a", tag: 2, at: 2)
    rig.lose(2, .forbidden)
    #expect(log.take() == ["true", "false", "true", "false"])
    #expect(rig.take().last == "loaded forbidden")
  }

  @Test func `delays and answers of a life that is over do not come in the next one`() {
    let log = log
    var rig = rig { phone in
      let name = "\(phone.now)"
      phone.after(.seconds(2)) { log.note("after \(name)") }
      phone.write(.set(Path("w"), .null)) { log.note("\(name): \($0)") }
    }
    rig.close()
    rig.open(at: 1)
    #expect(rig.take() == ["wake 2s", "write 2 /w", "wake 3s", "write 4 /w"])
    rig.wake(at: 2)
    rig.settle(2, .committed)
    #expect(log.take() == [])
    rig.settle(4, .stale)
    rig.settle(4, .committed)
    rig.wake(at: 3)
    #expect(log.take() == ["1s: stale", "after 1s"])
  }

  @Test func `the same rows once more are not told, others are, one publication each`() {
    var rig = rig { phone in
      for _ in 0..<3 { phone.show([]) }
      for _ in 0..<2 { phone.show([row("a")]) }
      phone.show([row("a", 2)])
      phone.show([])
    }
    #expect(rig.take() == ["show  first loaded", "show a", "show a", "show "])
    #expect(rig.update.changes == ChangeSet(deletes: [0]))
  }

  @Test func `a list that hands its own changes is told them, right or wrong, but for the first`() {
    let wrong = ChangeSet(inserts: [1])
    var rig = rig { phone in
      phone.listen { batch in
        phone.show(batch.map { row("\($0.key)") }, wrong)
      }
    }
    _ = rig.take()
    rig.hear(.added, "a")
    #expect(rig.take() == ["show a first loaded"])
    #expect(rig.update.changes == ChangeSet(inserts: [0]))
    rig.hear(.added, "b", "a")
    #expect(rig.take() == ["show b,a"])
    #expect(rig.update.changes == wrong)
    // Also where nothing is different.
    rig.hear(.added, "b", "a")
    #expect(rig.take() == ["show b,a"])
    #expect(rig.update.changes == wrong)
  }

  @Test func `a page is shown and told, and ends once`() {
    var rig = CallbackRig { phone in
      ScriptedRoom(
        phone, open: { _ in },
        page: { phone, count, end in
          if count == 1 { return end(.failed(.busy)) }
          phone.after(.seconds(1)) {
            phone.show([row("p")])
            end(.loaded(new: count, hasMore: true))
            end(.loaded(new: count, hasMore: false))
            end(.failed(.busy))
          }
        })
    }
    rig.loadPage(6, of: 5)
    #expect(rig.take() == ["page 6 failed: notLoaded"])
    rig.open(at: 9)
    rig.loadPage(7, of: 5)
    rig.loadPage(8, of: 1)
    #expect(rig.take() == ["wake 10s", "page 8 failed: busy"])
    rig.wake(at: 10)
    #expect(rig.take() == ["show p first loaded", "page 7: 5 and more"])
  }

  @Test func `a page that is under way when the list is closed fails as cancelled`() {
    let kept = Kept<() -> Void>()
    var rig = CallbackRig { phone in
      ScriptedRoom(
        phone, open: { _ in },
        page: { _, count, end in
          kept.values.append { end(.loaded(new: count, hasMore: true)) }
        })
    }
    rig.open()
    rig.loadPage(7, of: 5)
    rig.loadPage(8, of: 5)
    rig.close()
    #expect(rig.take() == ["page 7 failed: cancelled", "page 8 failed: cancelled"])
    rig.open()
    for end in kept.values { end() }
    rig.wake(at: 20)
    #expect(rig.take() == [])
  }

  @Test func `a list without pages says that there are none`() {
    var rig = CallbackRig { RoomController($0) }
    rig.open()
    _ = rig.take()
    rig.loadPage(3, of: 5)
    #expect(rig.take() == ["page 3: 0"])
  }
}
