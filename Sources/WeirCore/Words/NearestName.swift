/// The name of `known` that a person most likely meant by `typed`, if one is near enough.
///
///     nearestName(to: "clinets", among: ["clients", "server"])  // "clients"
///
/// Near enough is at most one slip in three letters, and one slip in a shorter name as long as a
/// letter remains: a letter missing, added, changed, or swapped with its neighbour. Capitals do not
/// count, nor does what lies beyond the 64th byte. Ties go to the name that stands first.
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

/// The fewest slips that turn `a` into `b` (optimal string alignment).
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
