// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

extension WholeFile {
  /// Returns the names in a folder but for hidden ones, in the order of their bytes.
  ///
  /// The disk's own order depends on its history; nothing may depend on that.
  package static func names(in folder: String) throws(FileFailure) -> [String] {
    try allNames(in: folder).filter { !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes what processes that were killed left of a file that they had not yet put in its place.
  ///
  /// The caller must know that the file is not being written by another process.
  package static func removeLeftovers(of path: String) throws(FileFailure) {
    let cut = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = cut.map { String(path[...$0]) } ?? "./"
    let name = cut.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    for leftover in try allNames(in: folder) where leftover.hasPrefix(".\(name).weir-") {
      unsafe unlink(folder + leftover)
    }
  }

  /// Returns the names in a folder, hidden ones too, in the order of the disk.
  private static func allNames(in folder: String) throws(FileFailure) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw SystemError.last.failure(.missing, "open the folder", folder)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}

extension WholeFile {
  /// Removes a file; one that is not there is fine.
  package static func remove(_ path: String) throws(FileFailure) {
    if unsafe unlink(path) != 0, errno != ENOENT, errno != ENOTDIR {
      throw SystemError.last.failure(.create, "remove", path)
    }
  }
}
