// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// Something that has to be read before a transaction is written: what it writes depends on that, or whether it may.
enum Check: Sendable {
  /// Something has to be there.
  case exists(Path)
  /// Nothing may be there.
  case isMissing(Path)
  /// This has to be there.
  case matches(Path, Node)
  /// The end at a place leads elsewhere, or nowhere.
  case relate(Path, RelationEnd?, owner: Path, glimpse: Node)
  /// The end at a place goes if it leads to another one, which has gone.
  case cut(Path, from: Path)
  /// An object goes, with the other ends of its relations.
  case remove(Path, ends: [Path], sets: [Path])
  /// The ends of an object's relations go whose other ends are not there.
  case mend(Path, ends: [Path], sets: [Path])
  /// The end at a place goes if it leads to this other one, and that does not lead back.
  case loosen(Path, other: Path)
  /// All goes that the links of an object lead to, which is at a path and goes itself; and the links.
  case unlink(Path, of: Path)
  /// A row that is a reference goes, and the links that lead to it.
  case unrefer(Path)
  /// The files in these fields of an object are noted, so that they can be taken away.
  case release(Path, [Path], to: Path)
  /// The paths of an object's links go that lead to a row.
  case unmention(Path, item: Path)
  /// An object is of these versions after it, if it is not of newer ones.
  case migrate(
    Path, to: ModelVersions,
    @Sendable (Node, ModelVersions) throws(TransactionFault) -> [Write.Part])
  /// Whatever the app makes of what is there, but for the paths at which a transaction writes that counts more.
  case custom(
    Path, except: Set<Path> = [], @Sendable (Node) throws(TransactionFault) -> [Write.Part])

  /// The places that have to be read.
  var paths: [Path] {
    switch self {
    case .exists(let path), .isMissing(let path), .matches(let path, _), .custom(let path, _, _),
      .migrate(let path, _, _), .unlink(let path, _),
      .unrefer(let path), .unmention(let path, _), .release(let path, _, _),
      .cut(let path, _), .remove(let path, _, _), .mend(let path, _, _):
      [path]
    case .loosen(let path, let other): [path, other]
    case .relate(let path, let end, _, _): [path] + (end.map { [$0.other] } ?? [])
    }
  }

  /// `true` if what it finds has to hold when the transaction is written.
  var isDemanded: Bool {
    switch self {
    case .exists, .isMissing, .matches, .release: true
    default: false
    }
  }

  /// The demands on the write that keep true what was found.
  func demands(of found: [Node]) -> [WriteDemand] {
    switch self {
    case .exists(let path): [WriteDemand(.something, at: path)]
    case .isMissing(let path): [WriteDemand(.nothing, at: path)]
    case .matches(let path, let node): [WriteDemand(.unchanged(node.fingerprint), at: path)]
    case .release(let path, let fields, _):
      fields.map { WriteDemand(.unchanged(found[0][$0].fingerprint), at: path.appending($0)) }
    default: []
    }
  }

  /// Adds what follows from what was read, in the order of the paths, and what has to be read then.
  func finish(
    _ found: [Node], in writes: inout WriteSet, then more: inout [Check]
  ) throws(TransactionFault) {
    switch self {
    case .exists(let path): if found[0].isNull { throw TransactionFault.missing(path) }
    case .isMissing(let path): if !found[0].isNull { throw TransactionFault.taken(path) }
    case .matches(let path, let node): if found[0] != node { throw TransactionFault.changed(path) }
    case .relate(let path, let end, let owner, let glimpse):
      try relate(path, end, owner, glimpse, found, in: &writes, then: &more)
    case .cut(let path, let other):
      if RelationEnd(found[0])?.other == other { try writes.setEnd(.null, at: path) }
    case .remove(let path, let ends, let sets):
      for (place, node) in Self.ends(of: found[0], at: path, ends, sets) {
        more += cut(node, at: place)
      }
      try writes.set(.null, at: path)
    case .mend(let path, let ends, let sets):
      for (place, node) in Self.ends(of: found[0], at: path, ends, sets) {
        if let end = RelationEnd(node) { more.append(.loosen(place, other: end.other)) }
      }
    case .loosen(let path, let other):
      if RelationEnd(found[0])?.other == other, RelationEnd(found[1])?.other != path {
        try writes.setEnd(.null, at: path)
      }
    case .unlink(let path, let owner): try unlink(found[0], at: path, of: owner, in: &writes)
    case .unrefer(let path):
      if let target = try? Path(stored: found[0][Reserved.source], called: "a reference") {
        more.append(.unmention(Links.links(of: target), item: path))
      }
      try writes.set(.null, at: path)
    case .unmention(let path, let item):
      for (name, link) in found[0].children {
        let texts = link.children.map(\.value)
        let rest = texts.filter { $0 != .text(item.text) }
        if rest.count == texts.count { continue }
        let node = Coding<[Node]>.list(of: .node).node(for: rest)
        try writes.set(node, at: path.appending(name))
      }
    case .release(let path, let fields, let notes):
      for field in fields {
        for (name, _) in found[0][field].children {
          try writes.set(.text(path.appending(field).text), at: notes.appending(name))
        }
      }
    case .migrate(let path, let versions, let make):
      try migrate(path, to: versions, make, found[0], in: &writes)
    case .custom(let path, let others, let make):
      for part in try make(found[0]) {
        let place = path.appending(part.path)
        if !others.contains(place) { try writes.set(part.node, at: place) }
      }
    }
  }

