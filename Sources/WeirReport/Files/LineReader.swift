// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// A file that is read line by line, in constant memory.
///
///     let reader = try LineReader("out/shard-0-of-2.weir")
///     while let line = try reader.next() { … }  // without its end
///     reader.isTorn                              // true if bytes stand behind the last line end
///
/// - Complexity: O(*n*) in the number of bytes, with one buffer.
final class LineReader {
  /// The file's name.
  let path: String
  /// `true` if bytes without a line end were found at the end of the file.
  private(set) var isTorn = false
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var place = 0

  /// Opens a file.
  init(_ path: String) throws(FileFailure) {
    self.path = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.last.failure(.missing, "read", path) }
  }

  deinit { close(descriptor) }

  /// Returns the next line without its end; nil if there is none that is whole.
  func next() throws(FileFailure) -> [UInt8]? {
    var looked = start
    while true {
      if let end = buffer[looked...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      looked = buffer.count - start
      buffer.removeFirst(start)
      start = 0
      let bytes = try chunk(at: place)
      if bytes.isEmpty {
        isTorn = !buffer.isEmpty
        return nil
      }
      place += bytes.count
      buffer += bytes
    }
  }

  /// Returns the last line of the file without its end; nil if it has no line that is whole, or one that is far too
  /// long.
  func lastLine() throws(FileFailure) -> [UInt8]? {
    let room = 1024
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size > 0 else { return nil }
    var bytes = try chunk(at: max(0, size - room))
    guard bytes.popLast() == UInt8(ascii: "\n") else { return nil }
    guard let cut = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    return Array(bytes[(cut + 1)...])
  }

  /// Returns the first bytes of the file, so many at most.
  func beginning(_ count: Int) throws(FileFailure) -> [UInt8] {
    Array(try chunk(at: 0).prefix(count))
  }

  private func chunk(at place: Int) throws(FileFailure) -> [UInt8] {
    try FilePiece.read(from: descriptor, at: place, of: path)
  }
}
