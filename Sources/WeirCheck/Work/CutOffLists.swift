// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// The rows that clients without a connection have taken from their lists, for what they wanted done when they are gone
/// is done.
///
/// They learn nothing until they are connected again, so that such a row stays away unless its person writes it. Windows
/// are left out: what falls out of one may come back into it.
struct CutOffLists: Sendable {
  /// The rows of one client.
  private struct Rows: Sendable {
    /// Those that are to go.
    var leaving: [Key] = []
    /// Those of them that went.
    var gone: [Key] = []
  }

  /// By client; nil while it is connected.
  private var rows: [Rows?] = []

  /// A client loses its connection.
  mutating func begin(_ step: Step) {
    while rows.count <= Int(step.client) { rows.append(nil) }
    rows[Int(step.client)] = Rows()
  }

  /// A client is connected, or its list begins anew.
  mutating func end(_ step: Step) {
    if Int(step.client) < rows.count { rows[Int(step.client)] = nil }
  }

  /// A client changes a row: on a journey of its person, or because its connection is lost.
  mutating func touch(_ step: Step) {
    guard Int(step.client) < rows.count, var own = rows[Int(step.client)] else { return }
    if step.journey == 0 {
      if !own.leaving.contains(step.key) { own.leaving.append(step.key) }
    } else {
      own.leaving.removeAll { $0 == step.key }
      own.gone.removeAll { $0 == step.key }
    }
    rows[Int(step.client)] = own
  }

  /// The first row that a publication shows again.
  mutating func comeback(
    _ step: Step, from old: [[Row]], by changes: borrowing ChangeSet, to new: [[Row]],
    _ screen: Screen
  ) -> Key? {
    guard Int(step.client) < rows.count, var own = rows[Int(step.client)], !own.leaving.isEmpty,
      screen.showsAllThatIsLoaded
    else { return nil }
    for place in changes.inserts {
      if let row = new.row(at: place), own.gone.contains(row.key) { return row.key }
    }
    for place in changes.deletes {
      if let row = old.row(at: place), own.leaving.contains(row.key) { own.gone.append(row.key) }
    }
    rows[Int(step.client)] = own
    return nil
  }
}
