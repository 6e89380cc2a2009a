// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirClient
public import WeirCore
public import WeirTree

/// The circumstances of a client for which a stack is made: what its screen shows, and a chance of its own.
///
/// A stack is made again whenever the app starts, and each life has another chance.
public struct StackContext: Sendable {
  /// The screen of the client.
  public var screen: Screen
  /// The time for which changes are gathered.
  public var batching: Batching
  /// `true` if the last source of the screen lies in the app alone.
  public var keepsDrafts: Bool
  /// The number of the client in its group, from 0.
  public var number: Int
  /// The name of its group.
  public var group: String
  /// The run that it takes part in.
  public var run: StackRun
  /// `true` if an oracle is to run beside the stack, where there is one.
  public var hasOracle: Bool
  /// Chance that belongs to this life of this client's app, and to nothing else.
  public var chance: RandomStream

  /// Makes the circumstances.
  public init(
    screen: Screen, batching: Batching, keepsDrafts: Bool = false, number: Int = 0,
    group: String = "", run: StackRun = StackRun(), hasOracle: Bool = false,
    chance: RandomStream = RandomStream(seed: 0, "stack")
  ) {
    self.screen = screen
    self.batching = batching
    self.keepsDrafts = keepsDrafts
    self.number = number
    self.group = group
    self.run = run
    self.hasOracle = hasOracle
    self.chance = chance
  }
}
