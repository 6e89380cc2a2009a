// SPDX-License-Identifier: Apache-2.0
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
    _ context: BatchValidator.Context
  ) -> Outcome {
    var validator = BatchValidator(
      updates, before: start.map(\.count), after: sections.map(\.count), profile: profile,
      context: context)
    validator.look()
    if validator.breaches.contains(where: { profile.raises($0.rule) }) {
      return .faulty(ListViewFault(validator))
    }
    if validator.isDegraded { return .degraded }
    if !validator.breaches.isEmpty { return .undefined }
    let permutation = BatchPermutation(validator)
    validator.compare(start, with: sections, permutation)
    if !validator.breaches.isEmpty { return .faulty(ListViewFault(validator)) }
    return .performed(permutation, before: validator.before)
  }
}

extension ListViewFault {
  /// The breaches that a validator found and the profile takes for a fault.
  init(_ validator: BatchValidator) {
    self.init(
      breaches: validator.breaches.filter { validator.profile.raises($0.rule) },
      countsBefore: validator.before, countsAfter: validator.after, updates: validator.updates,
      profile: validator.profile)
  }
}
