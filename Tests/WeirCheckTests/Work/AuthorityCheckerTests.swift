// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirTrace
import WeirTree

@Suite struct AuthorityCheckerTests {
  /// The verdict of rulings of client 3, a second apart.
  private func verdict(_ rulings: Ruling...) -> Verdict {
    var checkers = Checkers(on: Ground(transactAction: 6))
    for (second, ruling) in rulings.enumerated() {
      checkers.observe(Step(at: Play.at(Int64(second) * 1_000), .sent, client: 3), .ruling(ruling))
    }
    return checkers.findings.first { $0.checker == "authority" }?.verdict ?? .notReached
  }

  private let club = Path("rooms/club")

  @Test func `nothing that takes a right says nothing`() {
    #expect(verdict() == .notReached)
  }

  @Test func `what is allowed and done, or forbidden and refused, holds`() {
    #expect(
      verdict(
        Ruling(.hear, at: club, isAllowed: true, isDone: true),
        Ruling(.write, at: club, isAllowed: false, isDone: false),
        Ruling(.leaveBehind, at: club, isAllowed: true, isDone: true),
        Ruling(.fire, at: club, isAllowed: false, isDone: false)) == .held)
  }

  @Test(arguments: [
    (
      Ruling.Act.hear, true,
      "client 3's wish to read /rooms/club was served, though the rules forbid it"
    ),
    (.hear, false, "client 3's wish to read /rooms/club was refused, though the rules allow it"),
    (.write, true, "client 3's write to /rooms/club was carried out, though the rules forbid it"),
    (.write, false, "client 3's write to /rooms/club was refused, though the rules allow it"),
    (
      .leaveBehind, false,
      "client 3's wish to have /rooms/club written when it is gone was refused, though the rules allow it"
    ),
    (
      .fire, false,
      "what client 3 wanted done at /rooms/club when it is gone was not done, though the rules allow it"
    ),
    (
      .fire, true,
      "what client 3 wanted done at /rooms/club when it is gone was done, though the rules forbid it"
    ),
  ])
  func `what is done against the rules breaks the promise`(
    act: Ruling.Act, isDone: Bool, words: String
  ) throws {
    let verdict = verdict(
      Ruling(.hear, at: club, isAllowed: true, isDone: true),
      Ruling(act, at: club, isAllowed: !isDone, isDone: isDone))
    let breach = try #require(verdict.breach)
    #expect(breach.words == words)
    #expect(breach.first?.words.hasPrefix("the rules \(isDone ? "forbid" : "allow")") == true)
    #expect(breach.second?.client == 3)
  }
}
