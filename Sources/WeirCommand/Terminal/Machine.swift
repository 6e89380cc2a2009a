// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// The facts that the command asks of the machine that it runs on.
package enum Machine {
  /// The number of processors there are.
  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Returns a text that tells one build of a program from another: its size and the moment of its
  /// last change.
  static func build(of program: String) -> String {
    var status = stat()
    guard unsafe stat(program, &status) == 0 else { return "unknown" }
    return "\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
