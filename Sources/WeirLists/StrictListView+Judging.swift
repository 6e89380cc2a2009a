import WeirDiff

extension StrictListView {
  /// The outcome of a batch.
  enum Outcome {
    /// The cells went where the batch says; before it, the sections had as many rows.
    case performed(BatchPermutation, before: [Int])
    /// It is unknown what the imitated view does.
    case undefined
    /// The imitated view reloads everything.
    case degraded
    /// It crashes, or shows something wrong.
    case faulty(ListViewFault)

    /// The severity of the outcome.
    var weight: Int {
      switch self {
      case .performed: 0
      case .undefined: 1
      case .degraded: 2
      case .faulty: 3
      }
    }
  }

  func judge(
    _ updates: BatchUpdates, from start: [[Row]], to sections: [[Row]],
    _ circumstances: BatchInquest.Circumstances
  ) -> Outcome {
    var inquest = BatchInquest(
      updates, before: start.map(\.count), after: sections.map(\.count), profile: profile,
      circumstances: circumstances)
    inquest.look()
    if inquest.breaches.contains(where: { profile.raises($0.rule) }) {
      return .faulty(ListViewFault(inquest))
    }
    if inquest.isDegraded { return .degraded }
    if !inquest.breaches.isEmpty { return .undefined }
    let permutation = BatchPermutation(inquest)
    inquest.compare(start, with: sections, permutation)
    if !inquest.breaches.isEmpty { return .faulty(ListViewFault(inquest)) }
    return .performed(permutation, before: inquest.before)
  }
}

extension ListViewFault {
  /// The breaches of an inquest that the profile takes for a fault.
  init(_ inquest: BatchInquest) {
    self.init(
      breaches: inquest.breaches.filter { inquest.profile.raises($0.rule) },
      countsBefore: inquest.before, countsAfter: inquest.after, updates: inquest.updates,
      profile: inquest.profile)
  }
}
