// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirRun
import WeirTree

/// The lives of a list with callbacks: opened, closed, opened again, refused, killed.
struct CallbackStackTests {
  private let log = CallLog()

  /// The keys of a batch.
  private static func words(_ batch: [DataEvent]) -> String {
    batch.map { "\($0.kind) \($0.key)" }.joined(separator: ", ")
  }

  @Test func `a list listens, shows what it hears, and stops listening when it is closed`() {
    var rig = CallbackRig { RoomController($0) }
    #expect(rig.take() == [] && rig.shown == [])
    rig.open()
    #expect(rig.take() == ["listen 1 /rooms/lobby last(4)"])
    rig.hear(.added, "a", "b")
    #expect(rig.take() == ["show b,a first loaded"])
    rig.hear(.added, "c")
    #expect(rig.take() == ["show c,b,a"])
    #expect(rig.update.changes == ChangeSet(inserts: [0]))
    rig.hear(.removed, "b")
    #expect(rig.take() == ["show c,a"])
    rig.hear(.changed, "c", at: 2)
    #expect(rig.take() == ["show c,a"])
    #expect(rig.update.changes == ChangeSet(updates: [.init(old: 0, new: 0)]))
    rig.close()
    #expect(rig.take() == ["unlisten 1"])
    #expect(rig.shown == ["c", "a"])
  }

  @Test func `a list that is opened again lives again, and is told of its rows as a change`() {
    var rig = CallbackRig { RoomController($0) }
    rig.open()
    rig.hear(.added, "a")
    rig.close()
    _ = rig.take()
    rig.hear(.added, "late")
    #expect(rig.take() == [])
    rig.open(at: 5)
    #expect(rig.take() == ["listen 2 /rooms/lobby last(4)"])
    // Messages of the life before that are still under way lead nowhere.
    rig.hear(.added, "late", tag: 1)
    #expect(rig.take() == [] && rig.shown == ["a"])
    rig.hear(.added, "b", tag: 2)
    #expect(rig.take() == ["show b first loaded"])
    #expect(rig.update.changes == ChangeSet(deletes: [0], inserts: [0]))
  }

  @Test func `the first rows of a life are told also if they are those of the life before`() {
    var rig = CallbackRig { phone in
      ScriptedRoom(phone, open: { $0.show([row("a")]) })
    }
    rig.open()
    rig.close()
    rig.open()
    #expect(rig.take() == ["show a first loaded", "show a first loaded"])
    #expect(rig.update.changes == ChangeSet())
  }

  @Test func `opening an open list changes nothing, and closing a closed one neither`() {
    let log = log
    var rig = CallbackRig { phone in
      ScriptedRoom(
        phone,
        open: {
          log.note("open")
          $0.listen { _ in }
        }, close: { _ in log.note("close") })
    }
    rig.close()
    rig.open()
    rig.open()
    #expect(rig.take() == ["listen 1 /rooms/lobby last(4)"])
    rig.close()
    rig.close()
    #expect(rig.take() == ["unlisten 1"])
    #expect(log.take() == ["open", "close"])
  }

