// SPDX-License-Identifier: Apache-2.0
import WeirTree

extension Coding where Value: Codable {
  /// Values of types that Swift itself can encode and decode: structures, enumerations, lists and dictionaries of such.
  ///
  ///     struct Address: Codable { var street: String; var floors: [Int] }
  ///     static let home = Field<Profile, Address>("home", .codable)
  ///
  ///     // home:  { street: "Church Lane", floors: { 0: 1, 1: 2 } }
  ///
  /// Parts are children by their names, and the elements of a list children by their numbers. What is nil, or an empty list, is
  /// nothing in the tree: a list or a dictionary that is not there is read as an empty one, and one that may be missing as nil.
  /// A value whose type cannot encode it is not saved: ``SaveFault/illegal(_:_:)`` says so.
  public static var codable: Self {
    Coding(
      encode: { value in
        let node = EncodedNode()
        do {
          try node.encode(value, below: [])
          return node.node
        } catch {
          // A key that no tree takes, so that nobody saves it or takes it for a value.
          return Node([(Key("[cannot be encoded: \(error)]"), .bool(true))])
        }
      },
      decode: { node throws(CodingFault) in try NodeDecoder.value(Value.self, in: node) })
  }
}
