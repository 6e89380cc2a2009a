// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirClient
package import WeirCore
internal import WeirTree

/// The first step of a case that was not as it must be, and all that was wrong with it.
package struct CaseFailure: Sendable, Equatable {
  /// One thing that was not as it must be.
  package struct Difference: Sendable, Equatable {
    /// The part that did not do as it must: the engine, the oracle, or both.
    package var culprit: String
    /// The part of the step that differs, such as `event 2`.
    package var subject: String
    /// The expectation, in the words of the case.
    package var expected: String
    /// The outcome, as a case would write it.
    package var got: String
  }

  /// The case.
  package var name: String
  /// The rules that it is about; none, if it says none.
  package var rules: [String]
  /// The place of the step, or of the first difference in it.
  package var mark: Mark
  /// The number of the step, counted from 1.
  package var step: Int
  /// All that differs, at least one thing.
  package var differences: [Difference]
}

extension CaseFailure: CustomStringConvertible {
  /// The place, and for each difference its subject, the expectation and the outcome.
  package var description: String {
    let about = rules.isEmpty ? "" : " (\(rules.joined(separator: ", ")))"
    let lines = differences.map { difference in
      """
        step \(step), \(difference.subject) of \(difference.culprit)
        expected: \(difference.expected)
        got:      \(difference.got)
      """
    }
    return (["\(mark): failed: \(name)\(about)"] + lines).joined(separator: "\n")
  }
}

