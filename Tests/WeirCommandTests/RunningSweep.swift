// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A sweep in a process of its own.
struct RunningSweep {
  let process = Process()
  let output = Pipe()
  let errors = Pipe()

  /// Starts a sweep; with `room` it can write no more than so many bytes before its output is
  /// read, and waits then.
  init(_ words: [String], room: Int? = nil, path: String? = nil) throws {
    if let room {
      let end = errors.fileHandleForWriting.fileDescriptor
      let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ, which Swift does not see
      let size = Int(fcntl(end, setPipeSize, Int32(4096)))
      try errors.fileHandleForWriting.write(contentsOf: Data(count: size - room))
    }
    // As if a person had started it: threads of tests block all signals, and whoever started the tests
    // may have had some ignored.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["--default-signal=INT", "--default-signal=TERM", SweepTests.program, "sweep"] + words
    if let path {
      process.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { $1 }
    }
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_UNBLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Waits until a log has so many lines, its heading included; false if the process ended before.
  ///
  /// Several workers finish their seeds in any order: how many are done does not say which.
  func waits(for log: String, lines: Int, with seed: Int? = nil) -> Bool {
    while process.isRunning {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      let isThere = seed.map { text.contains("\n0\t\($0)\t") } ?? true
      if isThere, text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= lines { return true }
      usleep(1000)
    }
    return false
  }

  /// Returns all that was written to a pipe until its end.
  func words(_ pipe: Pipe) throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// The processes that it has started and that are alive.
  var children: [String] {
    let path = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").map(String.init)
  }
}
