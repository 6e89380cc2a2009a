internal import Glibc
internal import Synchronization
internal import WeirCore
internal import WeirReport

/// A copy of a program in a file of its own, for the control of a time gate.
///
/// To the machine it is another program: other pages of memory, another name. What it costs is the same, or the
/// machine cannot be trusted.
struct Twin {
  /// Where it is.
  let path: String

  /// Copies a program to the folder for temporary files.
  init(of program: String, in surroundings: Surroundings) throws(FileFailure) {
    let folder = surroundings.environment["TMPDIR"] ?? "/tmp"
    let number = made.add(1, ordering: .relaxed).newValue
    path = "\(folder)/weir-twin-\(getpid())-\(number)"
    let source = unsafe open(program, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw Self.failure(program, errno) }
    defer { close(source) }
    let copy = try WholeFile(at: path)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(source, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.failure(program, errno) }
      if count == 0 { break }
      try copy.append(bytes[..<count])
    }
    try copy.commit()
    if unsafe chmod(path, 0o700) != 0 { throw Self.failure(path, errno) }
  }

  /// Removes the copy.
  func remove() { unsafe unlink(path) }

  private static func failure(_ path: String, _ number: Int32) -> FileFailure {
    FileFailure(
      stage: .midway,
      problem: Problem(
        message: "cannot copy '\(path)' for the control: \(systemWords(number))",
        remedy: "set TMPDIR to a folder with room, from which programs may be started"))
  }
}

/// How many copies this process has made.
private let made = Atomic<Int>(0)
