// SPDX-License-Identifier: Apache-2.0

/// Returns the name of `known` that a person most likely meant by `typed`, if one is near enough.
///
///     nearestName(to: "clinets", among: ["clients", "server"])  // "clients"
///
/// Near enough is at most one slip in three letters, and one slip in a shorter name as long as a
/// letter remains: a letter missing, added, changed, or swapped with its neighbour. Capitals do not
/// count, nor does what lies beyond the 64th byte. Ties go to the name that comes first.
public func nearestName(to typed: String, among known: [String]) -> String? {
  let wanted = Array(typed.lowercased().utf8.prefix(64))
  var best: (name: String, slips: Int)?
  for name in known {
    let letters = Array(name.lowercased().utf8.prefix(64))
    let slips = slipCount(wanted, letters)
    let size = max(wanted.count, letters.count)
    guard slips <= max(1, size / 3), slips < max(1, size) else { continue }
    if slips < best?.slips ?? .max { best = (name, slips) }
  }
  return best?.name
}

/// Returns the names of `known` that a person may have meant by `typed`: the nearest one, then
/// those that share a word with it, at most `most` of them, in their order.
///
///     nearNames(to: "post-seen", among: ["post-to-seen", "commits", "commit-to-seen"])
///     // ["post-to-seen", "commit-to-seen"]
public func nearNames(to typed: String, among known: [String], most: Int = 3) -> [String] {
  func words(_ name: String) -> Set<Substring> {
    Set(name.lowercased().split(separator: "-").filter { $0.utf8.count > 2 })
  }
  let wanted = words(typed)
  let nearest = nearestName(to: typed, among: known)
  let counted = known.enumerated().filter { $1 != nearest }
    .map { (shared: words($1).intersection(wanted).count, place: $0, name: $1) }
    .filter { $0.shared > 0 }
    .sorted { ($1.shared, $0.place) < ($0.shared, $1.place) }
  return Array(((nearest.map { [$0] } ?? []) + counted.map(\.name)).prefix(most))
}

/// Returns the fewest slips that turn `a` into `b` (optimal string alignment).
private func slipCount(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
