// The room of stacks that are wrong on purpose. Each real bug that list libraries have had is a small file here,
// and the harness must catch every one; nothing else may depend on them.

public import WeirClient
public import WeirStreams
public import WeirTree

/// A stack that is wrong on purpose: one real bug of a list library, and the checker that must catch it.
///
///     let stack = Mutant.named("order-by-text")?.makeStack(screen: screen, batching: batching)
///     // shows 10 before 9; `converge` finds it
///
/// ``control`` has no bug: what catches it is wrong itself.
public struct Mutant: Sendable {
  /// Its name, by which scenarios ask for it.
  public let name: String
  /// The library in which people met the bug, and where they wrote it down.
  public let provenance: String
  /// The checker that must catch it; nil for the control, which none may.
  public let checker: String?
  /// What it does wrong, in a line.
  public let about: String
  private let make: @Sendable (Screen, Batching) -> any ClientStack

  /// Makes a mutant of a plain stack with a wrong habit.
  init<Habits: StackHabits>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    _ habits: Habits.Type
  ) {
    self.name = name
    self.provenance = provenance
    self.checker = checker
    self.about = about
    make = { PlainStack<Habits>($0, batching: $1) }
  }

  /// A stack that has heard nothing.
  public func makeStack(
    screen: Screen, batching: Batching
  ) -> any ClientStack {
    make(screen, batching)
  }

  /// The mutant of that name, or the control.
  public static func named(_ name: String) -> Mutant? {
    ([control] + all + unstaged).first { $0.name == name }
  }

  /// The stack of which all mutants are made, without a bug.
  public static let control = Mutant(
    "plain", of: "the control", caughtBy: nil, about: "Does everything right, slowly.",
    RightHabits.self)
}
