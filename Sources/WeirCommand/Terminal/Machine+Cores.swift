// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

// The choice of the processors that do the work. The C library shows these calls to programs in C alone.
extension Machine {
  /// The processors that may work for this process; empty if the system does not tell.
  package static let cores: [Int] = coresNow

  /// The processors that may work for this thread now.
  package static var coresNow: [Int] {
    typealias Ask = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
    guard let function = unsafe dlsym(nil, "sched_getaffinity") else { return [] }
    var mask = CoreMask()
    let result = unsafe mask.words.withUnsafeMutableBytes { bytes in
      unsafe bytes.baseAddress.map { base in
        unsafe unsafeBitCast(function, to: Ask.self)(0, bytes.count, base)
      } ?? -1
    }
    return result >= 0 ? mask.cores : []
  }

  /// Lets one processor alone work for this thread; without effect where that cannot be.
  package static func stay(on core: Int) {
    typealias Tell = @convention(c) (pid_t, Int, UnsafeRawPointer) -> Int32
    var mask = CoreMask()
    guard mask.add(core), let function = unsafe dlsym(nil, "sched_setaffinity") else { return }
    _ = unsafe mask.words.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map { base in
        unsafe unsafeBitCast(function, to: Tell.self)(0, bytes.count, base)
      } ?? -1
    }
  }
}

/// A set of processors as the system keeps it: a bit each.
private struct CoreMask {
  /// As many as the C library's own type has.
  var words = [UInt64](repeating: 0, count: 16)

  /// The processors in it.
  var cores: [Int] { (0..<64 * words.count).filter { words[$0 / 64] >> ($0 % 64) & 1 == 1 } }

  /// Adds a processor; false if there can be none of that number.
  mutating func add(_ core: Int) -> Bool {
    guard (0..<64 * words.count).contains(core) else { return false }
    words[core / 64] |= 1 << (core % 64)
    return true
  }
}