/// Plays cases: of views on the engine and on the oracle beside it, of a whole client on one.
package enum CaseRunner {
  /// Returns the differences between what a case says and what is done, in its first step with any.
  ///
  /// Of views both the engine and the oracle must do what the case says, and both must do the same where it says
  /// nothing. The views of a whole client are judged by the oracle as it goes.
  package static func failure(of written: CaseFile.Case) -> CaseFailure? {
    var engine = CaseStage(ViewEngine(quirks: written.quirks))
    var oracle = CaseStage(ViewOracle(quirks: written.quirks))
    var client = ClientStage(quirks: written.quirks)
    for (place, step) in written.steps.enumerated() {
      let found: [(difference: Difference, culprit: String)]
      switch written.part {
      case .views: found = differences(in: step, of: &engine, and: &oracle)
      case .client: found = differences(in: step, of: &client)
      }
      guard let first = found.first else { continue }
      return CaseFailure(
        name: written.name, rules: written.rules, mark: first.difference.mark ?? step.mark,
        step: place + 1,
        differences: found.map {
          CaseFailure.Difference(
            culprit: $0.culprit, subject: $0.difference.subject,
            expected: $0.difference.expected, got: $0.difference.got)
        })
    }
    return nil
  }

  private static func differences(
    in step: CaseStep, of engine: inout CaseStage<ViewEngine>,
    and oracle: inout CaseStage<ViewOracle>
  ) -> [(difference: Difference, culprit: String)] {
    guard let one = engine.play(step), let other = oracle.play(step) else { return [noListen] }
    let first = differences(of: one, on: engine, from: step)
    let second = differences(of: other, on: oracle, from: step)
    if first == second, !first.isEmpty { return first.map { ($0, "the engine and the oracle") } }
    let found = first.map { ($0, "the engine") } + second.map { ($0, "the oracle") }
    if !found.isEmpty { return found }
    return disagreements(of: one, on: engine, and: other, on: oracle)
      .map { ($0, "the oracle, which must agree with the engine") }
  }

  private static func differences(
    in step: CaseStep, of client: inout ClientStage
  ) -> [(difference: Difference, culprit: String)] {
    guard let reply = client.play(step) else { return [noListen] }
    return differences(of: reply, on: client, from: step).map { ($0, "the client") }
      + reply.objections.map {
        (Difference("the views", "what the oracle says", $0), "the client")
      }
  }

  private static let noListen = (
    Difference(
      "the listen that is meant", "a listen that the server was asked for, and that can hear this",
      "no such listen; perhaps one above served this one from the start"), "the case"
  )

  /// A difference, before it is known which part is to blame.
  private struct Difference: Equatable {
    var subject: String
    var expected: String
    var got: String
    var mark: Mark?

    init(_ subject: String, _ expected: String, _ got: String, at mark: Mark? = nil) {
      self.subject = subject
      self.expected = expected
      self.got = got
      self.mark = mark
    }
  }

  private static func differences(
    of reply: CaseReply, on stage: some CasePlay, from step: CaseStep
  ) -> [Difference] {
    var found: [Difference] = []
    if let groups = step.events {
      let heard = arranged(reply.events, like: groups)
      found += differences("event", groups.flatMap { $0 }, heard, \.json) { $0.allows($1) }
    }
    if let answers = step.answers {
      found += differences("answer", answers, reply.answers, \.json, allows: ==)
    }
    if let wire = step.wire {
      found += differences("wish on the wire", wire, reply.wire, \.json) { wish, said in
        wish.meanings(in: stage.cast).contains { $0.allows(said) }
      }
    }
    for snapshot in step.snapshots {
      if let difference = difference(of: stage.sight(of: snapshot.listener), from: snapshot) {
        found.append(difference)
      }
    }
    return found
  }

  /// Returns the events that were heard; within each group that may come in any order they are
  /// arranged as the case has them.
  private static func arranged(_ heard: [CaseEvent], like groups: [[CaseEvent]]) -> [CaseEvent] {
    var rest = heard[...]
    var result: [CaseEvent] = []
    for group in groups {
      var part = Array(rest.prefix(group.count))
      rest = rest.dropFirst(group.count)
      var places = [CaseEvent?](repeating: nil, count: part.count)
      // Events whose content is written down choose first.
      for isExact in [true, false] {
        for (place, event) in group.enumerated().prefix(places.count)
        where places[place] == nil && (event.node != nil) == isExact {
          guard let found = part.firstIndex(where: { event.allows($0) }) else { continue }
          places[place] = part.remove(at: found)
        }
      }
      for event in places { result.append(event ?? part.removeFirst()) }
    }
    return result + rest
  }

  /// Returns the places at which two lists differ.
  private static func differences<Element>(
    _ what: String, _ expected: [Element], _ got: [Element], _ json: (Element) -> JSON,
    allows: (Element, Element) -> Bool
  ) -> [Difference] {
    (0..<max(expected.count, got.count)).compactMap { place in
      let wanted = place < expected.count ? expected[place] : nil
      let came = place < got.count ? got[place] : nil
      if let wanted, let came, allows(wanted, came) { return nil }
      return Difference(
        "\(what) \(place + 1)", wanted.map { json($0).words } ?? "no more",
        came.map { json($0).words } ?? "no more")
    }
  }

  private static func difference(
    of sight: CaseSight?, from snapshot: CaseSnapshot
  ) -> Difference? {
    let subject = "the snapshot of '\(snapshot.listener)'"
    guard let sight else {
      return Difference(subject, "a snapshot", "none: it is over", at: snapshot.mark)
    }
    if let node = snapshot.node, node != sight.node {
      return Difference(
        subject, JSON(asWritten: node).words, JSON(asWritten: sight.node).words, at: snapshot.mark)
    }
    if let keys = snapshot.keys, keys != sight.keys {
      return Difference(
        subject, Self.words(keys), Self.words(sight.keys), at: snapshot.mark)
    }
    if let isComplete = snapshot.isComplete, isComplete != sight.isComplete {
      return Difference(
        subject, isComplete ? "complete" : "not complete",
        sight.isComplete ? "complete" : "not complete", at: snapshot.mark)
    }
    return nil
  }

  private static func words(_ keys: [Key]) -> String {
    JSON(.array(keys.map { JSON(.text($0.description)) })).words
  }

  private static func disagreements(
    of reply: CaseReply, on stage: some CasePlay, and answer: CaseReply, on other: some CasePlay
  ) -> [Difference] {
    var found = differences(
      "event", reply.events.map(\.json), answer.events.map(\.json), { $0 }, allows: ==)
    found += differences(
      "wish on the wire", reply.wire.map(\.json), answer.wire.map(\.json), { $0 }, allows: ==)
    for role in stage.cast.roles {
      let (sight, view) = (stage.sight(of: role.registration), other.sight(of: role.registration))
      if sight == view { continue }
      found.append(
        Difference(
          "the snapshot of '\(role.name)'", sight.map { JSON(asWritten: $0.node).words } ?? "none",
          view.map { JSON(asWritten: $0.node).words } ?? "none"))
    }
    return found
  }
}

extension CaseWire {
  /// Returns the possible meanings of a wish when several listeners are served together, or one
  /// listens at several places.
  fileprivate func meanings(in cast: CaseCast) -> [CaseWire] {
    switch self {
    case .listen(let name, let isKnown):
      cast.servedTogether(with: name).map { .listen($0, isKnown: isKnown) }
    case .unlisten(let name): cast.servedTogether(with: name).map { .unlisten($0) }
    default: [self]
    }
  }
}
