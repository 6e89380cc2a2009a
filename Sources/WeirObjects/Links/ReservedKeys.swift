// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// The keys under which the data model keeps what is no field of an object.
enum Reserved {
  /// The versions of what is stored.
  static let versions = Key("__mv")
  /// The place that a reference leads to.
  static let source = Key("__src")
  /// The things that are known of the other object without reading it.
  static let value = Key("__val")
  /// The things that are known of an object that is a key.
  static let key = Key("__key")
  /// The tag of an enumeration's case or of a kind.
  static let raw = Key("__raw")
  /// The things that the app wants to know of the other object before it is read.
  static let payload = Key("__pl")
  /// The place of the object at the other end of a relation.
  static let target = Key("t_pth")
  /// The place of the other end, seen from that object.
  static let back = Key("r_prop")
  /// The branch of rows and links, which lie beside the objects that they belong to.
  static let links = Key("__lnks")
  /// The rows of a collection.
  static let items = Key("__itms")
  /// The links of an object: the paths of all that mentions it.
  static let linksOfItem = Key("__l_itms")
  /// The name of the link that leads back to a row.
  static let link = Key("__lnk")
  /// The branch of notes of files that may be at their service and that no object has.
  static let files = Key("__fls")
  /// The notes of files that are brought to their service.
  static let newFiles = Key("new")
  /// The notes of files that are taken away from it.
  static let oldFiles = Key("old")
  /// The number of bytes of a file.
  static let size = Key("size")
  /// The number that stands for the bytes of a file.
  static let stamp = Key("stamp")
}