  @Test func `a refusal before the first rows is why the list has not loaded`() {
    let log = log
    var rig = CallbackRig { phone in
      ScriptedRoom(
        phone,
        open: { phone in
          phone.listen { _ in
            log.note("heard")
          } onLoss: {
            log.note("lost: \($0) at \(phone.now)")
            phone.show([])
          }
        }, close: { _ in log.note("close") })
    }
    rig.open()
    rig.lose(1, .forbidden, at: 3)
    #expect(
      rig.take() == ["listen 1 /rooms/lobby last(4)", "loaded forbidden", "show  first"])
    rig.hear(.added, "a")
    rig.lose(1, .overloaded)
    #expect(rig.take() == [])
    #expect(log.take() == ["lost: forbidden at 3s"])
    // A list that lost a listen begins anew.
    rig.open(at: 4)
    #expect(rig.take() == ["listen 2 /rooms/lobby last(4)"])
    #expect(log.take() == ["close"])
    rig.open(at: 4)
    #expect(rig.take() == [])
    rig.close()
    #expect(rig.take() == ["unlisten 2"])
  }

  @Test func `a listen that is taken away later is told as lost, once for all listens`() {
    let log = log
    var rig = CallbackRig { phone in
      ScriptedRoom(
        phone,
        open: { phone in
          for path in [Path("rooms/a"), Path("rooms/b")] {
            phone.listen(to: path) { _ in
              phone.show([row("x")])
            } onLoss: {
              log.note("\(path) \($0)")
            }
          }
        })
    }
    rig.open()
    rig.hear(.added, "x")
    _ = rig.take()
    rig.lose(2, .overloaded)
    #expect(rig.take() == ["lost overloaded"])
    rig.lose(1, .forbidden)
    #expect(rig.take() == [])
    #expect(log.take() == ["/rooms/b overloaded", "/rooms/a forbidden"])
    rig.open()
    #expect(rig.take() == ["listen 3 /rooms/a", "listen 4 /rooms/b"])
    rig.lose(3, .forbidden)
    #expect(rig.take() == ["loaded forbidden"])
    rig.lose(4, .forbidden)
    #expect(rig.take() == [])
  }

  @Test func `a killed app is called no more, is not told, and is gone`() {
    let log = log
    weak var room: ScriptedRoom?
    weak var phone: CallbackPhone?
    var made: [CallbackPhone] = []
    do {
      let kept = Kept<Weak>()
      var rig = CallbackRig { phone in
        let room = ScriptedRoom(
          phone,
          open: { phone in
            phone.listen { _ in log.note("\(phone.now)") }
            phone.after(.seconds(1)) { log.note("\(phone.now)") }
            phone.write(.set(Path("w"), .null)) { _ in log.note("\(phone.now)") }
          }, close: { _ in log.note("close") })
        kept.values.append(Weak(room))
        return room
      }
      rig.open()
      room = kept.values[0].room
      phone = room?.phone
      #expect(room != nil && phone != nil)
      if let phone { made.append(phone) }
      rig.kill()
    }
    #expect(room == nil && log.take() == [])
    // Somebody else may still hold the phone: nothing that is asked of it leads anywhere.
    made[0].listen { _ in log.note("heard") }
    made[0].show([row("a")])
    made = []
    #expect(phone == nil && log.take() == [])
  }

  @Test func `the next start of the app has a list and a phone of its own`() {
    let made = Mutex(0)
    for start in 1...2 {
      var rig = CallbackRig { phone in
        made.withLock { $0 += 1 }
        return RoomController(phone)
      }
      rig.open()
      #expect(rig.take() == ["listen 1 /rooms/lobby last(4)"])
      #expect(made.withLock { $0 } == start && rig.shown == [])
      rig.hear(.added, "a")
      rig.kill()
      rig.open()
      #expect(rig.take() == ["show a first loaded"])
    }
  }

  @Test func `the phone says who it is, and its chance is that of this life of the app`() {
    let log = log
    var rig = CallbackRig { phone in
      ScriptedRoom(
        phone,
        open: { phone in
          log.note("\(phone.group) \(phone.number) \(phone.screen.sources[0].path) \(phone.now)")
          log.note("\(phone.run.seed)")
          var chance = RandomStream(seed: 7, "rig")
          for _ in 1...3 { log.note("\(phone.chance.next() == chance.next())") }
        })
    }
    rig.open(at: 6)
    #expect(log.take() == ["phones 4 /rooms/lobby 6s", "7", "true", "true", "true"])
    #expect(rig.take() == [])
  }

  @Test func `what is asked while the list is closed leads nowhere`() {
    let log = log
    let kept = Kept<CallbackPhone>()
    @Sendable func ask(_ phone: CallbackPhone) -> [Callback] {
      phone.show([row("a")])
      phone.write(.set(Path("w"), .null)) { _ in log.note("written") }
      return [phone.listen { _ in log.note("heard") }, phone.after(.zero) { log.note("rung") }]
    }
    var rig = CallbackRig { phone in
      // An initialiser is too early.
      log.note("\(ask(phone).map(\.isGoingOn))")
      kept.values.append(phone)
      return ScriptedRoom(phone, open: { _ in })
    }
    rig.open()
    #expect(rig.take() == [])
    rig.close()
    log.note("\(ask(kept.values[0]).map(\.isGoingOn))")
    rig.open()
    rig.wake(at: 9)
    rig.hear(.added, "a")
    for tag in 1...8 { rig.settle(UInt32(tag), .committed) }
    #expect(rig.take() == [] && rig.shown == [])
    #expect(log.take() == ["[false, false]", "[false, false]"])
  }

  @Test func `a list that is closed may still write, and nothing else`() {
    let log = log
    var rig = CallbackRig { phone in
      ScriptedRoom(
        phone, open: { $0.listen { _ in } },
        close: { phone in
          phone.write(.set(Path("seen/4"), .text("x"))) { _ in log.note("written") }
          phone.show([row("a")])
          phone.listen { _ in log.note("heard") }
          phone.after(.zero) { log.note("rung") }
        })
    }
    rig.open()
    rig.close()
    #expect(rig.take() == ["listen 1 /rooms/lobby last(4)", "write 2 /seen/4", "unlisten 1"])
    rig.open()
    rig.settle(2, .committed)
    rig.wake(at: 9)
    rig.hear(.added, "a", tag: 3)
    #expect(log.take() == [])
    #expect(rig.take() == ["listen 5 /rooms/lobby last(4)"])
  }
}

/// A list of which nobody here makes sure that it is kept.
private struct Weak {
  weak var room: ScriptedRoom?
  init(_ room: ScriptedRoom) { self.room = room }
}
