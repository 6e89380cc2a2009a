// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import Testing
import WeirClient
import WeirMutants
import WeirTree

/// What wrong clients make of what one event brought about.
@Suite struct ClientWishTests {
  /// The wishes, in words, after the mutant of that name has had them.
  private func altered(_ name: String, _ wishes: [Client.Wish]) throws -> [String] {
    let mutant = try #require(Mutant.named(name))
    var tamper = try #require(mutant.makeClientTamper())
    // What came of an earlier event is not touched.
    var all = [Client.Wish.resynced] + wishes
    tamper.tamper(&all, from: 1)
    #expect(words(all[0]) == "resynced")
    return all.dropFirst().map(words)
  }

  private func words(_ wish: Client.Wish) -> String {
    switch wish {
    case .send(let journey, _, .write(let id, let write, _)):
      "write \(id) to \(write.path) of \(journey)"
    case .send(_, _, .unlisten(let tag)): "unlisten \(tag)"
    case .send(_, let session, .hello): "hello of \(session)"
    case .heard(let listen, let event):
      event.kind == .value ? "value of \(listen)" : "\(event.key) of \(listen)"
    case .resynced: "resynced"
    default: "other"
    }
  }

  private func write(_ id: UInt32, _ path: String) -> Client.Wish {
    .send(journey: id * 10, session: 1, .write(id: id, .set(Path(path), .null), guard: nil))
  }

  @Test func `swapped writes keep their numbers and change places in pairs`() throws {
    let heard = try altered("writes-swapped", [write(1, "a"), write(2, "b"), write(3, "c")])
    #expect(heard == ["write 1 to /b of 20", "write 2 to /a of 10", "write 3 to /c of 30"])
  }

  @Test func `a value comes before the rows of its own listen`() throws {
    let row = DataEvent(.added, Key("a"), .integer(1))
    let heard = try altered(
      "value-first",
      [
        .heard(registration: 2, row), .heard(registration: 1, row), .heard(registration: 1, row),
        .heard(registration: 1, .value), .heard(registration: 2, .value),
      ])
    #expect(
      heard == ["value of 2", "a of 2", "value of 1", "a of 1", "a of 1"])
  }

  @Test func `a listen that is kept is not told of, and everything else is`() throws {
    let heard = try altered(
      "listen-kept",
      [.send(journey: 0, session: 1, .unlisten(tag: 3)), write(1, "a")])
    #expect(heard == ["write 1 to /a of 10"])
  }

  @Test func `a storm is a hundred times the same`() throws {
    let heard = try altered("send-storm", [write(1, "a"), .resynced])
    #expect(heard.count == 101 && Set(heard).count == 2 && heard.last == "resynced")
  }

  @Test func `who knocks knocks three hundred times`() throws {
    let heard = try altered(
      "knock-storm", [.send(journey: 0, session: 2, .hello), write(1, "a")])
    #expect(heard.count == 301 && heard.count { $0 == "hello of 2" } == 300)
  }
}
