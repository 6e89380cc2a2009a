// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

extension FileLoader {
  /// The files of this machine; `-` is standard input.
  ///
  /// The size is asked for before anything is read, so that a file that is too large is refused at
  /// once; what has no size (a pipe, a device) is read until it ends or becomes too large.
  public static let files = FileLoader(resolve: realPath) { path in
    if path == "-" { return contents(of: STDIN_FILENO, sizeHint: 0) }
    if path.utf8.contains(0) { return .failure(.missing) }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let reason = errno
      if reason == ENOENT || reason == ENOTDIR { return .failure(.missing) }
      return .failure(.unreadable(words(for: reason)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      return .failure(.unreadable(words(for: errno)))
    }
    if status.st_mode & S_IFMT == S_IFDIR { return .failure(.directory) }
    if Int(status.st_size) > LoadFailure.mostBytes { return .failure(.tooLarge) }
    return contents(of: descriptor, sizeHint: Int(status.st_size))
  }

  /// The path of what is there, without links.
  @Sendable private static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Everything that can be read from `descriptor`, up to the largest size.
  private static func contents(
    of descriptor: Int32, sizeHint: Int
  ) -> Result<[UInt8], LoadFailure> {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sizeHint)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(.failedMidway(words(for: errno)))
      }
      if count == 0 { return .success(bytes) }
      bytes += chunk.prefix(count)
      if bytes.count > LoadFailure.mostBytes { return .failure(.tooLarge) }
    }
  }

  /// The system's words for an error number.
  private static func words(for number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
