// SPDX-License-Identifier: GPL-3.0-or-later
import CCores
import Glibc

/// The core on which a thread and its program work while the one waits for the other.
///
///     core.enter(with: process)
///     … say a line and wait for the answer …
///     core.leave()
///
/// Only one of the two works at a time. On two cores each would sleep meanwhile, and to wake a core takes several times as
/// long as the line. Between two lines the thread is free again: what else it starts has nothing to do with this.
struct SharedCore {
  /// The number of lines between two looks for a core with less to do.
  private static let patience = 1024

  /// The cores that the thread may be on when it waits for nobody.
  private var all = weir_cores()
  /// `true` if the machine says which those are.
  private var isKnown = false
  /// The core of the program; nil: it is on any.
  private var core: Int32?
  private var lines = 0

  /// Brings the thread, and with it whatever it starts before it leaves, to one core; a program that is there follows.
  mutating func enter(with program: pid_t? = nil) {
    if lines % Self.patience == 0 { look() }
    lines += 1
    let here = isKnown ? weir_core_here() : -1
    guard here >= 0 else { return }
    var one = weir_cores_one(here)
    if let program, here != core { Self.bring(program, to: &one) }
    core = here
    unsafe weir_cores_keep(0, &one)
  }

  /// Sleeps for a moment, so that the thread wakes up where there is least to do.
  private mutating func look() {
    if lines > 0 {
      var moment = timespec(tv_sec: 0, tv_nsec: 1)
      unsafe nanosleep(&moment, nil)
    }
    isKnown = unsafe weir_cores_read(&all)
  }

  /// Sets the thread free.
  mutating func leave() {
    if core != nil { unsafe weir_cores_keep(0, &all) }
  }

  /// Brings a program and all that it has started to a core.
  private static func bring(_ program: pid_t, to core: inout weir_cores) {
    unsafe weir_cores_keep(program, &core)
    for child in children(of: program) { bring(child, to: &core) }
  }

  /// The programs that a program has started, where the machine says so.
  private static func children(of program: pid_t) -> [pid_t] {
    let file = unsafe open("/proc/\(program)/task/\(program)/children", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    return bytes.prefix(max(0, count)).split(separator: UInt8(ascii: " ")).compactMap {
      pid_t(String(decoding: $0, as: UTF8.self))
    }
  }
}
