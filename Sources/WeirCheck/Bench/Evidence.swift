// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

/// The evidence that is handed to the checkers beside a step, where the step alone does not say enough.
///
/// Large and rare things lie in a box, so that the evidence of all other steps is small.
package enum Evidence: Sendable {
  /// The step says all.
  case none
  /// A row as it is after a commit.
  case row(Node)
  /// All of what a client writes on behalf of a resource.
  indirect case write(Write)
  /// The query that a stack asks for where it listens.
  indirect case query(Query)
  /// The screen that a list promises to show from now on: when it is opened, or narrowed by a filter of its own.
  case screen(OpenedScreen)
  /// The changes of a list, and the rows that it shows then.
  case publication(Publication)
  /// The ruling on an act or a refusal of the server.
  indirect case ruling(Ruling)
  /// A request for a page.
  indirect case question(PageQuery)
  /// A page that came, and the request that it answers.
  indirect case page(ListPage, of: PageQuery)
  /// The reason, in words, for which a stack cannot go on.
  indirect case words(String)
  /// All that is there when nothing happens any more.
  indirect case rest(FinalState)

  /// `true` if the step says all.
  var isNone: Bool { if case .none = self { true } else { false } }
}
