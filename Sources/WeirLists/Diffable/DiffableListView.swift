// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A list view behind a diffable data source: the app hands over snapshots, and no batches.
///
///     var list = DiffableListView<String, Message>()
///     list.apply(snapshot)              // nil: performed, and its animation has begun
///     list.apply(next)                  // nil: it waits
///     list.finish()                     // the animation is over, so the next one is performed
///
/// One snapshot is applied at a time; what comes meanwhile waits in order. On the main lane a snapshot is
/// performed at once and busy until its animation ends; off it, it is compared first and performed
/// when that ends. All snapshots must come from the same side: the main lane cannot wait for what itself
/// has to perform.
public struct DiffableListView<SectionID: Hashable, Row: ListRow> {
  /// The list view, which judges the batches that the snapshots lead to.
  public private(set) var view: StrictListView<Row>
  /// The snapshot that is shown.
  public private(set) var snapshot = ListSnapshot<SectionID, Row>()
  private var waiting: [Application] = []
  private var current: Application?
  private var lane: ListViewLane?

  /// A snapshot on its way to the view.
  struct Application {
    var snapshot: ListSnapshot<SectionID, Row>
    var lane: ListViewLane
    var isAnimated: Bool
  }

  /// Makes an empty list.
  public init(profile: ListViewProfile = .strict) {
    view = StrictListView(sections: [], profile: profile)
  }

  /// The number of snapshots that are on their way, with the one whose animation runs.
  public var outstanding: Int { waiting.count + (current == nil ? 0 : 1) }

  /// Applies a snapshot, now or when those before it are done.
  public mutating func apply(
    _ snapshot: ListSnapshot<SectionID, Row>, on lane: ListViewLane = .main,
    animated: Bool = true
  ) -> DiffableFault? {
    if let fault = faultOfLane(lane) { return fault }
    self.lane = lane
    let application = Application(snapshot: snapshot, lane: lane, isAnimated: animated)
    if current != nil {
      waiting.append(application)
      return nil
    }
    return begin(application)
  }

  /// Ends the animation, or the comparison, that is under way, and begins what waits.
  public mutating func finish() -> DiffableFault? {
    guard let done = current else { return nil }
    current = nil
    var fault = done.lane == .background ? perform(done.snapshot) : nil
    while fault == nil, current == nil, !waiting.isEmpty {
      fault = begin(waiting.removeFirst())
    }
    return fault
  }

  private mutating func begin(_ application: Application) -> DiffableFault? {
    if application.lane == .background {
      current = application
      return nil
    }
    if application.isAnimated { current = application }
    return perform(application.snapshot)
  }

  private mutating func perform(_ next: ListSnapshot<SectionID, Row>) -> DiffableFault? {
    let batch = SnapshotBatch(from: snapshot, to: next)
    snapshot = next.settled()
    return view.perform(batch.updates, to: next.sections).map { DiffableFault($0) }
  }

  private func faultOfLane(_ lane: ListViewLane) -> DiffableFault? {
    let isAsynchronous = current?.lane == .background
    if lane == .main, isAsynchronous {
      return DiffableFault(
        .deadlock,
        """
        Deadlock detected: calling this method on the main queue with outstanding async updates is not \
        permitted and will deadlock; apply snapshots always on the main queue or always off it
        """)
    }
    guard let first = self.lane, first != lane else { return nil }
    return DiffableFault(
      .laneSwitched,
      "attempt to apply a snapshot on the \(lane) lane after others on the \(first) one")
  }
}

extension DiffableListView.Application: Sendable
where SectionID: Sendable, Row: Sendable, Row.RowID: Sendable {}
extension DiffableListView: Sendable
where SectionID: Sendable, Row: Sendable, Row.RowID: Sendable {}
