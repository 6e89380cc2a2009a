// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore

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

extension Machine {
  /// Returns a hash of a program's bytes, which is the same on every machine that the program is copied to.
  static func contents(of program: String) -> String {
    let descriptor = unsafe open(program, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "unknown" }
    defer { close(descriptor) }
    var digest = Digest()
    var bytes = [UInt64](repeating: 0, count: 1 << 15)
    var count = 0
    repeat {
      count = unsafe bytes.withUnsafeMutableBytes { unsafe fill($0, from: descriptor) }
      for place in stride(from: 0, to: (count + 15) / 16 * 2, by: 2) {
        digest.absorb(UInt64(littleEndian: bytes[place]), UInt64(littleEndian: bytes[place + 1]))
      }
    } while count == bytes.count * 8
    digest.absorb(UInt64(count), 0)
    return "\(digest)"
  }

  /// Reads until a buffer is full or the file ends, and puts zeros behind that.
  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
    var done = 0
    while done < buffer.count {
      let count = unsafe read(
        descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    for place in done..<buffer.count { unsafe buffer[place] = 0 }
    return done
  }

  /// Waits a moment.
  static func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}
