// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// One end of a relation as it is stored: where the object at the other end is, and where that keeps its own end.
///
///     // people/ann/team:               { t_pth: teams/red, r_prop: members/ann }
///     // teams/red/members/ann:         { t_pth: people/ann, r_prop: team }
///
/// A relation is whole if what stands at the other end leads back. An ``ObjectStore`` writes both ends at one instant, and
/// takes both away.
public struct RelationEnd: Sendable, Hashable {
  /// The place of the object at the other end.
  public var target: Path
  /// The place of the other end, seen from that object.
  public var back: Path
  /// The things that are known of that object without reading it.
  public var glimpse: Glimpse

  /// Makes an end.
  public init(to target: Path, back: Path, _ glimpse: Glimpse = Glimpse()) {
    (self.target, self.back, self.glimpse) = (target, back, glimpse)
  }

  /// Reads an end; nil if the node is none.
  init?(_ node: Node) {
    guard let end = try? Coding.relationEnd.value(in: node) else { return nil }
    self = end
  }

  /// The place of the other end.
  var other: Path { target.appending(back) }
}

extension Coding where Value == RelationEnd {
  /// Ends of relations.
  public static var relationEnd: Self {
    Coding(
      encode: { end in
        Node([
          (Reserved.target, .text(end.target.text)), (Reserved.back, .text(end.back.text)),
          (Reserved.value, end.glimpse.node),
        ])
      },
      decode: { node throws(CodingFault) in
        RelationEnd(
          to: try Path(stored: node[Reserved.target], called: "the place of an object"),
          back: try Path(stored: node[Reserved.back], called: "the place of a relation's end"),
          Glimpse(in: node[Reserved.value]))
      })
  }
}
