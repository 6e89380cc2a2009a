// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore
internal import WeirReport

/// Another process of ours, with pipes to its input and from its two outputs.
///
///     let child = try ChildProcess(program: "/proc/self/exe", words: ["weir", "version"])
///     while let bytes = child.read() { ChildProcess.wait(for: [child], milliseconds: 100) }
///     child.end()  // .exited(0)
///
/// Reading never waits; ``wait(for:milliseconds:)`` does, for several at once. A child that is no
/// longer referenced is killed.
package final class ChildProcess {
  /// The way a process ended.
  package enum Ending: Hashable {
    /// It exited with a code.
    case exited(Int32)
    /// It was killed by a signal.
    case killed(Int32)
  }

  private let process: pid_t
  private var input: Int32
  private var output: Int32
  private var errors: Int32
  private var errorWords: [UInt8] = []
  private var ending: Ending?

  /// Starts a program; `words` begin with its name, `variables` stand in for the environment's of that name.
  init(
    program: String, words: [String], variables: [String] = []
  ) throws(FileFailure) {
    let pipes = try Self.makePipes()
    let (ours, theirs) = (
      [pipes[0][1], pipes[1][0], pipes[2][0]], [pipes[0][0], pipes[1][1], pipes[2][1]]
    )
    let started = Self.start(program, words, variables, ends: theirs)
    for end in theirs { close(end) }
    switch started {
    case .success(let child): process = child
    case .failure(let error):
      for end in ours { close(end) }
      throw Self.failure(error.number)
    }
    for end in ours[1...] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (input, output, errors) = (ours[0], ours[1], ours[2])
  }

  deinit {
    kill()
    _ = end()
  }

  /// Its number in the system.
  var number: Int32 { process }

  /// Gives it bytes; those that it can no longer read are dropped.
  func write(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(input, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      done += count
    }
  }

  /// Returns what it has written to its standard output, perhaps nothing yet; nil if nothing more
  /// will come.
  func read() -> [UInt8]? {
    keepErrors()
    return Self.read(&output)
  }

  /// `true` if it will write nothing any more.
  var isOver: Bool { output < 0 }

  /// The last words on its standard error, or those about a fatal error if there are such.
  var lastWords: String {
    let lines = errorWords.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
    return lines.last { $0.utf8.count > 0 && $0.contains("Fatal error: ") } ?? lines.last ?? ""
  }

  /// Ends it at once, no matter what it is doing.
  func kill() {
    if ending == nil { _ = Glibc.kill(process, SIGKILL) }
  }

  /// Waits for its end and says how it came.
  func end() -> Ending {
    if let ending { return ending }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    keepErrors()
    for end in [input, output, errors] where end >= 0 { close(end) }
    (input, output, errors) = (-1, -1, -1)
    let signal = status & 0x7F
    let ending = signal == 0 ? Ending.exited(status >> 8 & 0xFF) : .killed(signal)
    self.ending = ending
    return ending
  }

  /// `true` if a signal is one that others send, and not one by which a process ends itself when it is wrong.
  static func comesFromOutside(_ signal: Int32) -> Bool {
    [SIGHUP, SIGINT, SIGKILL, SIGQUIT, SIGTERM].contains(signal)
  }

  /// Waits until one of several has something to say or has ended, or a signal comes, or time is up.
  static func wait(for children: [ChildProcess], milliseconds: Int32) {
    var ends: [pollfd] = []
    for child in children {
      for end in [child.output, child.errors] where end >= 0 {
        ends.append(pollfd(fd: end, events: Int16(POLLIN), revents: 0))
      }
    }
    _ = unsafe poll(&ends, nfds_t(ends.count), milliseconds)
  }

  /// Takes in what came on the standard error; of very much only the end is kept.
  private func keepErrors() {
    while let bytes = Self.read(&errors), !bytes.isEmpty {
      errorWords += bytes
      if errorWords.count > 1 << 16 { errorWords.removeFirst(errorWords.count - 1 << 15) }
    }
  }

  /// Returns what can be read now; at the end the descriptor is closed and becomes -1.
  private static func read(_ descriptor: inout Int32) -> [UInt8]? {
    guard descriptor >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }
    if count > 0 { return Array(bytes[..<count]) }
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    close(descriptor)
    descriptor = -1
    return nil
  }

  /// Starts a program with three ends of pipes as its standard input, output and error.
  private static func start(
    _ program: String, _ words: [String], _ variables: [String], ends: [Int32]
  ) -> Result<pid_t, SystemError> {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in ends.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let own = unsafe variables.map { unsafe strdup($0) }
    defer { unsafe own.forEach { unsafe free($0) } }
    var environment = unsafe own
    let names = variables.map { $0.prefix { $0 != "=" } + "=" }
    if var next = unsafe Optional(environ) {
      while let variable = unsafe next.pointee {
        // Of two variables with one name some programs hear the first, and some the last.
        let text = unsafe String(cString: variable)
        if !names.contains(where: { text.hasPrefix($0) }) { unsafe environment.append(variable) }
        unsafe next += 1
      }
    }
    unsafe environment.append(nil)
    var child: pid_t = 0
    let number = unsafe posix_spawn(&child, program, &actions, nil, &arguments, &environment)
    return number == 0 ? .success(child) : .failure(SystemError(number: number))
  }

  private struct SystemError: Error {
    var number: Int32
  }

  /// Makes three pipes whose ends other programs do not inherit.
  private static func makePipes() throws(FileFailure) -> [[Int32]] {
    var pipes: [[Int32]] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else {
        let number = errno
        for end in pipes.joined() { close(end) }
        throw failure(number)
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes.append(ends)
    }
    return pipes
  }

  private static func failure(_ number: Int32) -> FileFailure {
    FileFailure(
      stage: .midway,
      problem: Problem(
        message: "cannot start another process: \(systemWords(number))",
        remedy: "see that processes and file descriptors are not used up"))
  }
}
