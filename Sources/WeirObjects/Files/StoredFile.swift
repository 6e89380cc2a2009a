// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A file of an object, as the tree knows it: its bytes lie elsewhere, at a service for files.
public struct StoredFile: Hashable, Sendable {
  /// The name of the file at the service, which no other file ever has; later ones have greater names.
  public var name: Key
  /// The number of bytes.
  public var size: Int
  /// A number that stands for the bytes: equal for equal ones.
  public var stamp: UInt64

  /// Makes a file.
  public init(_ name: Key, size: Int, stamp: UInt64) {
    (self.name, self.size, self.stamp) = (name, size, stamp)
  }

  init(_ name: Key, _ facts: FileFacts) { self.init(name, size: facts.size, stamp: facts.stamp) }

  var facts: FileFacts { FileFacts(size: size, stamp: stamp) }
}

/// The things that the tree keeps of a file beside its name.
struct FileFacts: Hashable, Sendable {
  var size: Int
  var stamp: UInt64
}

extension Coding where Value == FileFacts {
  static var fileFacts: Self {
    Coding(
      encode: { facts in
        Node([
          (Reserved.size, Coding<Int>.integer().node(for: facts.size)),
          (Reserved.stamp, .text(String(facts.stamp, radix: 16))),
        ])
      },
      decode: { node throws(CodingFault) in
        let size = try Coding<Int>.integer().value(in: node[Reserved.size])
        let text = try Coding<String>.text.value(in: node[Reserved.stamp])
        guard size >= 0, let stamp = UInt64(text, radix: 16) else {
          throw CodingFault(node, instead: "a file")
        }
        return FileFacts(size: size, stamp: stamp)
      })
  }
}

/// A field whose value is a file, such as a photo, that ``ObjectFiles`` brings there and takes away.
///
///     static let photo = FileField<Profile>("photo")
///     ann[Profile.photo]?.size     // 400000
///
///     // people/ann/photo/f7:      { size: 400000, stamp: "1f" }
///
/// Each file lies under its name. Two people who each bring one at the same moment do not write over each other, so that no
/// file is forgotten: the one with the greater name is shown, and whoever brings the next one takes both away.
///
/// A nested object may have files, too: `ann[Profile.home(Address.plan)]` is the one of the address.
public struct FileField<Kind: ObjectKind>: Sendable {
  let field: Field<Kind, [Key: FileFacts]>
  /// The place of the nested object that has the files, seen from the outermost one; the root: that one has them itself.
  let home: Path

  /// Makes a field.
  public init(_ name: String) {
    self.init(Field(name, .dictionary(of: .fileFacts)), of: .root)
  }

  init(_ field: Field<Kind, [Key: FileFacts]>, of home: Path) {
    (self.field, self.home) = (field, home)
  }

  /// The place of the files, seen from the object.
  public var path: Path { field.path }
}

extension Object {
  /// The file of a field; nil: there is none.
  public subscript(file: FileField<Kind>) -> StoredFile? { files(of: file).last }

  /// Returns all files of a field by their names, of which the last one is shown.
  public func files(of file: FileField<Kind>) -> [StoredFile] {
    (self[file.field] ?? [:]).sorted { $0.key < $1.key }.map { StoredFile($0.key, $0.value) }
  }
}

extension Nested {
  /// Returns a file of the inner object as one of the outer one.
  public func callAsFunction(_ file: FileField<Inner>) -> FileField<Kind> {
    FileField(self(file.field), of: path.appending(file.home))
  }
}

extension FieldList {
  /// Takes a field whose value is a file.
  public static func buildExpression(_ file: FileField<Kind>) -> [FieldEntry<Kind>] {
    [entry(file.field, .files)]
  }
}
