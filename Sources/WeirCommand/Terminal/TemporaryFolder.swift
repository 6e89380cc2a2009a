// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirReport

/// A folder of a process's own for files that are not needed afterwards.
///
///     let folder = TemporaryFolder.make(in: environment)  // "/tmp/weir-Xk2p0Q"
enum TemporaryFolder {
  /// Returns the folder of such folders: that of `TMPDIR`, or `/tmp`.
  static func place(in environment: CommandEnvironment) -> String {
    environment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Makes a folder that no other process has; nil if none can be made.
  static func make(in environment: CommandEnvironment) -> String? {
    var name = Array("\(place(in: environment))/weir-XXXXXX".utf8CString)
    let isMade = unsafe name.withUnsafeMutableBufferPointer { template in
      unsafe template.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
    }
    guard isMade else { return nil }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a folder and its files; what cannot be removed lies where the system clears up.
  static func remove(_ folder: String) {
    for name in (try? WholeFile.names(in: folder)) ?? [] {
      try? WholeFile.remove("\(folder)/\(name)")
    }
    unsafe rmdir(folder)
  }
}
