import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

@testable import WeirCheck

/// A stage play for the checkers: steps in milliseconds, and lists as texts.
///
///     var play = Play()
///     play.commit(10, "a", 1)                // the server has the row a with the stamp 1
///     play.show(1, 20, [("a", 1)])       // client 1 shows it; the change set is made as it should be
///     play.rest(100)
///     play.verdict("converge")
struct Play {
  private(set) var checkers = Checkers(transactAction: 6)
  private var shown: [[Row]] = [[], []]
  private var journey: UInt32 = 0

  /// Two clients open one list; `window` is theirs.
  init(window: Query = Query()) {
    for client: UInt32 in 0...1 {
      checkers.observe(
        Step(at: .zero, .opened, client: client, list: 0, x: Step.window(window)))
    }
  }

  private static func at(_ ms: Int64) -> Instant { .zero + .milliseconds(ms) }

  /// The server commits a row, of nobody's journey unless one is given; stamp 0: it is gone.
  mutating func commit(
    _ ms: Int64, _ key: String, _ stamp: UInt64, by client: UInt32 = Step.nobody,
    journey: UInt32 = 0
  ) {
    checkers.observe(
      Step(
        at: Self.at(ms), .committed, client: client, journey: journey, list: 0, key: Key(key),
        x: stamp))
  }

  /// A client writes a row and is told the number of its journey, which is that of the write, too.
  mutating func write(
    _ ms: Int64, _ client: UInt32, _ key: String, _ stamp: UInt64, isEdit: Bool = false
  ) -> UInt32 {
    journey += 1
    checkers.observe(
      Step(
        at: Self.at(ms), .wrote, client: client, journey: journey, list: 0, key: Key(key),
        x: stamp, y: UInt64(isEdit ? 1 : 0) << 32 | UInt64(journey)))
    return journey
  }

  /// A client has the answer to a write.
  mutating func answer(_ ms: Int64, _ client: UInt32, _ journey: UInt32, isOverloaded: Bool = false)
  {
    checkers.observe(
      Step(
        at: Self.at(ms), .answered, client: client, journey: journey, list: 0,
        x: isOverloaded ? 1 : 0, y: UInt64(journey)))
  }

  /// A client publishes rows, by a right change set or by the one that is given.
  mutating func show(
    _ client: UInt32, _ ms: Int64, _ rows: [(String, UInt64)], by changes: ChangeSet? = nil
  ) {
    let new = rows.map { Row(key: Key($0.0), stamp: $0.1) }
    var made = ChangeSet()
    var workspace = DiffWorkspace()
    diff(from: shown[Int(client)], to: new, into: &made, workspace: &workspace)
    shown[Int(client)] = new
    checkers.observe(
      Step(at: Self.at(ms), .published, client: client, list: 0), changes ?? made, rows: new)
  }

  /// A list view faults.
  mutating func fault(_ ms: Int64, _ client: UInt32, rule: UInt64) {
    checkers.observe(Step(at: Self.at(ms), .faulted, client: client, list: 0, x: rule))
  }

  /// Anything else happens to a client.
  mutating func happen(
    _ ms: Int64, _ kind: Step.Kind, _ client: UInt32, journey: UInt32 = 0, _ key: String = "-",
    x: UInt64 = 0, y: UInt64 = 0
  ) {
    checkers.observe(
      Step(
        at: Self.at(ms), kind, client: client, journey: journey, list: 0, key: Key(key), x: x, y: y)
    )
  }

  /// A client begins a transaction, and is told the number of its journey.
  mutating func transact(_ ms: Int64, _ client: UInt32) -> UInt32 {
    journey += 1
    happen(ms, .meant, client, journey: journey, x: 6)
    return journey
  }

  /// Nothing more happens.
  mutating func rest(_ ms: Int64, open: UInt64 = 0) {
    checkers.observe(Step(at: Self.at(ms), .rested, x: open))
  }

  /// What a checker says.
  func verdict(_ name: String) -> Verdict? {
    checkers.findings.first { $0.checker == name }?.verdict
  }

  /// What a checker says, in words.
  func words(_ name: String) -> String { verdict(name).map { "\($0)" } ?? "no such checker" }
}
