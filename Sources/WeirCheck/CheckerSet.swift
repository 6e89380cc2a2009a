/// Which of the checkers watch a run.
///
///     World(scenario, seed: 1, checkers: [])                  // none: what the machines alone cost
///     World(scenario, seed: 1, checkers: .named("lists") ?? .all)
///
/// What is not watched costs nothing, and nothing is said of it in the end.
public struct CheckerSet: OptionSet, Hashable, Sendable {
  /// One bit a checker, in the order of ``names``.
  public let rawValue: UInt32

  /// Makes a set of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The names of all checkers, in the order of the report.
  public static let names = [
    "converge", "lists", "read-your-writes", "transactions", "hooks", "grammar", "contiguity",
    "pages", "initial-load", "staleness", "resources", "counters", "lost-writes", "at-most-once",
    "monotonic-reads", "monotonic-writes", "writes-follow-reads", "write-order", "value-last",
    "anomalies", "bounded-work", "leak", "linearizable", "authority",
  ]

  /// All of them.
  public static let all = CheckerSet(rawValue: (1 << UInt32(names.count)) - 1)

  /// The set of one checker; nil if there is none of this name.
  public static func named(_ name: String) -> CheckerSet? {
    names.firstIndex(of: name).map { CheckerSet(rawValue: 1 << UInt32($0)) }
  }

  private init(number: UInt32) { self.init(rawValue: 1 << number) }

  static let converge = CheckerSet(number: 0)
  static let lists = CheckerSet(number: 1)
  static let readYourWrites = CheckerSet(number: 2)
  static let transactions = CheckerSet(number: 3)
  static let hooks = CheckerSet(number: 4)
  static let grammar = CheckerSet(number: 5)
  static let contiguity = CheckerSet(number: 6)
  static let pages = CheckerSet(number: 7)
  static let initialLoad = CheckerSet(number: 8)
  static let staleness = CheckerSet(number: 9)
  static let resources = CheckerSet(number: 10)
  static let counters = CheckerSet(number: 11)
  static let lostWrites = CheckerSet(number: 12)
  static let atMostOnce = CheckerSet(number: 13)
  static let monotonicReads = CheckerSet(number: 14)
  static let monotonicWrites = CheckerSet(number: 15)
  static let writesFollowReads = CheckerSet(number: 16)
  static let writeOrder = CheckerSet(number: 17)
  static let valueLast = CheckerSet(number: 18)
  static let anomalies = CheckerSet(number: 19)
  static let boundedWork = CheckerSet(number: 20)
  static let leak = CheckerSet(number: 21)
  static let linearizable = CheckerSet(number: 22)
  package static let authority = CheckerSet(number: 23)

  /// Those that judge lists and operations by themselves.
  static let first = CheckerSet(rawValue: 0xFFF)
  /// Those that need to know which version of a row a list shows.
  static let sighted: CheckerSet = [
    .lostWrites, .monotonicReads, .monotonicWrites, .writesFollowReads, .anomalies,
  ]
  /// Those that need the versions of rows, or what became of each write.
  static let historic: CheckerSet = [
    .lostWrites, .atMostOnce, .monotonicReads, .monotonicWrites, .writesFollowReads, .writeOrder,
    .anomalies, .linearizable, .valueLast, .boundedWork,
  ]
}
