// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTrace

/// A checker of any type, which belongs to one bench alone.
///
/// A step goes to ten checkers or so. To call one in an array of `any Checker` would have to ask each time whether somebody
/// else holds it, and where its type has its method. The box is made where the type is known.
package final class CheckerBox: @unchecked Sendable {
  /// Hands a step to the checker.
  let observe: (Step, Evidence, borrowing History) -> Void
  private let look: () -> any Checker

  fileprivate init<Content: Checker>(_ held: Held<Content>) {
    observe = { step, evidence, history in held.content.observe(step, evidence, history) }
    look = { held.content }
  }

  /// The checker as it is now.
  var checker: any Checker { look() }
}

/// A value where its box can change it.
///
/// That it is a checker is not said here: the runtime would look for that among all types of the program, for each one anew.
private final class Held<Content> {
  // Nobody else holds it, so its content needs no guard against two who change it at once.
  @safe @exclusivity(unchecked) var content: Content

  init(_ content: Content) { self.content = content }
}

extension Checker {
  /// Returns a checker that has seen nothing in a box that is made for its type.
  package static func makeBox(on ground: Ground) -> CheckerBox {
    CheckerBox(Held(Self(ground)))
  }
}
