// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// A reference to an object elsewhere, which nobody keeps true: whoever deletes that object has to know of it.
///
///     static let author = Field<Post, Reference<Profile>>("author", .reference())
///     post[Post.author] = Reference(to: Path("people/ann"))
public struct Reference<Target: ObjectKind>: Sendable, Hashable {
  /// The place of the object.
  public var place: Path
  /// The things that are known of it without reading it: its tag and what the app put beside that.
  public var glimpse: Glimpse

  /// Makes a reference.
  public init(to place: Path, _ glimpse: Glimpse = Glimpse()) {
    (self.place, self.glimpse) = (place, glimpse)
  }
}

/// The things that are known of an object by whoever leads to it, so that it can be shown before it is read.
public struct Glimpse: Sendable, Hashable {
  /// The tag that tells kinds or cases apart.
  public var raw: Node
  /// The part that the app wants to know before.
  public var payload: Node

  /// Makes a glimpse.
  public init(raw: Node = .null, payload: Node = .null) {
    (self.raw, self.payload) = (raw, payload)
  }

  init(in node: Node) { self.init(raw: node[Reserved.raw], payload: node[Reserved.payload]) }

  /// The node that is stored of it.
  var node: Node { Node([(Reserved.raw, raw), (Reserved.payload, payload)]) }
}

extension Coding {
  /// References to objects of a kind.
  public static func reference<Target: ObjectKind>() -> Self where Value == Reference<Target> {
    Coding(
      encode: { reference in
        Node([
          (Reserved.source, .text(reference.place.text)),
          (Reserved.value, reference.glimpse.node),
        ])
      },
      decode: { node throws(CodingFault) in
        let place = try Path(stored: node[Reserved.source], called: "the place of a reference")
        return Reference(to: place, Glimpse(in: node[Reserved.value]))
      })
  }

  /// References to objects that all lie below one place, which is left out of what is stored.
  ///
  ///     static let author = Field<Post, Reference<Profile>>("author", .reference(below: Path("people")))
  ///
  /// So the same rows can be read where that place is called otherwise. What lies elsewhere is stored as it would be without
  /// the place, with a slash before it.
  public static func reference<Target: ObjectKind>(
    below anchor: Path
  ) -> Self where Value == Reference<Target> {
    let whole = Coding.reference() as Coding
    return Coding(
      encode: { reference in
        var node = whole.node(for: reference)
        let inner = reference.place == anchor ? nil : reference.place.seen(from: anchor)
        node.set(.text(inner?.text ?? "/" + reference.place.text), at: Reserved.source)
        return node
      },
      decode: { node throws(CodingFault) in
        var reference = try whole.value(in: node)
        if case .text(let text) = node[Reserved.source], text.utf8.first == UInt8(ascii: "/") {
          return reference
        }
        reference.place = anchor.appending(reference.place)
        return reference
      })
  }
}

extension Path {
  /// The path as references store it: without a slash at its begin.
  var text: String { keys.map(\.description).joined(separator: "/") }

  /// Reads a path that leads to something below the root.
  init(stored node: Node, called name: String) throws(CodingFault) {
    guard case .text(let text) = node else { throw CodingFault(node, instead: name) }
    do throws(Problems) {
      try self.init(checking: text)
    } catch {
      throw CodingFault(node, instead: name)
    }
    if self == .root { throw CodingFault(node, instead: name) }
  }
}
