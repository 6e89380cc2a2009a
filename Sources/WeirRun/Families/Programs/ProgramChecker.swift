// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirTrace

/// The steps that stacks behind a pipe say.
enum ProgramNotes {
  /// The program cannot be spoken with any more.
  static let failure = StepNote(
    "program-failed", "The program of a stack broke off, was silent, or said what is not agreed.",
    y: .word("how", ProgramFault.Kind.allCases.map(\.words)),
    says: { _ in "cannot speak with its program any more" })

  /// The note of a fault.
  static func failed(_ kind: ProgramFault.Kind) -> StackNote {
    StackNote(words: failure.holding(kind.rawValue))
  }
}

/// Promises that the program of a stack can be spoken with for as long as the run lasts.
struct ProgramChecker: Checker {
  static let promise = Promise(
    "program", "The program of a stack answers each line, in time and as agreed.",
    usualCause:
      "Usually it died of an error of its own, wrote a word too many to its standard output, or did not flush it."
  )
  static let kinds: KindSet = [.opened, .noted]

  var verdict = Verdict.notReached
  var opportunities = 0

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    guard step.kind == .noted else {
      opportunities += 1
      return verdict.reach()
    }
    guard ProgramNotes.failure.isSaid(by: step), case .words(let words) = evidence else { return }
    opportunities += 1
    verdict.reach()
    verdict.breaks(at: step.at, Breach("client \(step.client): \(words)", journey: step.journey))
  }
}
