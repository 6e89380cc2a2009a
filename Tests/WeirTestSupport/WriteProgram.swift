internal import Foundation

/// Writes a script that can be run at once.
///
/// Another process writes it. Whatever this one starts meanwhile for another test would hold a file that is open here
/// open, too, until it has become what it is to be; and a file that somebody has open for writing cannot be run.
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
