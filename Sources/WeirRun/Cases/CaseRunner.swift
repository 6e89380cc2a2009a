internal import WeirClient
public import WeirCore
internal import WeirTree

/// The first thing in a case that was not as it must be.
public struct CaseFailure: Sendable, Equatable {
  /// The case.
  public var name: String
  /// The rules that it is about.
  public var rules: [String]
  /// Where the step stands.
  public var mark: Mark
  /// Which step it is, counted from 1.
  public var step: Int
  /// Who did not do as it must: the engine, the oracle, or both.
  public var culprit: String
  /// What differs, such as `event 2`.
  public var subject: String
  /// What the case says, as it says it.
  public var expected: String
  /// What came instead, as a case would say it.
  public var got: String
}

extension CaseFailure: CustomStringConvertible {
  /// Four lines: where, what differs, what was expected and what came.
  public var description: String {
    """
    \(mark): failed: \(name) (\(rules.joined(separator: ", ")))
      step \(step), \(subject) of \(culprit)
      expected: \(expected)
      got:      \(got)
    """
  }
}

/// Plays cases on the engine and on the oracle beside it.
public enum CaseRunner {
  /// The first difference between what a case says and what the engine or the oracle does, if any.
  ///
  /// Both must do what the case says, and both must do the same where it says nothing.
  public static func failure(of written: CaseFile.Case) -> CaseFailure? {
    var engine = CaseStage<ViewEngine>()
    var oracle = CaseStage<ViewOracle>()
    var names: [String] = []
    for (place, step) in written.steps.enumerated() {
      if case .listen(_, _, let name) = step.action { names.append(name) }
      let difference: Difference?
      if let one = engine.play(step), let other = oracle.play(step) {
        let first = self.difference(of: one, on: engine, from: step)
        let second = self.difference(of: other, on: oracle, from: step)
        difference =
          first.map { $0.by(first == second ? "the engine and the oracle" : "the engine") }
          ?? second.map { $0.by("the oracle") }
          ?? disagreement(of: one, on: engine, and: other, on: oracle, for: names)?
          .by("the oracle, which must agree with the engine")
      } else {
        difference = Difference(
          "the listen that is meant", "a listen that the server was asked for",
          "no listen: a listener above served this one from the start"
        ).by("the case")
      }
      guard let difference else { continue }
      return CaseFailure(
        name: written.name, rules: written.rules, mark: difference.mark ?? step.mark,
        step: place + 1, culprit: difference.culprit, subject: difference.subject,
        expected: difference.expected, got: difference.got)
    }
    return nil
  }

  /// What differs, before it is known who is to blame.
  private struct Difference: Equatable {
    var subject: String
    var expected: String
    var got: String
    var culprit = ""
    var mark: Mark?

    init(_ subject: String, _ expected: String, _ got: String, at mark: Mark? = nil) {
      self.subject = subject
      self.expected = expected
      self.got = got
      self.mark = mark
    }

    func by(_ culprit: String) -> Difference {
      var difference = self
      difference.culprit = culprit
      return difference
    }
  }

  private static func difference<Player: CasePlayer>(
    of reply: CaseStage<Player>.Reply, on stage: CaseStage<Player>, from step: CaseStep
  ) -> Difference? {
    if let events = step.events {
      let isSame = zip(events, reply.events).prefix { $0.allows($1) }.count
      if let difference = difference(
        "event", at: isSame, events.map(\.json), reply.events.map(\.json))
      {
        return difference
      }
    }
    if let wire = step.wire {
      let meant = wire.map {
        CaseWire(isListen: $0.isListen, listener: stage.servedTogether(with: $0.listener)).json
      }
      let asked = reply.wire.map(\.json)
      let isSame = zip(meant, asked).prefix { $0 == $1 }.count
      if let difference = difference("wish on the wire", at: isSame, wire.map(\.json), asked) {
        return difference
      }
    }
    for snapshot in step.snapshots {
      if let difference = difference(of: stage.sight(of: snapshot.listener), from: snapshot) {
        return difference
      }
    }
    return nil
  }

  /// The difference of two lists that are the same up to a place.
  private static func difference(
    _ what: String, at place: Int, _ expected: [JSON], _ got: [JSON]
  ) -> Difference? {
    if place == expected.count, place == got.count { return nil }
    return Difference(
      "\(what) \(place + 1)", place < expected.count ? expected[place].words : "no more",
      place < got.count ? got[place].words : "no more")
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
        subject, JSON(node).words, JSON(sight.node).words, at: snapshot.mark)
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

  private static func disagreement<One: CasePlayer, Other: CasePlayer>(
    of reply: CaseStage<One>.Reply, on stage: CaseStage<One>,
    and answer: CaseStage<Other>.Reply, on other: CaseStage<Other>, for names: [String]
  ) -> Difference? {
    let (events, wire) = (reply.events.map(\.json), reply.wire.map(\.json))
    let (answers, asked) = (answer.events.map(\.json), answer.wire.map(\.json))
    let isSame = zip(events, answers).prefix { $0 == $1 }.count
    if let difference = difference("event", at: isSame, events, answers) { return difference }
    let isAskedTheSame = zip(wire, asked).prefix { $0 == $1 }.count
    if let difference = difference("wish on the wire", at: isAskedTheSame, wire, asked) {
      return difference
    }
    for name in names {
      let (sight, view) = (stage.sight(of: name), other.sight(of: name))
      if sight == view { continue }
      return Difference(
        "the snapshot of '\(name)'", sight.map { JSON($0.node).words } ?? "none",
        view.map { JSON($0.node).words } ?? "none")
    }
    return nil
  }
}
