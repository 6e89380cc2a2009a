import WeirCore
import WeirStreams
import WeirTree

/// The resources of one client's app, and which of the client's writes, reads and transactions are theirs.
struct Shop: Sendable {
  var resources: Resources
  let context: ResourceContext
  /// The number of times the app was started anew.
  var life = 0
  /// The operations that have not ended.
  var operations = SortedMap<UInt32, Operation>()
  /// By the client's number of a write, a transaction or a listen: the operation's number; only looked up in.
  var writes: [UInt32: UInt32] = [:]
  var transactions: [UInt32: UInt32] = [:]
  var reads: [UInt32: UInt32] = [:]
  /// What was saved when the app was killed.
  var saved: SavedResources?

  /// What the world knows of an operation.
  struct Operation: Sendable {
    var journey: UInt32
    var work: UInt16
    var list: UInt32
    var key: Key
  }
}
