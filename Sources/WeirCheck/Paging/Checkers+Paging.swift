// SPDX-License-Identifier: GPL-3.0-or-later
extension Checkers {
  /// The checkers of lists that are fetched page by page.
  package static let paging: [any Checker.Type] = [
    PageRequestChecker.self, PageRowsChecker.self, PageWholeChecker.self,
    PageMoreChecker.self,
  ]
}
