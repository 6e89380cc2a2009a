public import WeirTree

/// A number beside a thing that says how many instances of a kind belong to it.
///
/// It stands under a name below its *owner*, which is found in the context in which an instance is
/// created, changed or destroyed (``ResourceRegistry/owner(of:in:)``). Where the context holds no owner
/// nothing is counted, and that is told.
public struct Counter: Sendable {
  /// How the number is kept right; each way has its price.
  ///
  /// | | row and number | a restart | an answer that is lost | two clients destroy one row at once |
  /// |---|---|---|---|---|
  /// | ``serverIncrement`` | commit together | right | written and counted again | counted twice |
  /// | ``transaction`` | one after the other | the doubt is told | the doubt is told | counted twice |
  /// | ``recount`` | one after the other | right | right | right |
  ///
  /// A write whose answer is lost with its connection is sent again. A row then stands as it should, but an
  /// increment adds again; a rule that forbids to create what is there and to remove what is not turns the
  /// second one away, row and number together, and saves two clients from counting twice as well. The app
  /// then hears that the second one was rejected.
  public enum Means: UInt8, Sendable, CaseIterable {
    /// One write holds the row and a server value that adds to the number: both are committed, or neither.
    ///
    /// Take this one unless you know why not.
    case serverIncrement
    /// When the row is committed, a transaction of the client changes the number. Where the one that takes away comes
    /// before the one that adds, the number is below zero in between; to stop at zero would lose the one for ever.
    case transaction
    /// When the row is committed, the client reads all rows and writes how many there are, until what it
    /// wrote agrees with what it reads.
    ///
    /// Whatever went wrong before is put right by it. It costs reading the collection.
    case recount
  }

  /// Its place in the order of registration, from 0.
  public let number: Int
  /// What is counted.
  public let counted: ResourceKind
  /// The kind of the thing that the number belongs to.
  public let owner: ResourceKind
  /// What the number is called below its owner.
  public let name: Key
  /// How it is kept right.
  public let means: Means
  /// Which instances count.
  public let condition: CounterCondition
}

extension Counter.Means {
  /// `true` if the number is moved by what a write changes, so that what stood there before has to be known.
  var isStepped: Bool { self != .recount }
}

extension Counter {
  /// The value that a transaction puts in the place of `existing`: the whole number found plus the step.
  ///
  /// Anything that is no whole number counts as zero. A priority stays.
  public static func sum(of existing: Node, and step: Int64) -> Node {
    var value: Int64 = 0
    switch existing.content {
    case .integer(let found): value = found
    case .number(let found): value = Int64(exactly: found) ?? 0
    default: break
    }
    let (sum, isTooLarge) = value.addingReportingOverflow(step)
    let bounded = isTooLarge ? (step > 0 ? Int64.max : .min) : sum
    return .integer(bounded).with(existing.priority)
  }
}
