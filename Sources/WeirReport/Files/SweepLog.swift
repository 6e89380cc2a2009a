// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore

/// A log file to which lines are added as things happen, so that a killed process can be continued.
///
///     let log = try SweepLog(at: "out/sweep.partial", heading: "weir-sweep 1 seeds=1..1000")
///     try log.read { line in take(line) }   // what an earlier process left
///     try log.append(result.line)
///     try log.remove()                      // all is done and written elsewhere
///
/// The first line names the subject of the log; a log about another subject is refused,
/// never overwritten. Everything behind the last whole and believed line is cut off. Each line is
/// handed to the system at once, so a `kill -9` loses none; the log is locked against use by
/// other processes.
package final class SweepLog {
  /// The file's name.
  package let path: String
  /// `true` if an earlier process had begun it.
  package let isContinued: Bool
  private let descriptor: Int32
  private let headingCount: Int

  /// Opens the log, or begins it; folders on the way are created.
  ///
  /// With `afresh` an earlier one is thrown away. While another process is at work on it, `waits` is called, and true means
  /// to try again.
  package init(
    at path: String, heading: String, afresh: Bool = false, waits: () -> Bool = { false }
  ) throws(FileFailure) {
    if let cut = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      try WholeFile.makeFolder(String(path[..<cut]))
    }
    let opened = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard opened >= 0 else { throw SystemError.last.failure(.create, "open", path) }
    do throws(FileFailure) {
      try Self.lock(opened, path, waits)
      isContinued = try Self.begin(opened, path, heading, afresh)
    } catch {
      close(opened)
      throw error
    }
    self.path = path
    descriptor = opened
    headingCount = heading.utf8.count + 1
  }

  deinit { close(descriptor) }

  /// Adds a line, its end included.
  package func append(_ line: [UInt8]) throws(FileFailure) {
    try Self.write(line, to: descriptor, path)
  }

  /// Gives each line behind the first to `body`, without its end, in the order of writing.
  ///
  /// From the first line on that `body` does not believe, and behind the last line end, the file is cut off.
  package func read(_ body: ([UInt8]) throws(FileFailure) -> Bool) throws(FileFailure) {
    var place = headingCount
    var rest: [UInt8] = []
    var end = place
    reading: while let bytes = try chunk(at: place), !bytes.isEmpty {
      place += bytes.count
      rest += bytes
      var start = 0
      while let cut = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        guard try body(Array(rest[start..<cut])) else { break reading }
        end += cut + 1 - start
        start = cut + 1
      }
      rest.removeFirst(start)
    }
    guard ftruncate(descriptor, off_t(end)) == 0 else {
      throw SystemError.last.failure(.midway, "cut off the torn end of", path)
    }
  }

  /// Removes the file.
  package func remove() throws(FileFailure) {
    guard unsafe unlink(path) == 0 else {
      throw SystemError.last.failure(.midway, "remove", path)
    }
  }

  private func chunk(at place: Int) throws(FileFailure) -> [UInt8]? {
    try FilePiece.read(from: descriptor, at: place, of: path)
  }

  /// Locks the file, as soon as no other process has.
  private static func lock(
    _ descriptor: Int32, _ path: String, _ waits: () -> Bool
  ) throws(FileFailure) {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR || waits() { continue }
      throw refusal(
        "another process is at work on '\(path)'", "wait for it, or choose another folder")
    }
  }

  /// Makes sure of the first line; true if it was there.
  private static func begin(
    _ descriptor: Int32, _ path: String, _ heading: String, _ afresh: Bool
  ) throws(FileFailure) -> Bool {
    let line = Array("\(heading)\n".utf8)
    if !afresh {
      let found = beginning(of: descriptor, longest: line.count)
      if found == line { return true }
      // A first line that is not whole is of a process that was killed before it did anything.
      guard line.starts(with: found) else {
        throw refusal(
          "'\(path)' is of another sweep that is unfinished\n"
            + "  there: \(String(decoding: found.prefix { $0 != 10 }, as: UTF8.self))\n"
            + "  asked: \(heading)",
          "finish that one with its own command, choose another folder, or drop it with --fresh")
      }
    }
    guard ftruncate(descriptor, 0) == 0 else {
      throw SystemError.last.failure(.create, "empty", path)
    }
    try write(line, to: descriptor, path)
    return false
  }

  private static func beginning(of descriptor: Int32, longest: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
    }
    return Array(bytes.prefix(max(0, count)))
  }

  private static func write(
    _ line: [UInt8], to descriptor: Int32, _ path: String
  ) throws(FileFailure) {
    var done = 0
    while done < line.count {
      let count = unsafe line.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw SystemError.last.failure(.midway, "go on writing", path) }
      done += count
    }
  }

  private static func refusal(_ message: String, _ remedy: String) -> FileFailure {
    FileFailure(stage: .create, problem: Problem(message: message, remedy: remedy))
  }
}
