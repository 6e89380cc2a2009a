// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirTrace

/// Holds a run against a promise of somebody's own.
struct OwnChecker<Judge: OwnPromise>: Checker {
  static var promise: Promise { Judge.promise }
  static var kinds: KindSet { [.noted, .published] }

  var verdict = Verdict.notReached
  var opportunities = 0
  private var judge = Judge()

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    let judgement: Judgement
    switch (step.kind, evidence) {
    case (.published, .publication(let publication)):
      judgement = judge.judge(
        ShownList(
          at: step.at, client: step.client, sections: publication.sections,
          changes: publication.changes))
    case (.noted, _):
      judgement = judge.judge(
        SaidNote(
          at: step.at, client: step.client, journey: step.journey, key: step.key,
          x: step.x, y: step[Step.Noted.detail], number: step[Step.Noted.note]))
    default: return
    }
    switch judgement {
    case .nothing: return
    case .kept: verdict.reach()
    case .broken(let words):
      verdict.breaks(at: step.at, Breach(words, second: Fact(step, words)))
    }
    opportunities += 1
  }
}
