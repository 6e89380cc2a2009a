import WeirTree

/// What an app that is killed keeps of its writes: those that the server has not answered, in order.
///
/// Transactions are not kept: nobody is there any more to whom their update belongs.
public struct SavedWrites: Sendable {
  /// A write that is kept.
  struct Saved: Sendable {
    var id: UInt32
    var write: Write
    var journey: UInt32
  }

  var writes: [Saved]

  /// How many there are.
  public var count: Int { writes.count }
}
