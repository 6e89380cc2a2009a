// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// The contents of one call of a real source, before anybody has looked whether they agree.
///
/// It has an array for each index space that sources use, so that also what is wrong can be said. Old places count in the
/// list that the source had told of before, new ones in ``content``.
public struct RawDelivery<Row> {
  /// The kind of call.
  public var kind: Kind
  /// The rows that the source has when it calls, by section.
  public var content: [[Row]]
  /// Old places of rows that are gone.
  public var deletes: [Place] = []
  /// New places of rows that are new.
  public var inserts: [Place] = []
  /// Rows that moved, or are said to have.
  public var moves: [ChangeSet.Move] = []
  /// Places of rows that show something else, said to be old ones.
  public var modifiedOld: [Place] = []
  /// Places of the same rows, said to be new ones.
  public var modifiedNew: [Place] = []
  /// Old sections that are gone.
  public var sectionDeletes: [Int32] = []
  /// New sections that are new.
  public var sectionInserts: [Int32] = []

  /// The kinds of call.
  public enum Kind: Hashable, Sendable {
    /// The rows that there are when reading begins.
    case initial
    /// A change.
    case change
    /// A failure, after which nothing comes any more.
    case failure(SourceFailure)
  }

  /// Makes a delivery that says nothing of changes.
  public init(_ kind: Kind, content: [[Row]]) {
    self.kind = kind
    self.content = content
  }

  /// `true` if it tells of no change.
  public var saysNothing: Bool {
    deletes.isEmpty && inserts.isEmpty && moves.isEmpty && modifiedOld.isEmpty
      && modifiedNew.isEmpty && sectionDeletes.isEmpty && sectionInserts.isEmpty
  }
}

extension RawDelivery: Sendable where Row: Sendable {}
