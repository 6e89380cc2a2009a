// SPDX-License-Identifier: GPL-3.0-or-later
internal import Foundation

/// Writes a script that can be run at once.
///
/// Another process writes it. A child that this process starts meanwhile for another test would
/// inherit a file that is open here and hold it open until its own program begins; and a file that
/// is open for writing cannot be run.
public func writeProgram(_ text: String, to path: String) throws {
  struct NotWritten: Error {
    var status: Int32
  }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = [
    "-c", #"rm -f "$2" && printf %s "$1" > "$2" && chmod 755 "$2""#, "sh", text, path,
  ]
  try process.run()
  process.waitUntilExit()
  if process.terminationStatus != 0 { throw NotWritten(status: process.terminationStatus) }
}
