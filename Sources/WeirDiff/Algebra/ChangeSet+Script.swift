// SPDX-License-Identifier: Apache-2.0

/// Operations on one flat list, to be done one after the other.
///
/// It is what data sources speak that know only *update*, *delete* and *insert*, each at a place in the list as
/// the operations before it have left it.
public struct SequentialScript: Hashable, Sendable {
  /// The batches, in order; each one speaks of updates and deletes, or of inserts, never of both.
  public var batches: [[Operation]]

  /// One operation.
  public enum Operation: Hashable, Sendable {
    /// The row at `place` shows what the new list has at `content`.
    case update(Int32, content: Int32)
    /// The row at `place` is gone.
    case delete(Int32)
    /// The row that the new list has at `place` comes there.
    case insert(Int32)
  }

  /// Returns the list that `old` becomes, with contents from `new`.
  public func applying<Row>(to old: [Row], contents new: [Row]) -> [Row] {
    var rows = old
    for batch in batches {
      for operation in batch {
        switch operation {
        case .update(let place, let content): rows[Int(place)] = new[Int(content)]
        case .delete(let place): rows.remove(at: Int(place))
        case .insert(let place): rows.insert(new[Int(place)], at: Int(place))
        }
      }
    }
    return rows
  }
}

extension ChangeSet {
  /// The same change of a flat list, one operation after the other.
  ///
  ///     ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)]).script
  ///     // [delete 2, delete 1], [insert 0], [insert 2]
  ///
  /// First a batch of updates and deletes, from the last row to the first, so that none shifts the place of
  /// another; then, for each stretch of new rows, a batch of inserts from the first to the last. Read one
  /// after the other or all at once, a batch therefore says the same. A move is a delete and an insert.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public var script: SequentialScript {
    let departures = (deletes + moves.map(\.from)).sorted(by: >)
    let arrivals = (inserts + moves.map(\.to)).sorted()
    var first: [SequentialScript.Operation] = []
    var next = 0
    for update in updates.reversed() {
      while next < departures.count, departures[next] > update.old {
        first.append(.delete(departures[next].row))
        next += 1
      }
      // A row that moves is deleted here, and inserted with its new content.
      if next < departures.count, departures[next] == update.old { continue }
      first.append(.update(update.old.row, content: update.new.row))
    }
    for departure in departures[next...] { first.append(.delete(departure.row)) }
    var batches = first.isEmpty ? [] : [first]
    for (index, place) in arrivals.enumerated() {
      if index > 0, arrivals[index - 1].row + 1 == place.row {
        batches[batches.count - 1].append(.insert(place.row))
      } else {
        batches.append([.insert(place.row)])
      }
    }
    return SequentialScript(batches: batches)
  }
}
