// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirTrace
import WeirTree

/// The checkers that a run carries, all of them unless it says which.
///
/// They judge promises from the trace alone.
///
///     checkers.observe(step)                         // most steps
///     checkers.observe(step, .row(node))             // a commit: with the row
///     checkers.observe(step, .publication(changes))  // a list is published: with the rows
///     checkers.findings                              // held, broken or not reached
///
/// Each step goes into the history first, then to those who read steps of its kind.
package struct Checkers: ~Copyable, Sendable {
  var history: History
  private var checkers: [CheckerBox] = []
  /// All of them, by the kinds of steps that they read.
  private var readers: StepReaders
  /// `true` if some app shows a surface beside its main list.
  private let hasSurfaces: Bool
  /// The same for those who judge surfaces.
  private var surfaceReaders: StepReaders
  /// The kinds of steps that are history by themselves, here where every step finds them.
  private let historic = History.kinds
  /// Those who read what the rules say.
  private var judges: [CheckerBox] = []

  /// Checkers that have seen nothing; of those in `types`, the ones in `watching` watch.
  package init(
    _ types: [any Checker.Type] = Checkers.standard, on ground: Ground,
    watching: CheckerSet = .all
  ) {
    hasSurfaces = !ground.surfaces.isEmpty
    var needs: History.Parts = []
    var (all, ofSurfaces): ([StepReaders.Reader], [StepReaders.Reader]) = ([], [])
    for type in types where watching.contains(type.promise.name) {
      let box = type.makeBox(on: ground)
      if type.judgesSurfaces { ofSurfaces.append((box, type.kinds)) }
      all.append((box, type.kinds))
      if type.needs.contains(.rulings) { judges.append(box) }
      needs.formUnion(type.needs)
      checkers.append(box)
    }
    readers = StepReaders(all)
    surfaceReaders = StepReaders(ofSurfaces)
    history = History(keeping: needs, for: ground.memory, ground.surfaces)
  }

  /// `true` if somebody wants to know what the rules say.
  package var wantsRulings: Bool { !judges.isEmpty }

  /// Takes in a step with what belongs to it.
  package mutating func observe(_ step: Step, _ evidence: Evidence = .none) {
    if checkers.isEmpty { return }
    // A ruling is no step of its own: it goes beside one that is in the trace already.
    if case .ruling = evidence {
      for checker in judges { checker.observe(step, evidence, history) }
      return
    }
    if hasSurfaces { return observeAmongSurfaces(step, evidence) }
    let isHistoric = !evidence.isNone || historic.contains(step.kind)
    if isHistoric { history.begin(step, evidence) } else { history.steps += 1 }
    readers.observe(step, evidence, history)
    if isHistoric { history.end(step, evidence) }
  }

  /// Takes in a step of a surface, which those read who judge surfaces, or one of a client, for whatever it shows.
  private mutating func observeAmongSurfaces(_ step: Step, _ evidence: Evidence) {
    let isOfSurface = history.lists.surfaces.isSurface(step.client)
    history.begin(step, evidence)
    if isOfSurface {
      surfaceReaders.observe(step, evidence, history)
    } else {
      readers.observe(step, evidence, history)
    }
    history.end(step, evidence)
    if !isOfSurface { observeBeside(step, evidence) }
  }

  /// Takes in what happens to a client for each surface that it shows beside its main list.
  private mutating func observeBeside(_ step: Step, _ evidence: Evidence) {
    for surface in history.lists.surfaces.beside(step.client)
    where history.lists.concerns(step, surface) {
      var copy = step
      copy.client = surface
      history.repeat(copy, evidence)
      surfaceReaders.observe(copy, evidence, history)
    }
  }

  /// The findings of the checkers that watch, in the order of the report.
  package var findings: [Finding] {
    checkers.map(\.checker).map {
      Finding(
        checker: type(of: $0).promise.name,
        verdict: $0.verdict.atHome(history.lists.surfaces), opportunities: $0.opportunities)
    }
  }

  /// All that the checkers found on the way, by the names of the metrics that tell it.
  package var measured: [Measured] { checkers.flatMap(\.checker.measured) }

  /// The number of rows and writes of which more is remembered than their end.
  package var remembered: Int { history.remembered }

  /// The number of times a row went back because the server had turned its client's own write away.
  package var rollbacks: Int { history.shownVersions.rollbacks }
}
