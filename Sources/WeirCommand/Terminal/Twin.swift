internal import Glibc
internal import Synchronization
internal import WeirCore
internal import WeirReport

/// A copy of a program in a file of its own, for a time gate.
///
/// To the machine two copies are two programs: other pages of memory, another name. What they cost is the same, or
/// the machine cannot be trusted.
struct Twin {
  /// Where it is.
  let path: String

  /// Copies a program to the folder for temporary files.
  init(of program: String, in surroundings: Surroundings) throws(FileFailure) {
    let folder = surroundings.environment["TMPDIR"] ?? "/tmp"
    let number = made.add(1, ordering: .relaxed).newValue
    path = "\(folder)/weir-twin-\(getpid())-\(number)"
    try Self.copy(program, to: path)
  }

  /// Copies the copy in its own place: to the machine it is another program again.
  func renew() throws(FileFailure) { try Self.copy(path, to: path) }

  private static func copy(_ program: String, to path: String) throws(FileFailure) {
    let source = unsafe open(program, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failure(program, errno) }
    defer { close(source) }
    let copy = try WholeFile(at: path)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(source, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(program, errno) }
      if count == 0 { break }
      try copy.append(bytes[..<count])
    }
    try copy.commit(durable: false)
    if unsafe chmod(path, 0o700) != 0 { throw failure(path, errno) }
  }

  /// Removes the copy.
  func remove() { unsafe unlink(path) }

  private static func failure(_ path: String, _ number: Int32) -> FileFailure {
    FileFailure(
      stage: .midway,
      problem: Problem(
        message: "cannot copy '\(path)' to measure it: \(systemWords(number))",
        remedy: "set TMPDIR to a folder with room, from which programs may be started"))
  }
}

/// How many copies this process has made.
private let made = Atomic<Int>(0)
