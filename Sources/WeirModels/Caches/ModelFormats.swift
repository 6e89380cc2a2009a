// SPDX-License-Identifier: Apache-2.0

/// The formats in which models become bytes and come back, one for each type.
///
///     var formats = ModelFormats()
///     formats.add(
///       Author.self, named: "author", encode: { Array($0.name.utf8) },
///       decode: { Author(name: String(decoding: $0, as: UTF8.self)) })
///
/// The name of a type is kept beside the bytes of its values: it must stay as it is when the type gets another name.
public struct ModelFormats: Sendable {
  private var formats: [Format] = []

  /// The format of one type.
  private struct Format: Sendable {
    var type: any Model.Type
    var name: String
    var encode: @Sendable (any Model) -> [UInt8]?
    var decode: @Sendable ([UInt8]) -> (any Model)?
  }

  /// Makes a set without formats.
  public init() {}

  /// The number of types that have a format.
  public var count: Int { formats.count }

  /// Adds the format of a type, in place of the one that it had; `decode` returns `nil` for bytes that it does not
  /// understand.
  public mutating func add<Kind: Model>(
    _ type: Kind.Type, named name: String, encode: @escaping @Sendable (Kind) -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) -> Kind?
  ) {
    formats.removeAll { $0.type == type || $0.name.utf8.elementsEqual(name.utf8) }
    formats.append(
      Format(type: type, name: name, encode: { ($0 as? Kind).map(encode) }, decode: decode))
  }

  /// Returns the name of a type, or `nil` if it has no format.
  public func name(of type: any Model.Type) -> String? { format(of: type)?.name }

  /// Returns a model as bytes, or `nil` if its type has no format.
  public func bytes(of model: some Model) -> [UInt8]? { format(of: type(of: model))?.encode(model) }

  /// Returns the model that was encoded with a format, or `nil` if there is no such format or it does not understand the
  /// bytes.
  public func model(of bytes: [UInt8], named name: String) -> (any Model)? {
    formats.first { $0.name.utf8.elementsEqual(name.utf8) }?.decode(bytes)
  }

  private func format(of type: any Model.Type) -> Format? { formats.first { $0.type == type } }
}
