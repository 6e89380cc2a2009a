// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// The service at which apps keep files, apart from the tree: whole files, and the beginnings of uploads that broke off.
public struct FileService: Sendable {
  /// The files that are whole.
  public private(set) var files = SortedMap<Key, FileContent>()
  /// By file: the beginning of an upload that broke off.
  private var begun = SortedMap<Key, Beginning>()

  private struct Beginning: Sendable {
    var content: FileContent
    var size: Int
  }

  /// Makes a service that keeps no file.
  public init() {}

  /// The number of bytes of an upload that came before it broke off; nobody can go on with more.
  func bytesBegun(of key: Key, _ content: FileContent) -> Int {
    guard let there = begun[key], there.content == content else { return 0 }
    return there.size
  }

  /// So many bytes of an upload are there; a file that is whole takes the place of the one before.
  mutating func take(_ key: Key, _ content: FileContent, _ size: Int) {
    guard size >= content.size else {
      begun.set(Beginning(content: content, size: size), for: key)
      return
    }
    begun.remove(key)
    files.set(content, for: key)
  }

  /// Takes a file away.
  mutating func remove(_ key: Key) -> FileContent? { files.remove(key) }
}
