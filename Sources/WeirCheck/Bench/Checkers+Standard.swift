// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Checkers {
  /// The checkers that every run carries, in the order of the report.
  package static let standard: [any Checker.Type] = [
    ConvergenceChecker.self,
    ListFidelityChecker.self,
    ReadYourWritesChecker.self,
    TransactionChecker.self,
    HookChecker.self,
    GrammarChecker.self,
    ContiguityChecker.self,
    PageChecker.self,
    InitialLoadChecker.self,
    StalenessChecker.self,
    ResourceChecker.self,
    CounterChecker.self,
    LostWriteChecker.self,
    AtMostOnceChecker.self,
    MonotonicReadChecker.self,
    MonotonicWriteChecker.self,
    WritesFollowReadsChecker.self,
    WriteOrderChecker.self,
    ValueLastChecker.self,
    AnomalyChecker.self,
    BoundedWorkChecker.self,
    LeakChecker.self,
    LinearChecker.self,
    AuthorityChecker.self,
  ]

  /// The promises that they watch.
  package static let promises: [Promise] = standard.map { $0.promise }

  /// The names of what they watch.
  package static let names: [String] = promises.map(\.name)
}
