// SPDX-License-Identifier: GPL-3.0-or-later
extension Checkers {
  /// The checkers of apps with objects.
  package static let objects: [any Checker.Type] = [
    FormChecker.self, RelationChecker.self, FileChecker.self, VersionChecker.self,
    KeptFormChecker.self, TableChecker.self, EditChecker.self, WholeChecker.self,
    PreviewChecker.self, CardChecker.self, SheetChecker.self,
  ]
}
