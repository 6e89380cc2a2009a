import WeirClient
import WeirCore
import WeirDiff
import WeirMutants
import WeirScenario
import WeirStreams
import WeirTree

/// The stack of one client, whichever it is.
///
/// Each case holds its stack by value, so that a call costs a branch and no box.
enum AnyStack: Sendable {
  /// List streams.
  case streams(AnyStream)
  /// A stack that is wrong on purpose, in a box: nobody measures how fast it is.
  case mutant(any ClientStack)

  /// The names of the apps that are wrong on purpose, and of the stack that most of them are made of.
  static let mutants: [String] =
    [Mutant.control.name] + Mutant.all.filter { !$0.isOfServer }.map(\.name)

  /// The stack that a group of clients runs, for a screen, whose last source are the app's drafts if it keeps any.
  init(
    _ stack: Scenario.ClientGroup.Stack, _ screen: Screen, batching: Batching, keepsDrafts: Bool
  ) {
    switch stack {
    case .streams:
      self = .streams(AnyStream(screen, batching: batching, endsWithOwnItems: keepsDrafts))
    case .mutant(let name):
      guard let mutant = Mutant.named(name) else {
        invariantBroken("the plan let the unknown mutant '\(name)' pass")
      }
      self = .mutant(mutant.makeStack(screen: screen, batching: batching))
    }
  }
}

extension AnyStack {
  /// Changes the rows that this app alone has.
  mutating func withDrafts(
    at now: Instant, into wishes: inout [StackWish],
    _ body: (inout TransientStream, inout [StackWish]) -> Void
  ) {
    guard case .streams(var stream) = consume self else {
      invariantBroken("a stack that is wrong on purpose keeps no drafts")
    }
    stream.withOwnItems(at: now, into: &wishes, body)
    self = .streams(stream)
  }
}

extension AnyStack: ClientStack {
  // Each call takes the stack out and puts it back, so that nothing else holds it while it changes.

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    switch consume self {
    case .streams(var stack):
      stack.open(at: now, into: &wishes)
      self = .streams(stack)
    case .mutant(var stack):
      stack.open(at: now, into: &wishes)
      self = .mutant(stack)
    }
  }

  mutating func close(into wishes: inout [StackWish]) {
    switch consume self {
    case .streams(var stack):
      stack.close(into: &wishes)
      self = .streams(stack)
    case .mutant(var stack):
      stack.close(into: &wishes)
      self = .mutant(stack)
    }
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch consume self {
    case .streams(var stack):
      stack.receive(event, from: tag, at: now, into: &wishes)
      self = .streams(stack)
    case .mutant(var stack):
      stack.receive(event, from: tag, at: now, into: &wishes)
      self = .mutant(stack)
    }
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch consume self {
    case .streams(var stack):
      stack.lose(tag, refusal, at: now, into: &wishes)
      self = .streams(stack)
    case .mutant(var stack):
      stack.lose(tag, refusal, at: now, into: &wishes)
      self = .mutant(stack)
    }
  }

  mutating func perform(_ deed: StackDeed, at now: Instant, into wishes: inout [StackWish]) {
    switch consume self {
    case .streams(var stack):
      stack.perform(deed, at: now, into: &wishes)
      self = .streams(stack)
    case .mutant(var stack):
      stack.perform(deed, at: now, into: &wishes)
      self = .mutant(stack)
    }
  }

  mutating func ring(at now: Instant, into wishes: inout [StackWish]) {
    switch consume self {
    case .streams(var stack):
      stack.ring(at: now, into: &wishes)
      self = .streams(stack)
    case .mutant(var stack):
      stack.ring(at: now, into: &wishes)
      self = .mutant(stack)
    }
  }

  /// Publishes, and says what is shown then.
  mutating func publish(into update: inout StackUpdate, rows sections: inout [[Row]]) {
    switch consume self {
    case .streams(var stack):
      stack.publish(into: &update, rows: &sections)
      self = .streams(stack)
    case .mutant(var stack):
      stack.publish(into: &update)
      stack.rows(into: &sections)
      self = .mutant(stack)
    }
  }

  mutating func publish(into update: inout StackUpdate) {
    switch consume self {
    case .streams(var stack):
      stack.publish(into: &update)
      self = .streams(stack)
    case .mutant(var stack):
      stack.publish(into: &update)
      self = .mutant(stack)
    }
  }

  var sectionCount: Int {
    switch self {
    case .streams(let stack): stack.sectionCount
    case .mutant(let stack): stack.sectionCount
    }
  }

  func rowCount(in section: Int) -> Int {
    switch self {
    case .streams(let stack): stack.rowCount(in: section)
    case .mutant(let stack): stack.rowCount(in: section)
    }
  }

  func row(at place: Place) -> Row {
    switch self {
    case .streams(let stack): stack.row(at: place)
    case .mutant(let stack): stack.row(at: place)
    }
  }

  func rows(into sections: inout [[Row]]) {
    switch self {
    case .streams(let stack): stack.rows(into: &sections)
    case .mutant(let stack): stack.rows(into: &sections)
    }
  }
}
