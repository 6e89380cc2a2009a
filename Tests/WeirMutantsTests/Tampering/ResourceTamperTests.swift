// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import Testing
import WeirMutants
import WeirTree

/// The smallest history of each mutant of resources, beside that of an app without a bug.
@Suite struct ResourceTamperTests {
  /// A desk with the mutant, and one without.
  private func desks(
    _ name: String, _ play: (inout ResourceDesk) -> Void
  ) throws -> (wrong: ResourceDesk, right: ResourceDesk) {
    let mutant = try #require(Mutant.named(name))
    #expect(!mutant.isOfServer)
    var wrong = try ResourceDesk(mutant)
    #expect(wrong.tamper != nil)
    var right = try ResourceDesk(.control)
    #expect(right.tamper == nil)
    play(&wrong)
    play(&right)
    return (wrong, right)
  }

  @Test func `a key that is drawn twice is not the one that the hook was asked about`() throws {
    let desks = try desks("key-drawn-twice") { $0.create() }
    func stands(_ desk: ResourceDesk) -> Bool { desk.asked.map { !desk.tree[$0].isNull } ?? false }
    #expect(stands(desks.right) && !stands(desks.wrong))
    #expect(desks.wrong.rows == 1 && desks.right.rows == 1)
  }

  @Test func `an update without a key makes another row`() throws {
    let desks = try desks("nil-key-strays") {
      $0.create("a")
      for value in 1...3 { $0.update("a", Int64(value)) }
    }
    #expect(desks.right.rows == 1 && desks.wrong.rows == 2)
  }

  @Test func `what is told before it is read and written is told once, and too early`() throws {
    let desks = try desks("did-before-write") {
      $0.create()
      $0.destroy("a")
    }
    #expect(Array(desks.right.words.suffix(4)) == ["read", "write", "did", "log"])
    #expect(Array(desks.wrong.words.suffix(4)) == ["did", "read", "write", "log"])
  }

  @Test func `of two owners both count what belongs to one`() throws {
    let desks = try desks("owner-arbitrary") { for _ in 0..<4 { $0.create() } }
    #expect(desks.right.count("p1") == 4 && desks.right.count("p2") == 0)
    #expect(desks.wrong.count("p1") == 2 && desks.wrong.count("p2") == 2)
  }

  @Test func `a log that is not filtered names what the path names`() throws {
    let desks = try desks("log-unfiltered") { $0.create() }
    #expect(desks.right.words.last == "log" && desks.wrong.words.last == "log post")
  }

  @Test func `a count of its own stands though the row is turned away`() throws {
    let desks = try desks("counter-apart") {
      $0.create()
      $0.isForbidden = true
      $0.create()
    }
    #expect(desks.right.rows == 1 && desks.right.count("p1") == 1)
    #expect(desks.wrong.rows == 1 && desks.wrong.count("p1") == 2)
  }

  @Test func `what is removed twice is counted down twice`() throws {
    let desks = try desks("destroy-unseen") {
      $0.create("a")
      $0.destroy("a")
      $0.destroy("a")
    }
    #expect(desks.right.count("p1") == 0 && desks.wrong.count("p1") == -1)
  }
}
