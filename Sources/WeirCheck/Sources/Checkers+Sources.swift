// SPDX-License-Identifier: GPL-3.0-or-later
extension Checkers {
  /// The checkers of lists that follow a source which can be exchanged.
  package static let sources: [any Checker.Type] = [
    SourceRowsChecker.self, SourceEventsChecker.self,
  ]
}
