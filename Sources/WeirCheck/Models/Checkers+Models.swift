// SPDX-License-Identifier: GPL-3.0-or-later
extension Checkers {
  /// The checkers of apps whose screens share models.
  package static let models: [any Checker.Type] = [
    ScreensAgreeChecker.self, ScreenRowsChecker.self, ScreenEventsChecker.self,
    KeptModelsChecker.self,
  ]
}
