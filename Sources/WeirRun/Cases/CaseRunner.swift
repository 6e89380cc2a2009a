internal import WeirClient
public import WeirCore
internal import WeirTree

/// The first step of a case that was not as it must be, and all that was wrong with it.
public struct CaseFailure: Sendable, Equatable {
  /// One thing that was not as it must be.
  public struct Difference: Sendable, Equatable {
    /// Who did not do as it must: the engine, the oracle, or both.
    public var culprit: String
    /// What differs, such as `event 2`.
    public var subject: String
    /// What the case says, as it says it.
    public var expected: String
    /// What came instead, as a case would say it.
    public var got: String
  }

  /// The case.
  public var name: String
  /// The rules that it is about; none, if it says none.
  public var rules: [String]
  /// Where the step stands, or what in it differs first.
  public var mark: Mark
  /// Which step it is, counted from 1.
  public var step: Int
  /// All that differs, at least one thing.
  public var differences: [Difference]
}

extension CaseFailure: CustomStringConvertible {
  /// Where, and for each difference what differs, what was expected and what came.
  public var description: String {
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

/// Plays cases on the engine and on the oracle beside it.
public enum CaseRunner {
  /// The differences between what a case says and what the engine or the oracle does, in its first step with any.
  ///
  /// Both must do what the case says, and both must do the same where it says nothing.
  public static func failure(of written: CaseFile.Case) -> CaseFailure? {
    var engine = CaseStage<ViewEngine>()
    var oracle = CaseStage<ViewOracle>()
    var names: [String] = []
    for (place, step) in written.steps.enumerated() {
      if case .listen(_, _, let name) = step.action { names.append(name) }
      var found: [(difference: Difference, culprit: String)] = []
      if let one = engine.play(step), let other = oracle.play(step) {
        let first = differences(of: one, on: engine, from: step)
        let second = differences(of: other, on: oracle, from: step)
        if first == second {
          found = first.map { ($0, "the engine and the oracle") }
        } else {
          found = first.map { ($0, "the engine") } + second.map { ($0, "the oracle") }
        }
        if found.isEmpty {
          found = disagreements(of: one, on: engine, and: other, on: oracle, for: names)
            .map { ($0, "the oracle, which must agree with the engine") }
        }
      } else {
        found.append(
          (
            Difference(
              "the listen that is meant", "a listen that the server was asked for",
              "no listen: a listener above served this one from the start"), "the case"
          ))
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

  /// What differs, before it is known who is to blame.
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

  private static func differences<Player: CasePlayer>(
    of reply: CaseStage<Player>.Reply, on stage: CaseStage<Player>, from step: CaseStep
  ) -> [Difference] {
    var found: [Difference] = []
    if let events = step.events {
      found += differences("event", events, reply.events, \.json) { $0.allows($1) }
    }
    if let wire = step.wire {
      let meant = wire.map {
        CaseWire(isListen: $0.isListen, listener: stage.servedTogether(with: $0.listener)).json
      }
      let said = Array(zip(wire.map(\.json), meant))
      let asked = reply.wire.map { ($0.json, $0.json) }
      found += differences("wish on the wire", said, asked, \.0) { $0.1 == $1.1 }
    }
    for snapshot in step.snapshots {
      if let difference = difference(of: stage.sight(of: snapshot.listener), from: snapshot) {
        found.append(difference)
      }
    }
    return found
  }

  /// The places at which two lists differ.
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

  private static func disagreements<One: CasePlayer, Other: CasePlayer>(
    of reply: CaseStage<One>.Reply, on stage: CaseStage<One>,
    and answer: CaseStage<Other>.Reply, on other: CaseStage<Other>, for names: [String]
  ) -> [Difference] {
    var found = differences(
      "event", reply.events.map(\.json), answer.events.map(\.json), { $0 }, allows: ==)
    found += differences(
      "wish on the wire", reply.wire.map(\.json), answer.wire.map(\.json), { $0 }, allows: ==)
    for name in names {
      let (sight, view) = (stage.sight(of: name), other.sight(of: name))
      if sight == view { continue }
      found.append(
        Difference(
          "the snapshot of '\(name)'", sight.map { JSON($0.node).words } ?? "none",
          view.map { JSON($0.node).words } ?? "none"))
    }
    return found
  }
}
