// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// The lines that another process sends to this one through a pipe.
final class PipedInput {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0

  /// Reads from a file descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Returns the next line without its end, waited for; nil when no more will come.
  func line() -> String? {
    var looked = start
    while true {
      if let end = buffer[looked...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return String(decoding: buffer[start..<end], as: UTF8.self)
      }
      looked = buffer.count
      let skipped = start
      guard more() else { return nil }
      looked -= skipped
    }
  }

  /// Returns the next `count` bytes, waited for; nil if the other process ended before.
  func bytes(_ count: Int) -> [UInt8]? {
    while buffer.count - start < count { guard more() else { return nil } }
    defer { start += count }
    return Array(buffer[start..<(start + count)])
  }

  /// `true` if the other process has gone.
  var isAbandoned: Bool {
    var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&end, 1, 0) > 0 && end.revents & Int16(POLLHUP | POLLERR) != 0
  }

  private func more() -> Bool {
    buffer.removeFirst(start)
    start = 0
    while true {
      let room = 1 << 16
      let count = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { bytes in
        let count = unsafe Glibc.read(descriptor, bytes.baseAddress, room)
        if count > 0 { unsafe buffer.append(contentsOf: bytes[..<count]) }
        return count
      }
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }
}
