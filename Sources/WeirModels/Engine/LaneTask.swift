// SPDX-License-Identifier: Apache-2.0

/// An update, deletion or clearing that waits to be delivered.
struct LaneTask: Sendable {
  enum Content: Sendable {
    /// Models of which some are stated; the models themselves are kept up by the holder.
    case update(HolderID, stated: IDList, models: [any Model])
    case deletion([ModelID])
    case clearing
  }

  var number: Int
  var content: Content
  var time: ChangeTime
  var context: (any Sendable)?
}

extension LaneTask {
  /// `true` if it is an update that states an identity.
  func states(_ id: ModelID) -> Bool {
    if case .update(_, let stated, _) = content { stated.contains(id) } else { false }
  }
}

/// The part of an update that is computed on the worker lane: a value that can be carried there and back.
///
///     let job = engine.job!  // on the main actor
///     let outcome = await work { job.run() }  // anywhere
///     engine.finish(outcome)  // on the main actor
public struct LaneJob: Sendable {
  /// The number of the update.
  public let number: Int
  /// The number of the reading, of which an update may need several.
  let reading: Int
  let update: ModelUpdate
  let reads: [(holder: Int, revision: Int, tree: ModelTree)]

  /// Finds out what becomes of the models that were read.
  public func run() -> Outcome {
    let walk = TreeWalk(update)
    return Outcome(
      number: number, reading: reading, update: update,
      results: reads.map { ($0.holder, $0.revision, walk.settle($0.tree)) })
  }

  /// The result of a job, to be handed to ``ConsistencyEngine/finish(_:)``.
  public struct Outcome: Sendable {
    /// The number of the update.
    public let number: Int
    let reading: Int
    let update: ModelUpdate
    let results: [(holder: Int, revision: Int, settled: SettledTree)]
  }
}
