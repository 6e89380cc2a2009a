// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore
package import WeirReport

/// A copy of a program in memory, for a time gate.
///
/// To the machine two copies are two programs: other pages of memory, another name. What they cost is the same, or
/// the machine cannot be trusted. A copy is a file without a folder, which is gone when this process is, however that
/// ends.
package struct ProgramCopy {
  /// The path of the copy, for the children of this process as for itself.
  package let path: String
  private let program: String
  /// The program, held open: a build of it in the middle of a gate does not change what is
  /// measured.
  private let source: Int32
  private let copy: Int32
  private let length: Int

  /// Makes ready to copy a program, which ``renew()`` does.
  package init(of program: String) throws(FileFailure) {
    self.program = program
    source = unsafe open(program, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw Self.failure(program, errno) }
    // Not closed in the children: what interprets a script opens it once more.
    copy = MemoryFile.open("weir-twin")
    guard copy >= 0 else {
      let number = errno
      close(source)
      throw Self.failure(program, number)
    }
    path = "/proc/\(getpid())/fd/\(copy)"
    var status = stat()
    let size = unsafe fstat(source, &status) == 0 ? Int(status.st_size) : 0
    length = LoadedPart.length(of: source) ?? size
  }

  /// Copies the program, once more to other pages: to the machine it is another program again.
  package func renew() throws(FileFailure) {
    guard ftruncate(copy, 0) == 0, lseek(copy, 0, SEEK_SET) == 0 else {
      throw Self.failure(program, errno)
    }
    var place = 0
    while place < length {
      let count = unsafe sendfile(copy, source, &place, length - place)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.failure(program, errno) }
      // The file was cut off while it was copied.
      if count == 0 { throw Self.failure(program, EIO) }
    }
  }

  /// Gives the copy up.
  package func remove() {
    close(source)
    close(copy)
  }

  private static func failure(_ program: String, _ number: Int32) -> FileFailure {
    FileFailure(
      stage: .midway,
      problem: Problem(
        message: "cannot copy '\(program)' to measure it: \(systemWords(number))",
        remedy: "see that it can be read, and that there is memory for three copies a core"))
  }
}

/// A file without a folder, whose bytes lie in memory.
private enum MemoryFile {
  /// Opens one to read and write, empty; a negative number if that fails, with the reason in `errno`.
  static func open(_ name: String) -> Int32 {
    // The C library has it since 2018, but shows it to programs in C alone.
    guard let function = unsafe dlsym(nil, "memfd_create") else {
      errno = ENOSYS
      return -1
    }
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    return unsafe name.withCString { unsafe unsafeBitCast(function, to: Create.self)($0, 0) }
  }
}

/// The part of a program's file that the machine loads.
///
/// The rest behind it is for debuggers, and three quarters of the file.
private enum LoadedPart {
  /// Returns the number of bytes; nil for what is not an ELF program of 64 bits, as a script.
  static func length(of file: Int32) -> Int? {
    let head = bytes(of: file, at: 0, count: 64)
    guard head.count == 64, head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    let (table, size, count) = (number(head, 32, 8), number(head, 54, 2), number(head, 56, 2))
    guard size >= 40, (0..<most).contains(table) else { return nil }
    let entries = bytes(of: file, at: table, count: size * count)
    guard entries.count == size * count else { return nil }
    let loaded = 1
    let parts = (0..<count).map { $0 * size }.filter { number(entries, $0, 4) == loaded }
      .map { (start: number(entries, $0 + 8, 8), count: number(entries, $0 + 32, 8)) }
    guard
      parts.allSatisfy({ (0..<most).contains($0.start) && (0..<most).contains($0.count) })
    else { return nil }
    return parts.map { $0.start + $0.count }.max()
  }

  /// Larger than any program; a table with larger numbers is none.
  private static let most = 1 << 40

  private static func bytes(of file: Int32, at place: Int, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe pread(file, buffer.baseAddress, buffer.count, place)
    }
    return Array(bytes.prefix(max(0, read)))
  }

  /// Returns the number in so many bytes, the least of them first.
  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
