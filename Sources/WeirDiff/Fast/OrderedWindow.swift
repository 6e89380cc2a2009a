// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The choice and order of the rows that a window may show, without their number.
public protocol WindowRule: Sendable {
  /// The identity of a row.
  associatedtype ID: Comparable & Hashable & Sendable
  /// The value that rows are ordered by.
  associatedtype Rank: Comparable & Sendable
  /// The content of a row.
  associatedtype Content: Sendable
  /// `true` if the window may show the row: whether it lies in its range and fulfils its predicate.
  func admits(_ id: ID, rank: Rank, content: Content) -> Bool
  /// `true` if two contents look alike.
  func looksTheSame(_ a: Content, _ b: Content) -> Bool
}

/// The first or last rows of an order, kept while rows come, go and change; it knows every change without a diff.
///
///     var window = OrderedWindow(rule, limit: 50)
///     window.set("k", rank: 7, content: text, into: &changes)  // deletes [49], inserts [3]
///     window.remove("k", into: &changes)  // deletes [3], inserts [49]: refilled
///
/// The promise: applied to the rows shown before, the change set gives those shown after, with the fewest
/// operations. Rows of one rank are in the order of their ids. What the rule does not admit is not kept.
///
/// - Complexity: O(log *n*) for each change among *n* admitted rows, shown or not; the first change of a copy is
///   O(*n*).
public struct OrderedWindow<Rule: WindowRule>: Sendable {
  /// The position of a row in the order: its rank, then its id.
  public struct Position: Comparable, Sendable {
    /// The value that rows are ordered by.
    public var rank: Rule.Rank
    /// The identity of the row.
    public var id: Rule.ID

    @inlinable
    init(_ rank: Rule.Rank, _ id: Rule.ID) {
      self.rank = rank
      self.id = id
    }

    /// Orders positions by rank, then by id.
    @inlinable
    public static func < (a: Position, b: Position) -> Bool {
      a.rank == b.rank ? a.id < b.id : a.rank < b.rank
    }
  }

  /// The end that rows are counted from.
  public enum End: Hashable, Sendable {
    /// The first rows are shown.
    case first
    /// The last rows are shown.
    case last
  }

  /// The rule that admits and orders rows.
  public let rule: Rule
  /// The end that rows are counted from.
  public let end: End
  /// The number of rows that are shown at most.
  public private(set) var limit: Int
  /// The rank of each admitted row, looked up and never walked.
  @usableFromInline var ranks: [Rule.ID: Rule.Rank] = [:]
  @usableFromInline var rows = SortedMap<Position, Rule.Content>()

  /// A window without rows.
  public init(_ rule: Rule, _ end: End = .first, limit: Int = .max) {
    invariant(limit > 0, "a window of \(limit) rows")
    self.rule = rule
    self.end = end
    self.limit = limit
  }

  /// The number of rows that are shown.
  @inlinable
  public var count: Int { min(limit, rows.count) }

  /// The number of rows that are admitted.
  @inlinable
  public var admittedCount: Int { rows.count }

  /// Returns the row shown at `place`.
  @inlinable
  public func row(at place: Int) -> (id: Rule.ID, rank: Rule.Rank, content: Rule.Content) {
    let entry = rows.entry(at: start(of: rows.count) + place)
    return (entry.key.id, entry.key.rank, entry.value)
  }

  /// Returns the number of admitted rows, out of `count`, that come before the first that is shown.
  @inlinable
  func start(of count: Int) -> Int { end == .first ? 0 : max(0, count - limit) }
}

extension OrderedWindow {
  /// Takes in what is now known of a row: that it is there, where, and what it shows.
  ///
  /// The changes of the rows shown become `changes`.
  @inlinable
  public mutating func set(
    _ id: Rule.ID, rank: Rule.Rank, content: Rule.Content, into changes: inout ChangeSet
  ) {
    guard rule.admits(id, rank: rank, content: content) else { return remove(id, into: &changes) }
    changes.removeAll()
    let before = rows.count
    let position = Position(rank, id)
    guard let oldRank = ranks[id] else {
      ranks[id] = rank
      rows.set(content, for: position)
      return note(nil, rows.rank(of: position), before, isChanged: false, &changes)
    }
    let oldPosition = Position(oldRank, id)
    let from = rows.rank(of: oldPosition)
    if oldRank == rank {
      let old = rows.set(content, for: position)
      let isChanged = old.map { !rule.looksTheSame($0, content) } ?? true
      return note(from, from, before, isChanged: isChanged, &changes)
    }
    ranks[id] = rank
    let old = rows.remove(oldPosition)
    rows.set(content, for: position)
    let isChanged = old.map { !rule.looksTheSame($0, content) } ?? true
    note(from, rows.rank(of: position), before, isChanged: isChanged, &changes)
  }

  /// Records that a row is gone.
  @inlinable
  public mutating func remove(_ id: Rule.ID, into changes: inout ChangeSet) {
    changes.removeAll()
    guard let rank = ranks.removeValue(forKey: id) else { return }
    let before = rows.count
    let position = Position(rank, id)
    let from = rows.rank(of: position)
    rows.remove(position)
    note(from, nil, before, isChanged: false, &changes)
  }

  /// Shows more rows, or fewer.
  public mutating func setLimit(_ new: Int, into changes: inout ChangeSet) {
    invariant(new > 0, "a window of \(new) rows")
    changes.removeAll()
    let before = count
    limit = new
    let (less, more) = (min(before, count), max(before, count))
    let places = end == .first ? less..<more : 0..<(more - less)
    let named = places.map { Place(Int32($0)) }
    if count > before { changes.inserts = named } else { changes.deletes = named }
  }

  /// Notes what a row that was the `from`th of `before` admitted ones and is now the `to`th does to those shown.
  @inlinable
  func note(
    _ from: Int?, _ to: Int?, _ before: Int, isChanged: Bool, _ changes: inout ChangeSet
  ) {
    let old = shownPlace(from, of: before)
    let new = shownPlace(to, of: rows.count)
    let edge = end == .first ? min(limit, before) - 1 : 0
    switch (old, new) {
    case (let old?, let new?):
      if from != to { changes.moves.append(.init(from: old, to: new)) }
      if isChanged { changes.updates.append(.init(old: old, new: new)) }
    case (let old?, nil):
      changes.deletes.append(old)
      // Another row fills the gap, if one is left.
      if count == min(limit, before) {
        changes.inserts.append(end == .first ? Place(Int32(count - 1)) : 0)
      }
    case (nil, let new?):
      changes.inserts.append(new)
      if count == min(limit, before) { changes.deletes.append(Place(Int32(edge))) }
    case (nil, nil): break
    }
  }

  /// Returns the place at which the `rank`th of `count` admitted rows is shown, or nil if it is not
  /// shown.
  @inlinable
  func shownPlace(_ rank: Int?, of count: Int) -> Place? {
    guard let rank else { return nil }
    let place = rank - start(of: count)
    return place >= 0 && place < limit ? Place(Int32(truncatingIfNeeded: place)) : nil
  }
}
