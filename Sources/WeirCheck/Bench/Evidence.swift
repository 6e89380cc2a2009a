package import WeirTree

/// The evidence that is handed to the checkers beside a step, where the step alone does not say enough.
package enum Evidence: Sendable {
  /// The step says all.
  case none
  /// A row as it is after a commit.
  case row(Node)
  /// All of what a client writes on behalf of a resource.
  case write(Write)
  /// The query that a stack asks for where it listens.
  case query(Query)
  /// The screen that a list promises to show when it is opened.
  case screen(OpenedScreen)
  /// The changes of a list, and the rows that it shows then.
  case publication(Publication)
  /// The ruling on an act or a refusal of the server.
  case ruling(Ruling)
  /// All that is there when nothing happens any more.
  case rest(FinalState)

  /// `true` if the step says all.
  var isNone: Bool { if case .none = self { true } else { false } }
}
