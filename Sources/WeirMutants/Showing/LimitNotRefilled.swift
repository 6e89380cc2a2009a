// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Cuts a list to its display limit and forgets what it has cut off.
///
/// StreamBaseKit, quirk Q6: `afterPredicateLimit` truncates what is published, and the next batch starts from that.
///
///     limit 2: a, b, c; a goes  // shown as b; the server has b, c
enum LimitNotRefilled: StackHabits {
  static let mutant = Mutant(
    "limit-not-refilled", of: "StreamBaseKit Q6", caughtBy: "converge",
    about: "Forgets the rows beyond the display limit: when one goes, none takes its place.",
    Self.self)

  static func cut(_ items: [PlainItem], to limit: Int?, _ notes: PlainNotes) -> [PlainItem] {
    guard let limit else { return items }
    let come = Set(notes.gathered.filter { $0.kind == .added }.map(\.key))
    let known = items.filter { notes.published.contains($0.key) || come.contains($0.key) }
    return Array(known.prefix(limit))
  }
}
