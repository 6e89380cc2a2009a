// SPDX-License-Identifier: GPL-3.0-or-later
import WeirStreams
import WeirTree

/// The operations that a tamper has seen the app's hook asked about, by their numbers.
struct SeenCalls: Sendable {
  // Only looked up in.
  private var calls: [UInt32: ResourceCall] = [:]

  /// Takes note of what a wish says of an operation.
  mutating func note(_ wish: ResourceWish) {
    if case .ask(let call) = wish { calls[call.number] = call }
  }

  /// An operation, if it was seen.
  subscript(number: UInt32) -> ResourceCall? { calls[number] }
}

extension Write {
  /// All that is put, and where.
  var places: [(path: Path, node: Node)] {
    switch self {
    case .set(let path, let node): [(path, node)]
    case .merge(let path, let parts): parts.map { (path.appending($0.path), $0.node) }
    }
  }

  /// A write of nodes and where they go, from the root.
  init(_ places: [(path: Path, node: Node)]) {
    if places.count == 1 {
      self = .set(places[0].path, places[0].node)
    } else {
      self = .merge(.root, places.map { Part($0.path, $0.node) })
    }
  }

  /// The same write with all that lies at or below `old` put at or below `new`.
  func moved(from old: Path, to new: Path) -> Write {
    Write(
      places.map { place in
        guard place.path.leads(below: old) else { return place }
        return (new.appending(place.path.dropping(old.keys.count)), place.node)
      })
  }
}
