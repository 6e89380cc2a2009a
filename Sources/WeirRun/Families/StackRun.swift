// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import WeirCore

/// The run that a stack takes part in, and what its stacks share for as long as the run lasts.
///
///     let service = context.run.shared(context.group) { Service(seed: context.run.seed) }
///
/// All that is shared goes with the run. It must be of one kind for each name, and its answers may depend on nothing but
/// what it is asked, and in which order: a run asks in the same order each time.
public final class StackRun: Sendable {
  /// The seed of all chance.
  public let seed: UInt64
  /// The lines between programs and Weir.
  let talk = ProgramTalk()
  // Only looked up in.
  private let things = Mutex<[String: any Sendable]>([:])

  /// Makes a run in which nothing is shared yet.
  public init(seed: UInt64 = 0) { self.seed = seed }

  /// Returns what is shared under a name, which `make` makes for the first who asks.
  public func shared<Thing: Sendable>(_ name: String, _ make: () -> Thing) -> Thing {
    things.withLock { things in
      if let known = things[name] {
        guard let thing = known as? Thing else {
          invariantBroken("stacks share two kinds of things under the name '\(name)'")
        }
        return thing
      }
      let thing = make()
      things[name] = thing
      return thing
    }
  }
}
