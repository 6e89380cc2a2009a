import Testing
import WeirCore

@Suite struct ProblemTests {
  @Test func `says place, message and remedy as compilers do`() {
    let mark = Mark(file: "chat.yaml", line: 4, column: 3)
    let problem = Problem(
      mark: mark, message: "unknown key 'clinets'", remedy: "did you mean 'clients'?")
    #expect(
      problem.description
        == "chat.yaml:4:3: error: unknown key 'clinets'\n  remedy: did you mean 'clients'?")
  }

  @Test func `without a place it begins with the message`() {
    let problem = Problem(message: "an empty sample", remedy: "measure something")
    #expect(problem.description == "error: an empty sample\n  remedy: measure something")
    #expect(Problems([problem, problem]).description == "\(problem)\n\(problem)")
  }

  @Test func `places stand by line, then by column`() {
    let marks = [(2, 1), (1, 9), (1, 2)].map { Mark(file: "a", line: $0.0, column: $0.1) }
    #expect(marks.sorted().map { [$0.line, $0.column] } == [[1, 2], [1, 9], [2, 1]])
  }
}

@Suite struct NearestNameTests {
  static let known = ["clients", "server", "network", "workload", "seed"]

  @Test(arguments: [
    ("clinets", "clients"), ("Clients", "clients"), ("sever", "server"), ("netwrok", "network"),
    ("sead", "seed"), ("workloads", "workload"), ("seed", "seed"),
  ]) func `a slip in three letters is forgiven`(typed: String, meant: String) {
    #expect(nearestName(to: typed, among: Self.known) == meant)
  }

  @Test(arguments: ["zebra", "", "cl", "clocks"])
  func `what resembles nothing is left alone`(typed: String) {
    #expect(nearestName(to: typed, among: Self.known) == nil)
  }

  @Test func `ties go to the first, and nobody is near to nothing`() {
    #expect(nearestName(to: "bat", among: ["cat", "hat"]) == "cat")
    #expect(nearestName(to: "bat", among: []) == nil)
  }

  @Test func `a very long word is compared by its beginning and does not take forever`() {
    let long = String(repeating: "x", count: 100_000)
    #expect(nearestName(to: long, among: Self.known) == nil)
  }
}

@Suite struct InvariantTests {
  @Test func `a broken invariant stops the process and says why and where`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      invariant(1 + 1 == 3, "arithmetic is off by \(1)")
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("invariant broken: arithmetic is off by 1") == true)
    #expect(words?.contains("ProblemTests.swift") == true)
  }

  @Test func `an invariant that holds does not even build its message`() {
    var built = 0
    func message() -> String {
      built += 1
      return "never"
    }
    invariant(built == 0, message())
    #expect(built == 0)
  }
}
