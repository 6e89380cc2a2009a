// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Shows nothing of a page that has a child without fields.
///
/// StreamBaseKit, quirk Q22: a page must be an object of objects, or none of it is taken.
///
///     the page a: { … }, b: 5  // neither is shown
enum ScalarHidesPage: StackHabits {
  static let mutant = Mutant(
    "scalar-hides-page", of: "StreamBaseKit Q22", caughtBy: "converge",
    about: "One child without fields hides the whole page that it is on.", Self.self)

  static func loaded(_ source: PlainSource) -> [PlainItem] {
    var hidden: Set<Key> = []
    for page in source.listens.dropFirst() {
      let hides = page.held.contains { if case .branch = $0.node { false } else { true } }
      if hides { hidden.formUnion(page.held.map(\.key)) }
    }
    return RightHabits.loaded(source).filter { !hidden.contains($0.key) }
  }
}
