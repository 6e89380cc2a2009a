// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
package import WeirCore

/// A program that is given lines and answers each of them with one line, over pipes.
///
///     var program = try PipedProgram("python3 live-list.py", silence: .seconds(10))
///     try program.ask(line)  // what it wrote, without the end of the line
///
/// The shell of the machine starts it, in a process group of its own; who lets go of it ends it with all that it has
/// started. Nothing here depends on how fast it is, but for one that is silent too long.
package struct PipedProgram: ~Copyable {
  /// The longest line that it may write, in bytes.
  static let longestLine = 16 << 20

  /// The command that started it.
  let command: String
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private let silence: Interval
  /// The bytes that have come and belong to no answer yet.
  private var incoming: [UInt8] = []
  /// The end of what it wrote to its standard error.
  private var complaints: [UInt8] = []
  /// The memory into which is read.
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  /// The ends that are waited for.
  private var ends = [pollfd](repeating: pollfd(), count: 2)
  /// The wall time at which it was given its last line.
  private var asked: Int64 = 0
  /// The number of lines that it was given.
  private(set) var lineCount = 0
  /// The core on which whoever asks works, and the one on which the program is.
  private let shared: SharedCore
  private var core: Int32?

  /// Starts a program in the folder in which this process works, on the core of whoever asks it.
  package init(
    _ command: String, silence: Interval, on shared: SharedCore = SharedCore()
  ) throws(ProgramFault) {
    self.command = command
    self.silence = silence
    self.shared = shared
    let pipes = try Self.pipes()
    let theirs = [pipes[0].read, pipes[1].write, pipes[2].write]
    let ours = [pipes[0].write, pipes[1].read, pipes[2].read]
    core = shared.enter()
    let started = Self.start(command, ends: theirs)
    for end in theirs { close(end) }
    guard started.number == 0 else {
      for end in ours { close(end) }
      throw Self.notStarted(command, started.number)
    }
    for end in ours { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    process = started.process
    (input, output, errors) = (ours[0], ours[1], ours[2])
    // Whatever a shell says of its locale must not change what is allocated.
    incoming.reserveCapacity(piece.count)
    complaints.reserveCapacity(2 * piece.count)
  }

  deinit {
    // Its children go with it: they are of its group.
    kill(-process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    for end in [input, output, errors] { close(end) }
  }

  /// Gives it a line, which ends with the byte that ends lines, and returns its answer without that byte.
  package mutating func ask(_ line: [UInt8]) throws(ProgramFault) -> [UInt8] {
    if let here = shared.enter(), here != core {
      SharedCore.bring(process, to: here)
      core = here
    }
    Self.take(from: output, into: &incoming, &piece)
    if !incoming.isEmpty { throw unasked(incoming, "before line \(lineCount + 1) was written") }
    lineCount += 1
    asked = Self.wallTime
    try write(line)
    var looked = 0
    while true {
      if let end = incoming[looked...].firstIndex(of: UInt8(ascii: "\n")) {
        if end + 1 < incoming.count {
          throw unasked(
            Array(incoming[(end + 1)...]),
            "behind '\(shown(Array(incoming[..<end])))', its answer to line \(lineCount)")
        }
        // Whether it came in one piece or in several changes nothing of what is allocated.
        let answer = Array(incoming[..<end])
        incoming.removeAll(keepingCapacity: true)
        return answer
      }
      looked = incoming.count
      if looked > Self.longestLine {
        throw ProgramFault(
          .tooLong,
          "\(place) an answer is longer than \(Self.longestLine >> 20) MB; say less at once")
      }
      try wait(for: Int16(POLLIN), at: output)
      if !Self.take(from: output, into: &incoming, &piece) { throw ended() }
    }
  }

  /// The place of the line that it was given last, for what there is to say of its answer.
  var place: String { "line \(lineCount) to '\(command)':" }

  private mutating func write(_ line: [UInt8]) throws(ProgramFault) {
    var done = 0
    while done < line.count {
      let count = unsafe line.withUnsafeBytes { buffer in
        unsafe Glibc.write(input, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count > 0 {
        done += count
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        try wait(for: Int16(POLLOUT), at: input)
      } else {
        throw ended()
      }
    }
  }

  /// Waits until it has read or said something; its complaints are taken in meanwhile.
  private mutating func wait(for event: Int16, at end: Int32) throws(ProgramFault) {
    ends[0] = pollfd(fd: end, events: event, revents: 0)
    ends[1] = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    while true {
      let left = silence.nanoseconds - (Self.wallTime - asked)
      if left <= 0 { throw silent() }
      let number = unsafe poll(&ends, 2, Int32(clamping: left / 1_000_000 + 1))
      if number < 0, errno == EINTR { continue }
      let isHeard =
        ends[1].revents == 0 || Self.take(from: errors, into: &complaints, &piece)
      if !isHeard, ends[0].revents == 0 {
        // It has closed its standard error, which alone says nothing, and would be said again and again.
        usleep(1_000)
      }
      if complaints.count > 1 << 14 { complaints.removeFirst(complaints.count - 1 << 13) }
      if ends[0].revents != 0 { return }
    }
  }

  /// The time on the clock of the machine, in nanoseconds.
  private static var wallTime: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Takes in what there is; false: nothing more will come.
  @discardableResult
  private static func take(
    from end: Int32, into bytes: inout [UInt8], _ piece: inout [UInt8]
  ) -> Bool {
    let count = unsafe piece.withUnsafeMutableBytes { buffer in
      unsafe read(end, buffer.baseAddress, buffer.count)
    }
    if count > 0 { bytes += piece[..<count] }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  private func unasked(_ words: [UInt8], _ moment: String) -> ProgramFault {
    ProgramFault(
      .unasked,
      "'\(command)' wrote '\(shown(words))' \(moment); each line is answered by one line, and nothing else is written"
    )
  }

  private mutating func silent() -> ProgramFault {
    ProgramFault(
      .silent,
      "\(place) no answer came within \(silence); write one line and flush it\(lastWords)")
  }

  private mutating func ended() -> ProgramFault {
    var status: Int32 = 0
    // A program that closes its ends mostly goes: a moment is given to it, so that there is more to say.
    var tries = 0
    while unsafe waitpid(process, &status, WNOHANG) != process {
      tries += 1
      if tries > 100 {
        return ProgramFault(.ended, "\(place) it has closed its standard output\(lastWords)")
      }
      usleep(1_000)
    }
    Self.take(from: errors, into: &complaints, &piece)
    let signal = status & 0x7F
    let how =
      signal == 0 ? "ended with code \(status >> 8 & 0xFF)" : "was killed by signal \(signal)"
    return ProgramFault(.ended, "\(place) it \(how)\(lastWords)")
  }

  /// The last line on its standard error, for a message.
  private var lastWords: String {
    let lines = complaints.split(separator: UInt8(ascii: "\n"))
    guard let last = lines.last else { return "" }
    return "; its last words were '\(shown(Array(last)))'"
  }

  private func shown(_ bytes: [UInt8]) -> String {
    let lines = bytes.prefix(200).split(separator: UInt8(ascii: "\n"))
    return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }
}

// The start of a program.
extension PipedProgram {
  private static func start(
    _ command: String, ends: [Int32]
  ) -> (number: Int32, process: pid_t) {
    // Whoever ends while it is written to must not end us.
    _ = signal(SIGPIPE, SIG_IGN)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in ends.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    unsafe sigaddset(&usual, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF))
    var words = unsafe ["sh", "-c", command].map { (word: String) in unsafe strdup(word) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let number = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
    return (number, process)
  }

  private static func pipes() throws(ProgramFault) -> [(read: Int32, write: Int32)] {
    var pipes: [(read: Int32, write: Int32)] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else {
        let number = errno
        for pipe in pipes {
          close(pipe.read)
          close(pipe.write)
        }
        throw notStarted("a pipe", number)
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes.append((ends[0], ends[1]))
    }
    return pipes
  }

  private static func notStarted(_ command: String, _ number: Int32) -> ProgramFault {
    ProgramFault(
      .notStarted,
      "cannot start '\(command)': \(unsafe String(cString: strerror(number))); see that processes and file descriptors are not used up"
    )
  }
}