  /// Returns the same, which leaves alone what another transaction writes.
  func yielding(to others: WriteSet) -> Check {
    guard case .custom(let path, let before, let make) = self else { return self }
    return .custom(path, except: before.union(others.nodes.map(\.key)), make)
  }

  /// Lets the end at a path lead to another one, and takes away what both led to before.
  private func relate(
    _ path: Path, _ end: RelationEnd?, _ owner: Path, _ glimpse: Node, _ found: [Node],
    in writes: inout WriteSet, then more: inout [Check]
  ) throws(TransactionFault) {
    if RelationEnd(found[0])?.other != end?.other { more += cut(found[0], at: path) }
    guard let end else { return try writes.setEnd(.null, at: path) }
    if RelationEnd(found[1])?.other != path { more += cut(found[1], at: end.other) }
    guard let back = path.seen(from: owner) else {
      invariantBroken("\(path) is no end of \(owner)")
    }
    let other = RelationEnd(to: owner, back: back, Glimpse(in: glimpse))
    try writes.setEnd(Coding.relationEnd.node(for: end), at: path)
    try writes.setEnd(Coding.relationEnd.node(for: other), at: end.other)
  }

  /// Takes away what links lead to, but for what is inside or around the object, and the links.
  ///
  /// The links go even if there are none: somebody may add the object again before this is written.
  private func unlink(
    _ links: Node, at path: Path, of owner: Path, in writes: inout WriteSet
  ) throws(TransactionFault) {
    for (_, link) in links.children {
      for (_, text) in link.children {
        guard let place = try? Path(stored: text, called: "a path of a link") else { continue }
        if place.leads(below: owner) || owner.leads(below: place) { continue }
        try writes.set(.null, at: place)
      }
    }
    try writes.set(.null, at: path)
  }

  /// Adds what makes an object one of newer versions, where the transaction does not write there itself.
  private func migrate(
    _ path: Path, to versions: ModelVersions,
    _ make: (Node, ModelVersions) throws(TransactionFault) -> [Write.Part], _ node: Node,
    in writes: inout WriteSet
  ) throws(TransactionFault) {
    let place = path.appending(Reserved.versions)
    let mark = node[Reserved.versions]
    let stored = mark.isNull ? [] : try? Coding.versions.value(in: mark)
    guard let stored else { throw TransactionFault.changed(place) }
    if !stored.isBehind(versions) { return }
    if !node.isNull {
      for part in try make(node, stored) where writes[path.appending(part.path)] == nil {
        try writes.set(part.node, at: path.appending(part.path))
      }
    }
    try writes.set(Coding.versions.node(for: stored.joined(with: versions)), at: place)
  }

  /// The ends that an object has at these places and in these sets, in order.
  private static func ends(
    of object: Node, at path: Path, _ ends: [Path], _ sets: [Path]
  ) -> [(place: Path, node: Node)] {
    ends.map { (path.appending($0), object[$0]) }
      + sets.flatMap { set in
        object[set].children.map { (path.appending(set).appending($0.key), $0.value) }
      }
  }

  /// Returns the check that takes away what the end at a path leads to, if that leads back.
  private func cut(_ node: Node, at path: Path) -> [Check] {
    RelationEnd(node).map { [.cut($0.other, from: path)] } ?? []
  }
}
