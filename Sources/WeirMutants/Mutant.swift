// The room of what is wrong on purpose. Each real bug that list libraries, their clients and their servers have had
// is a small file here, and the harness must catch every one; nothing else may depend on them.

public import WeirClient
public import WeirStreams
public import WeirTree

/// Something that is wrong on purpose: one real bug, and the checker that must catch it.
///
///     let stack = Mutant.named("order-by-text")?.makeStack(screen: screen, batching: batching)
///     // shows 10 before 9; `converge` finds it
///
/// Most are list stacks of another making, with one wrong habit. Where the bug lies below the list, in an app's
/// resources, its client or the server, a ``ClientTamper`` or a ``ServerTamper`` stands between the right
/// machines. ``control`` has no bug: what catches it is wrong itself.
public struct Mutant: Sendable {
  /// Its name, by which scenarios ask for it.
  public let name: String
  /// The library in which people met the bug, and where they wrote it down.
  public let provenance: String
  /// The checker that must catch it; nil for the control, which none may.
  public let checker: String?
  /// What it does wrong, in a line.
  public let about: String
  private let making: Making

  /// What a mutant is made of.
  private enum Making: Sendable {
    case stack(@Sendable (Screen, Batching) -> any ClientStack)
    case client(@Sendable (TamperGround) -> any ClientTamper)
    case server(@Sendable () -> any ServerTamper)
  }

  /// Makes a mutant of a plain stack with a wrong habit.
  init<Habits: StackHabits>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    _ habits: Habits.Type
  ) {
    self.name = name
    self.provenance = provenance
    self.checker = checker
    self.about = about
    making = .stack { PlainStack<Habits>($0, batching: $1) }
  }

  /// Makes a mutant of an app whose list is right, and of which something below it is not.
  init<Tamper: ClientTamper>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    tamper: Tamper.Type
  ) {
    self.name = name
    self.provenance = provenance
    self.checker = checker
    self.about = about
    making = .client { Tamper($0) }
  }

  /// Makes a mutant of a server.
  init<Tamper: ServerTamper>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    tamper: Tamper.Type
  ) {
    self.name = name
    self.provenance = provenance
    self.checker = checker
    self.about = about
    making = .server { Tamper() }
  }

  /// `true` if the bug is the server's, and not an app's.
  public var isOfServer: Bool { if case .server = making { true } else { false } }

  /// A list stack that has heard nothing: the wrong one, or a right one where the bug lies below it.
  public func makeStack(
    screen: Screen, batching: Batching
  ) -> any ClientStack {
    if case .stack(let make) = making { return make(screen, batching) }
    return AnyStream(screen, batching: batching)
  }

  /// What is wrong below the list of an app; nil: nothing.
  public func makeClientTamper(_ ground: TamperGround) -> (any ClientTamper)? {
    if case .client(let make) = making { make(ground) } else { nil }
  }

  /// What is wrong with the server; nil: nothing.
  public func makeServerTamper() -> (any ServerTamper)? {
    if case .server(let make) = making { make() } else { nil }
  }

  /// The mutant of that name, or the control.
  public static func named(_ name: String) -> Mutant? {
    ([control] + all).first { $0.name == name }
  }

  /// The stack of which all mutants are made, without a bug.
  public static let control = Mutant(
    "plain", of: "the control", caughtBy: nil, about: "Does everything right, slowly.",
    RightHabits.self)
}
