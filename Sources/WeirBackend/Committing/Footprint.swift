// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The places that a write writes to: sorted paths, none of which leads below another.
struct Footprint: Sendable {
  let paths: [Path]

  /// Nil if the write is against itself: it writes to a place and to something below it.
  init?(_ write: Write) {
    switch write {
    case .set(let path, _): paths = [path]
    case .merge(let path, let parts) where parts.count == 1:
      paths = [path.appending(parts[0].path)]
    case .merge(let path, let parts):
      let sorted = parts.map { path.appending($0.path) }.sorted(by: Self.precedes)
      for (above, below) in zip(sorted, sorted.dropFirst()) where below.leads(below: above) {
        return nil
      }
      paths = sorted
    }
  }

  /// Orders paths by their keys from the root down, so that all that lies below a path directly
  /// follows it.
  private static func precedes(_ a: Path, _ b: Path) -> Bool {
    for (x, y) in zip(a.keys, b.keys) where x != y { return x < y }
    return a.keys.count < b.keys.count
  }
}
