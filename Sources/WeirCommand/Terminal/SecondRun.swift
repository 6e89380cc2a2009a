// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirTrace

/// The same run in another process, whose steps are compared with ours as they come.
///
/// Another process has another hash seed and other addresses, so that everything that depends on
/// them shows.
struct SecondRun: ~Copyable {
  private let process: pid_t
  private var pipe: Int32
  private var comparison = StepComparison()
  private var lines = LineComparison()
  private var rest: [UInt8] = []
  private var end: StepRecord?

  /// Starts the other process.
  init(of attempt: Attempt, allowsOutside: Bool) throws(FileFailure) {
    var words = ["weir", "run", "--seed", "\(attempt.seed)", "--steps", "--lines", "--quiet"]
    for setting in attempt.options.settings { words += ["--set", setting] }
    if allowsOutside { words.append("--allow-outside") }
    // Last and behind the end of the options: a file's name may begin with a dash.
    words += ["--", attempt.file]
    let ends = try Self.makePipe()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var input: [Int32] = []
    if attempt.piped != nil {
      input = try Self.makePipe()
      unsafe posix_spawn_file_actions_adddup2(&actions, input[0], 0)
    }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let result = unsafe posix_spawn(
      &child, "/proc/self/exe", &actions, nil, &arguments, environ)
    close(ends[1])
    guard result == 0 else {
      close(ends[0])
      throw Self.failure(result)
    }
    process = child
    pipe = ends[0]
    if let text = attempt.piped {
      close(input[0])
      // The other process reads all of its input before it writes anything.
      Self.write(text, to: input[1])
      close(input[1])
    }
  }

  /// Takes in our next steps and the lines of programs that led to them, and as many of the other's as are needed.
  mutating func compare(_ steps: [Step], _ said: [ProgramLine]) {
    lines.here(said)
    comparison.here(steps.map(StepRecord.init))
    while comparison.isAhead, comparison.difference == nil, end == nil {
      guard read() else { break }
    }
  }

  /// Decides if both runs were the same, and reports the first difference if not.
  mutating func verdict(_ outcome: Outcome, in environment: CommandEnvironment) -> ExitCode {
    while end == nil, comparison.difference == nil, read() {}
    comparison.end()
    if let difference = comparison.difference {
      // Lines that came after the steps parted are no reason of it.
      if lines.difference == nil { lines.end() }
      Self.report(difference, lines.difference, in: environment)
      return .notDeterministic
    }
    guard let end, end == StepRecord(end: outcome.digest, steps: outcome.steps) else {
      environment.report(
        Problem(
          message: end == nil
            ? "the second run ended early, after \(comparison.equalCount) equal steps"
            : "two runs of one seed have the same steps, but other tables of chance",
          remedy: "please report it with the replay line"))
      return end == nil ? .nothingMeasured : .notDeterministic
    }
    environment.say("verified: \(comparison.equalCount) steps are the same in a second process")
    return .pass
  }

  /// Says where two runs parted.
  private static func report(
    _ steps: StepComparison.Difference, _ lines: LineComparison.Difference?,
    in environment: CommandEnvironment
  ) {
    let words =
      "step \(steps.number):\n"
      + "  here:  \(steps.here?.description ?? "nothing more")\n"
      + "  there: \(steps.there?.description ?? "nothing more")"
    guard let answers = lines?.answers(called: ("here", "there")) else {
      return environment.report(
        Problem(
          message: "two runs of one seed differ, first at \(words)",
          remedy: "something in the run depends on more than the seed: please report it"
            + " with the replay line"))
    }
    environment.report(
      Problem(
        message: "two runs of one seed differ, as a program answered one line in two ways",
        remedy: LineComparison.remedy))
    environment.say("first line that differs: \(answers)first step that differs: \(words)")
  }

  /// Lets the other process end.
  mutating func stop() {
    if pipe >= 0 { close(pipe) }
    pipe = -1
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Reads what the other process has written; false at its end.
  private mutating func read() -> Bool {
    let room = 1 << 16
    let count = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
      let count = unsafe Glibc.read(pipe, buffer.baseAddress, room)
      if count > 0 { unsafe rest.append(contentsOf: buffer[..<count]) }
      return count
    }
    if count < 0, errno == EINTR { return true }
    guard count > 0 else { return false }
    let records = RunRecords(taking: &rest)
    lines.there(records.lines)
    comparison.there(records.steps)
    end = records.end ?? end
    return true
  }

  /// Returns a pipe whose ends other programs do not inherit.
  private static func makePipe() throws(FileFailure) -> [Int32] {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw failure(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      done += count
    }
  }

  private static func failure(_ number: Int32) -> FileFailure {
    FileFailure(
      stage: .midway,
      problem: Problem(
        message: "cannot start a second run: \(systemWords(number))",
        remedy: "see that processes and file descriptors are not used up"))
  }
}
