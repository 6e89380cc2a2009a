// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Runs the scripts in `.ci`, as a person would.
enum Bash {
  /// Runs a script, which stops at the first command that fails, and returns its output and exit code.
  static func run(
    _ script: String, in folder: String = Repository.top
  ) throws -> (text: String, status: Int32) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-c", "set -euo pipefail; \(script)"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}
