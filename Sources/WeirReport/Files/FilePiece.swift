// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// A piece of a file that is open.
enum FilePiece {
  /// The number of bytes of a piece, but for the last one.
  private static let size = 1 << 16

  /// Reads the piece that begins at a place; it is empty at the end of the file.
  static func read(
    from descriptor: Int32, at place: Int, of path: String
  ) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var count = -1
    repeat {
      count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(place))
      }
    } while count < 0 && errno == EINTR
    if count < 0 { throw SystemError.last.failure(.midway, "read", path) }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
