internal import Glibc

extension Machine {
  /// The file of a program; of `/proc/self/exe`, which means another one in every process, our own.
  static func file(of program: String) -> String {
    guard program.hasPrefix("/proc/self/") else { return program }
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe readlink(program, base, bytes.count)
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : program
  }

  /// Whether there is a program of this name that may be started.
  static func isProgram(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }
}
