// SPDX-License-Identifier: Apache-2.0
internal import WeirTree

extension ViewOracle {
  /// A listen that the server is asked: the default one of a location, or that of a window.
  struct Wire: Sendable {
    /// The tag.
    var tag: UInt32
    /// The location.
    var path: Path
    /// The query; of a default listen the one that shows everything.
    var query: Query
    /// The window's view, nil for a default listen.
    var serial: Int?

    /// `true` if it is the listen of the view, or the default listen that the view shares.
    func serves(_ view: View) -> Bool {
      serial.map { $0 == view.serial } ?? (!view.isWindow && view.path == path)
    }

    /// `true` if both ask for the same.
    func isSame(as other: Wire) -> Bool { path == other.path && serial == other.serial }
  }

  /// Asks for what is needed and was not, then gives up what is needed no longer (rule 25).
  mutating func updateWires(into wishes: inout [Wish]) {
    let needed = neededWires
    for var wire in needed where !wires.contains(where: { $0.isSame(as: wire) }) {
      lastTag += 1
      wire.tag = lastTag
      wires.append(wire)
      wishes.append(.listen(tag: wire.tag, wire.path, wire.query))
    }
    let over = wires.filter { wire in !needed.contains { $0.isSame(as: wire) } }
    for wire in over.sorted(by: Self.isGivenUpBefore) {
      wishes.append(.unlisten(tag: wire.tag))
      wires.removeAll { $0.tag == wire.tag }
      for index in views.indices where views[index].serial == wire.serial {
        views[index].lateTags.append(wire.tag)
        views[index].retireLateTags()
      }
    }
  }

  /// The listens that the server must be asked for, in the order in which the views hear; their
  /// tags are still to be given.
  private var neededWires: [Wire] {
    let defaults = views.filter { !$0.isWindow }.map(\.path)
    var needed: [Wire] = []
    for view in views {
      let path = view.path
      if defaults.contains(where: { $0 != path && path.leads(below: $0) }) { continue }
      if !defaults.contains(path) {
        needed.append(Wire(tag: 0, path: path, query: view.query, serial: view.serial))
      } else if !needed.contains(where: { $0.path == path }) {
        needed.append(Wire(tag: 0, path: path, query: Query()))
      }
    }
    return needed
  }

  /// Orders wires by location; at one location the default listen first, then windows in the order
  /// of their views.
  private static func isGivenUpBefore(_ a: Wire, _ b: Wire) -> Bool {
    a.path == b.path ? (a.serial ?? -1) < (b.serial ?? -1) : a.path.hearsBefore(b.path)
  }
}
