internal import Glibc
internal import WeirCore
internal import WeirReport

/// One short process of a program: what it wrote, how it ended, and what the system says it cost.
///
/// It is started and waited for with as little ado as possible: thousands of them are compared.
enum MeteredProcess {
  /// What came of it.
  struct Result {
    /// What it wrote to its standard output.
    var output: [UInt8]
    /// How it ended.
    var ending: ChildProcess.Ending
    /// Nanoseconds of processor time, its start included, as the system counted them.
    var processor: UInt64
    /// How often the machine took the processor away from it.
    var interruptions: Int
  }

  /// Runs a program to its end; `words` begin with its name.
  ///
  /// What it says of errors is dropped. One that is silent for more than `timeout` seconds is ended, and so it is
  /// when somebody interrupts.
  static func run(
    _ program: String, _ words: [String], timeout: Int = 600
  ) throws(FileFailure) -> Result {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw failure(program, errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let number = unsafe posix_spawn(&child, program, &actions, nil, &arguments, environ)
    close(ends[1])
    guard number == 0 else { throw failure(program, number) }
    let output = read(ends[0], from: child, timeout)
    var (status, usage) = (Int32(0), rusage())
    while unsafe wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Result(
      output: output, ending: signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal),
      processor: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
      interruptions: usage.ru_nivcsw)
  }

  private static func read(_ descriptor: Int32, from child: pid_t, _ timeout: Int) -> [UInt8] {
    var output: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    var waited = 0
    while true {
      var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&end, 1, 100)
      if ready <= 0 {
        if ready == 0 { waited += 1 }
        guard waited > 10 * timeout || Interruption.code != nil else { continue }
        _ = kill(child, SIGKILL)
        return output
      }
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return output }
      output += bytes[..<count]
    }
  }

  private static func nanoseconds(_ time: timeval) -> UInt64 {
    UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1000
  }

  private static func failure(_ program: String, _ number: Int32) -> FileFailure {
    FileFailure(
      stage: number == ENOENT || number == EACCES ? .missing : .midway,
      problem: Problem(
        message: "cannot start '\(program)': \(systemWords(number))",
        remedy: "see that it is a program for this machine"))
  }
}
