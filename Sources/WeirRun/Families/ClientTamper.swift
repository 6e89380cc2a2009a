public import WeirClient
public import WeirCore
public import WeirStreams
public import WeirTree

/// What is wrong with an app below its list: it stands between the app's resources, its client and the world,
/// and alters what they wish before that is carried out.
///
/// The machines themselves stay right. A tamper alters what passes through the doors that it names and lets
/// everything else through as it is.
public protocol ClientTamper: Sendable {
  /// A tamper for an app that starts.
  init(_ ground: TamperGround)

  /// A wish of the app's resources: what is carried out instead is added to `wishes`.
  mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish])

  /// What the resources are told that stands where an operation wanted to read.
  mutating func tamper(found node: Node, for operation: UInt32) -> Node

  /// What the client wishes, all that came of one event from `first` on.
  mutating func tamper(_ wishes: inout [Client.Wish], from first: Int)
}

extension ClientTamper {
  /// Lets the wish pass.
  public mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish]) {
    wishes.append(wish)
  }

  /// Lets the answer pass.
  public mutating func tamper(found node: Node, for operation: UInt32) -> Node { node }

  /// Lets the wishes pass.
  public mutating func tamper(_ wishes: inout [Client.Wish], from first: Int) {}
}

/// What a tamper may know of the app that it sits in.
public struct TamperGround: Sendable {
  /// What the app's screens know.
  public var context: ResourceContext
  /// Every number in the tree that counts resources, whoever keeps it.
  public var counters: [Path]
  /// The tamper's own chance.
  public var chance: RandomStream

  /// Makes a ground.
  public init(context: ResourceContext, counters: [Path], chance: RandomStream) {
    self.context = context
    self.counters = counters
    self.chance = chance
  }
}
