internal import Glibc

extension WholeFile {
  /// The bytes of a file; `/dev/fd/63` and other pipes are read to their end.
  public static func read(_ path: String) throws(FileFailure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw SystemError.last.failure(.missing, "open", path) }
    defer { close(descriptor) }
    if isFolder(path) { throw SystemError(number: EISDIR).failure(.missing, "read", path) }
    return try read(descriptor, called: path)
  }

  /// The bytes of the standard input, to its end.
  public static func readStandardInput() throws(FileFailure) -> [UInt8] {
    try read(0, called: "standard input")
  }

  private static func read(
    _ descriptor: Int32, called name: String
  ) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw SystemError.last.failure(.midway, "finish reading", name) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: piece[..<count])
    }
  }

  /// The names in a folder but for hidden ones, in the order of their bytes.
  public static func names(in folder: String) throws(FileFailure) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw SystemError.last.failure(.missing, "open the folder", folder)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: unsafe bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
