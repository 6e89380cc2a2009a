// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore

/// A file that appears whole or not at all.
///
///     try WholeFile.write("digest: 5f…\n", to: "Reports/latest/report.txt")
///
///     let trace = try WholeFile(at: "Reports/latest/trace.jsonl")  // for what is too long to hold
///     try trace.append(line)
///     try trace.commit()  // until here nobody sees a file of that name change
///
/// All that is written goes to a hidden neighbour, which is flushed to the disk and then renamed, so a reader finds the
/// old file or the new one, never a part. Without ``commit()`` the neighbour is removed again. Folders on the way are
/// created.
package final class WholeFile {
  /// The name that the file will have.
  package let path: String
  private let neighbour: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Begins a file; its folder is created if need be.
  package init(at path: String) throws(FileFailure) {
    self.path = path
    let cut = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = cut.map { String(path[...$0]) } ?? ""
    let name = cut.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    if !folder.isEmpty { try Self.makeFolder(folder) }
    try Self.refuseSpecial(path)
    let (neighbour, descriptor) = try Self.openNeighbour(of: name, in: folder, for: path)
    self.neighbour = neighbour
    self.descriptor = descriptor
  }

  /// Checks that a file can be written there, and makes its folder; nothing more is changed.
  ///
  /// Before long work this says at once what would else be said when the results are there.
  package static func attempt(at path: String) throws(FileFailure) { _ = try WholeFile(at: path) }

  deinit {
    if descriptor >= 0 { abandon() }
  }

  /// Adds bytes at the end.
  package func append(_ bytes: some Sequence<UInt8>) throws(FileFailure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Adds a text at the end, as UTF-8.
  package func append(_ text: String) throws(FileFailure) { try append(text.utf8) }

  /// Puts the file in its place.
  ///
  /// It can be called once, and nothing can be added afterwards.
  package func commit() throws(FileFailure) {
    try flush()
    if fsync(descriptor) != 0, errno != EINVAL { throw failMidway() }
    let closed = close(descriptor)
    descriptor = -1
    if closed != 0 { throw failMidway() }
    if unsafe rename(neighbour, path) != 0 {
      let error = SystemError.last
      unsafe unlink(neighbour)
      throw error.failure(.create, "write", path)
    }
  }

  private func flush() throws(FileFailure) {
    invariant(descriptor >= 0, "'\(path)' was written to after its end")
    var done = 0
    while done < buffer.count {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failMidway() }
      done += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Removes what was written, and says why.
  private func failMidway() -> FileFailure {
    let error = SystemError.last
    abandon()
    return error.failure(.midway, "finish writing", path)
  }

  private func abandon() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    unsafe unlink(neighbour)
  }
}

extension WholeFile {
  /// Writes a whole file at once.
  package static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(FileFailure) {
    let file = try WholeFile(at: path)
    try file.append(bytes)
    try file.commit()
  }

  /// Writes a whole text file at once, as UTF-8.
  package static func write(_ text: String, to path: String) throws(FileFailure) {
    try write(text.utf8, to: path)
  }

  /// Creates a folder and those above it; one that is there already is fine.
  package static func makeFolder(_ path: String) throws(FileFailure) {
    var end = path.utf8.startIndex
    while end < path.utf8.endIndex {
      let from = path.utf8.index(after: end)
      end = path.utf8[from...].firstIndex(of: UInt8(ascii: "/")) ?? path.utf8.endIndex
      let part = String(path[..<end])
      if unsafe mkdir(part, 0o777) == 0 || errno == EEXIST && isFolder(part) { continue }
      throw SystemError.last.failure(.create, "create the folder", part)
    }
  }

  /// `true` if there is a folder of this name.
  package static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// `true` if there is something of this name.
  package static func isThere(_ path: String) -> Bool { kind(of: path) != nil }

  /// Returns the kind of file at `path`: one of `S_IFREG`, `S_IFDIR` … or nil for nothing.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    let before = errno
    defer { errno = before }
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  /// Refuses to put a file in place of a device, pipe or folder.
  private static func refuseSpecial(_ path: String) throws(FileFailure) {
    guard let kind = kind(of: path), kind != S_IFREG else { return }
    throw FileFailure(
      stage: .create,
      problem: Problem(
        message: "cannot write '\(path)': it is there already and is not a plain file",
        remedy: "choose another place with `--out DIR`"))
  }

  /// Opens a new hidden file beside the wanted one, under a name that is not in use.
  private static func openNeighbour(
    of name: String, in folder: String, for path: String
  ) throws(FileFailure) -> (String, Int32) {
    for attempt in 0..<1000 {
      let neighbour = "\(folder).\(name).weir-\(getpid())-\(attempt)"
      let descriptor = unsafe open(neighbour, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (neighbour, descriptor) }
      if errno != EEXIST { break }
    }
    throw SystemError.last.failure(.create, "create", path)
  }
}
