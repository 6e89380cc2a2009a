// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
public import WeirRun
import WeirScenario
import WeirTrace

extension Catalogue {
  /// The catalogue with a list of your own that is written with `async` and `await`, for which scenarios ask by its name.
  ///
  ///     let catalogue = Catalogue.complete.adding("chat", "The newest messages of a room.", list: { await ChatController() })
  ///     Command.main(words, catalogue: catalogue)  // every verb knows it: run, sweep, shrink, follow, gate …
  ///
  /// Every promise that is made of lists is held against it, and that it stays in virtual time: ``AsyncList``. It needs Swift 6.3 on Linux;
  /// elsewhere the program ends here, and says so.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits, hyphens and underscores.
  ///   - about: What it is, in a sentence, for `weir list` and `weir explain`.
  ///   - loadsPages: `true` if it does ``AsyncList/loadPage(of:on:)``, so that people may `page`.
  ///   - makeList: Makes the list of a client whose app starts.
  public func adding(
    _ name: String, _ about: String, loadsPages: Bool = false,
    list makeList: @escaping @Sendable () async -> any AsyncList
  ) -> Catalogue {
    precondition(
      TaskWorld.isThere,
      "async lists need Swift 6.3 on Linux, the GNU C library and no sanitizer")
    return adding(
      name, about, loadsPages: loadsPages, notes: [AsyncNotes.failure],
      checkers: [AsyncChecker.self]
    ) { AsyncStack($0, makeList) }
  }
}

/// The steps that async lists say.
enum AsyncNotes {
  /// The ways in which an async list cannot go on.
  enum Kind: UInt64, CaseIterable {
    /// It asked for a thread, a queue or a sleep that has no seed.
    case leftTime
    /// It runs and runs at one moment.
    case hasNoEnd

    var words: String {
      switch self {
      case .leftTime: "left virtual time"
      case .hasNoEnd: "has no end"
      }
    }
  }

  /// The list cannot go on in virtual time.
  static let failure = StepNote(
    "async-failed", "A list that is written with async and await left virtual time, or has no end.",
    y: .word("how", Kind.allCases.map(\.words)), says: { _ in "cannot go on in virtual time" })

  /// The note of a failure.
  static func failed(_ kind: Kind) -> StackNote {
    StackNote(words: failure.holding(kind.rawValue))
  }
}

/// Promises that an async list stays in virtual time.
struct AsyncChecker: Checker {
  static let promise = Promise(
    "in-virtual-time",
    "A list that is written with async and await asks for nothing that has no seed, and comes to rest at each moment.",
    usualCause:
      "Usually it starts a thread, asks Dispatch or URLSession, or asks again and again instead of sleeping."
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
    guard AsyncNotes.failure.isSaid(by: step), case .words(let words) = evidence else { return }
    opportunities += 1
    verdict.reach()
    verdict.breaks(at: step.at, Breach("client \(step.client): \(words)", journey: step.journey))
  }
}
