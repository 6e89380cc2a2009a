// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore
package import WeirReport

/// One short process of a program: what it wrote, how it ended, and what the system says it cost.
///
///     let result = try MeteredProcess.run("/bin/date", ["date"])
///
/// It is started and waited for with as little ado as possible: thousands of them are compared.
package struct MeteredProcess {
  /// The result of the process.
  package struct Result {
    /// The bytes of its standard output.
    package var output: [UInt8]
    /// The way it ended.
    package var ending: ChildProcess.Ending
    /// Nanoseconds of processor time, its start included, as the system counted them.
    var processor: UInt64
    /// The number of times the machine took the processor away from it.
    var interruptions: Int

    /// `true` if it was ended because it was silent for too long.
    var isEnded: Bool { ending == .killed(SIGKILL) }
  }

  private let process: pid_t
  /// The place where it writes to; -1 when there is nothing more to come.
  private var pipe: Int32
  private var output: [UInt8] = []

  /// Runs a program to its end; `words` begin with its name.
  ///
  /// Its standard error is dropped. A process that is silent for more than `timeout` seconds is
  /// ended, and so it is when the user interrupts.
  package static func run(
    _ program: String, _ words: [String], timeout: Int = 600
  ) throws(FileFailure) -> Result {
    var alone = [try MeteredProcess(program, words)]
    hear(&alone, timeout)
    return alone[0].end()
  }

  /// A program and what it is called with; the words begin with its name.
  package struct Start {
    var program: String
    var words: [String]

    package init(program: String, words: [String]) {
      self.program = program
      self.words = words
    }
  }

  /// Two programs that work in turns, the first of them first.
  package typealias Pair = (first: Start, second: Start)
  /// The results of a pair.
  package typealias PairResult = (first: Result, second: Result)

  /// Runs pairs of programs at once, each pair in turns.
  ///
  /// All are ended when none has said anything for `timeout` seconds.
  package static func runInTurns(
    _ pairs: [Pair], timeout: Int = 600
  ) throws(FileFailure) -> [PairResult] {
    var processes: [MeteredProcess] = []
    do throws(FileFailure) {
      for pair in pairs {
        guard let ends = Baton.Ends() else { throw failure(pair.first.program, errno) }
        defer { ends.close() }
        processes.append(try MeteredProcess(pair.first.program, pair.first.words, ends.first))
        processes.append(try MeteredProcess(pair.second.program, pair.second.words, ends.second))
      }
    } catch {
      for one in processes {
        _ = kill(one.process, SIGKILL)
        close(one.pipe)
        _ = one.end()
      }
      throw error
    }
    hear(&processes, timeout)
    let results = processes.map { $0.end() }
    return pairs.indices.map { (results[2 * $0], results[2 * $0 + 1]) }
  }

  /// Starts a program.
  private init(
    _ program: String, _ words: [String], _ baton: (inlet: Int32, outlet: Int32)? = nil
  ) throws(FileFailure) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw Self.failure(program, errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if let baton {
      unsafe posix_spawn_file_actions_adddup2(&actions, baton.inlet, Baton.inlet)
      unsafe posix_spawn_file_actions_adddup2(&actions, baton.outlet, Baton.outlet)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let number = unsafe posix_spawn(&child, program, &actions, nil, &arguments, environ)
    close(ends[1])
    guard number == 0 else {
      close(ends[0])
      throw Self.failure(program, number)
    }
    (process, pipe) = (child, ends[0])
  }

  /// Takes in what processes write until none of them has more to say.
  private static func hear(_ processes: inout [MeteredProcess], _ timeout: Int) {
    var waited = 0
    while true {
      let places = processes.indices.filter { processes[$0].pipe >= 0 }
      if places.isEmpty { return }
      var ends = places.map { pollfd(fd: processes[$0].pipe, events: Int16(POLLIN), revents: 0) }
      let ready = unsafe poll(&ends, nfds_t(ends.count), 100)
      if ready > 0 {
        for (place, end) in zip(places, ends) where end.revents != 0 { processes[place].read() }
        continue
      }
      if ready == 0 { waited += 1 }
      guard waited > 10 * timeout || Interruption.code != nil else { continue }
      // All are stopped before the first is ended: a process that waits for the baton of one that is gone would end by itself.
      for place in places { _ = kill(processes[place].process, SIGSTOP) }
      for place in places {
        _ = kill(processes[place].process, SIGKILL)
        close(processes[place].pipe)
        processes[place].pipe = -1
      }
    }
  }

  private mutating func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe Glibc.read(pipe, buffer.baseAddress, buffer.count)
    }
    if count < 0, errno == EINTR { return }
    if count > 0 {
      output += bytes[..<count]
    } else {
      close(pipe)
      pipe = -1
    }
  }

  /// Waits for its end.
  private func end() -> Result {
    var (status, usage) = (Int32(0), rusage())
    while unsafe wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Result(
      output: output, ending: signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal),
      processor: Self.nanoseconds(usage.ru_utime) + Self.nanoseconds(usage.ru_stime),
      interruptions: usage.ru_nivcsw)
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
