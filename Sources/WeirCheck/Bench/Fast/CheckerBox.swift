// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// A checker of any type, in a box that belongs to one bench alone.
///
/// A step goes to ten checkers or so. To call one in an array of `any Checker` would have to ask each time whether somebody
/// else holds it.
class CheckerBox: @unchecked Sendable {
  /// The checker as it is now.
  var checker: any Checker { invariantBroken("a box without a checker") }

  /// Hands a step to the checker.
  func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    invariantBroken("a box without a checker")
  }

  /// Makes a box with a checker that has seen nothing.
  static func make<Content: Checker>(_ type: Content.Type, _ ground: Ground) -> CheckerBox {
    FilledBox(Content(ground))
  }
}

private final class FilledBox<Content: Checker>: CheckerBox, @unchecked Sendable {
  // Nobody else holds the box, so its content needs no guard against two who change it at once.
  @safe @exclusivity(unchecked) private var content: Content

  init(_ content: Content) { self.content = content }

  override var checker: any Checker { content }

  override func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    content.observe(step, evidence, history)
  }
}
