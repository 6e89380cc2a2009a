// SPDX-License-Identifier: GPL-3.0-or-later

/// A difference between two lists in plain numbers, so that the law needs to know no room.
public struct PlainDifference {
  /// Places in the old list whose rows are gone.
  public var deletes: [Int]
  /// Places in the new list whose rows are new.
  public var inserts: [Int]
  /// Old and new places of rows that move.
  public var moves: [(from: Int, to: Int)]
  /// Old and new places of rows that show something else.
  public var updates: [(old: Int, new: Int)]

  /// Makes a difference.
  public init(
    deletes: [Int], inserts: [Int], moves: [(from: Int, to: Int)], updates: [(old: Int, new: Int)]
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.updates = updates
  }
}

/// Checks that a difference obeys the law of all diffs; returns the first breach in words, or
/// `nil`.
///
/// Applied by the book (one list, one operation at a time), the difference leads from `old` to `new`; no
/// more rows are deleted or inserted than must be; of the rows that stay, all but a longest increasing
/// sequence move and no more; updates are exactly the rows that stay and look different; and every
/// array is sorted.
public func checkDiffLaw<ID: Hashable, Content: Equatable>(
  from old: [(id: ID, content: Content)], to new: [(id: ID, content: Content)],
  _ difference: PlainDifference
) -> String? {
  let d = difference
  for (name, places) in [
    ("deletes", d.deletes), ("inserts", d.inserts), ("moves", d.moves.map(\.to)),
    ("updates", d.updates.map(\.old)),
  ] {
    for (a, b) in zip(places, places.dropFirst()) where a >= b { return "\(name) are \(places)" }
  }
  // By the book: take out what goes or moves, from the back; put in what comes, from the front.
  var rows = Array(old.indices)
  let out = (d.deletes + d.moves.map(\.from)).sorted(by: >)
  for (a, b) in zip(out, out.dropFirst()) where a == b { return "row \(a) goes twice" }
  for place in out {
    guard rows.indices.contains(place) else { return "no old row \(place)" }
    rows.remove(at: place)
  }
  let arrivals = (d.inserts.map { ($0, -1) } + d.moves.map { ($0.to, $0.from) }).sorted {
    $0.0 < $1.0
  }
  for (place, origin) in arrivals {
    guard place >= 0, place <= rows.count else { return "no new row \(place)" }
    rows.insert(origin, at: place)
  }
  guard rows.count == new.count else { return "\(rows.count) rows instead of \(new.count)" }
  let updated = d.updates.map { "\($0.old)>\($0.new)" }
  var differing: [(old: Int, new: Int)] = []
  for (place, origin) in rows.enumerated() where origin >= 0 {
    if old[origin].id != new[place].id { return "row \(place) is another one" }
    if old[origin].content != new[place].content { differing.append((origin, place)) }
  }
  differing.sort { $0.old < $1.old }
  if differing.map({ "\($0.old)>\($0.new)" }) != updated {
    return "updates \(updated), but rows \(differing) look different"
  }
  var spare: [ID: Int] = [:]
  for row in old { spare[row.id, default: 0] += 1 }
  var mayStay = 0
  for row in new {
    guard let left = spare[row.id], left > 0 else { continue }
    spare[row.id] = left - 1
    mayStay += 1
  }
  let stays = rows.filter { $0 >= 0 }
  if stays.count != mayStay { return "\(stays.count) rows stay, \(mayStay) could" }
  let least = stays.count - longestIncreasing(stays)
  if d.moves.count != least { return "\(d.moves.count) moves where \(least) are enough" }
  return nil
}

/// The length of the longest increasing subsequence, by trying every end.
private func longestIncreasing(_ numbers: [Int]) -> Int {
  var lengths: [Int] = []
  for (place, number) in numbers.enumerated() {
    var best = 1
    for before in 0..<place where numbers[before] < number { best = max(best, lengths[before] + 1) }
    lengths.append(best)
  }
  return lengths.max() ?? 0
}
