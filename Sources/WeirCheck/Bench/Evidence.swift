package import WeirTree

/// What goes to the checkers beside a step, where the step alone does not say enough.
package enum Evidence: Sendable {
  /// The step says all.
  case none
  /// A row as it is after a commit.
  case row(Node)
  /// All of what a client writes on behalf of a resource.
  case write(Write)
  /// What a stack asks for where it listens.
  case query(Query)
  /// What a list that is opened promises to show.
  case screen(Viewing)
  /// How a list changes, and what it shows then.
  case publication(Publication)
  /// What the rules say of what the server does or refuses.
  case ruling(Ruling)
  /// What is there when nothing happens any more.
  case rest(Census)

  /// `true` if the step says all.
  var isNone: Bool { if case .none = self { true } else { false } }
}
