internal import Glibc

extension WholeFile {
  /// The names in a folder but for hidden ones, in the order of their bytes.
  ///
  /// The disk's own order depends on its history; nothing may depend on that.
  public static func names(in folder: String) throws(FileFailure) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw SystemError.last.failure(.missing, "open the folder", folder)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
