// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirTrace
import WeirTree

/// The life of one message, from the wish of a person to the lists of everybody: the steps of a journey, and
/// those that it led to.
///
///     var life = Life(of: 7)
///     for step in world.takeSteps() { life.add(step) }
///     life.moments  // meant, wrote, sent, arrived, committed, heard, published …
///
/// Steps say on which journey they are as long as the message travels. What a stack hears and publishes
/// belongs to none; it is known again by the row and its stamp.
package struct Life: Sendable {
  /// A step of the life.
  package struct Moment: Hashable, Sendable {
    /// The step that happened.
    package var step: Step
    /// Of what is sent: whether the backend sends it.
    package var isFromBackend: Bool
  }

  /// A version that a row became on the way.
  private struct Version: Hashable {
    var list: UInt32
    var key: Key
    var stamp: UInt64
  }

  /// The number of the journey.
  package let journey: UInt32
  /// The moments that happened on it, in the order of the trace.
  package private(set) var moments: [Moment] = []

  private var versions: Set<Version> = []
  /// The writes of the journey.
  ///
  /// What is written may be a part of a row alone, whose stamp is another one: the client that wrote it hears at that
  /// moment of the row.
  private var written: [Step] = []
  private var hasHeard: Set<UInt32> = []
  /// Clients that have heard of it and not yet published.
  private var waiting: Set<UInt32> = []
  /// The client that published it last, and when: a list view faults at once or not at all.
  private var shown: (client: UInt32, at: Instant)?
  private var isAtBackend = false

  private let surfaces: SurfaceNumbers

  /// A life of which nothing is known; `names` are those of the world's steps.
  package init(of journey: UInt32, names: StepNames = StepNames()) {
    self.journey = journey
    surfaces = names.surfaces
  }

  /// Takes in the next step of the trace.
  package mutating func add(_ step: Step) {
    if journey != 0, step.journey == journey { return travel(step) }
    switch step.kind {
    case .heard:
      let version = Version(list: step.list, key: step.key, stamp: step.x)
      let isOwn = written.contains {
        ($0.client, $0.list) == (step.client, step.list) && ($0.key, $0.at) == (step.key, step.at)
      }
      if isOwn { versions.insert(version) }
      guard versions.contains(version), hasHeard.insert(step.client).inserted else { return }
      waiting.insert(step.client)
      waiting.formUnion(surfaces.beside(step.client))
    case .published:
      guard waiting.remove(step.client) != nil else { return }
      shown = (step.client, step.at)
    case .faulted:
      guard let shown, shown.client == step.client, shown.at == step.at else { return }
    default: return
    }
    moments.append(Moment(step: step, isFromBackend: false))
  }

  private mutating func travel(_ step: Step) {
    switch step.kind {
    case .taken, .served, .committed, .refused: isAtBackend = true
    case .arrived: isAtBackend = step.y == 0
    case .meant, .wrote, .resent, .answered: isAtBackend = false
    default: break
    }
    if step.kind == .wrote || step.kind == .touched { written.append(step) }
    if step.kind == .wrote || step.kind == .committed, step.list != Step.nowhere {
      versions.insert(Version(list: step.list, key: step.key, stamp: step.x))
    }
    moments.append(Moment(step: step, isFromBackend: step.kind == .sent && isAtBackend))
  }
}
