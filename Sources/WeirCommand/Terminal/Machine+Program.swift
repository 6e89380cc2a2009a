internal import Glibc

extension Machine {
  /// Returns the file of a program; of `/proc/self/exe`, which means another one in every process,
  /// our own.
  static func file(of program: String) -> String {
    guard program.hasPrefix("/proc/self/") else { return program }
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe readlink(program, base, bytes.count)
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : program
  }

  /// `true` if there is a program of this name that may be started.
  static func isProgram(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }
}

extension Machine {
  /// Returns the moment by the world's clock, as `2026-11-21T17:30:00Z`; for histories alone.
  package static func moment(_ seconds: Int = time(nil)) -> String {
    // Days since the first of March of the year 0, so that a leap day comes last (after Hinnant).
    let days = seconds / 86400 + 719_468
    let (era, day) = (days / 146_097, days % 146_097)
    let year = (day - day / 1460 + day / 36524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(400 * era + year + (month < 10 ? 0 : 1))-\(two(month < 10 ? month + 3 : month - 9))"
      + "-\(two(dayOfYear - (153 * month + 2) / 5 + 1))T\(two(seconds / 3600 % 24))"
      + ":\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
  }

  /// The number of this process.
  static var process: Int32 { getpid() }
}
