// SPDX-License-Identifier: Apache-2.0

/// The part that a page plays in the list for which a stack fetches it.
///
///     .fetch(tag: 1, query, .first, journey: 0)    // the list is loaded anew, and what was fetched before is none of it
///     .fetch(tag: 2, query, .further, journey: 0)  // more of it, before any of it is shown
///     .fetch(tag: 3, query, .next, journey: 0)     // somebody scrolls on
public enum PageRole: Hashable, Sendable {
  /// It lies beside pages that were fetched before.
  case next
  /// The list begins anew with it.
  case first
  /// It goes on with a list that has begun anew and that is shown when all of it has come.
  case further
}
