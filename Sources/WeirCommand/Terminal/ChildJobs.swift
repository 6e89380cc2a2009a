// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport

/// Processes that run side by side, each to its end, so many at once.
///
///     let results = try ChildJobs(width: 4, timeout: 600, in: environment).run(jobs)
///
/// A process that takes too long is ended. When the user interrupts, all are, and those that were
/// not done have no result.
struct ChildJobs {
  /// A program to run, with its arguments.
  struct Job {
    /// The program.
    var program: String
    /// Its name and its arguments.
    var words: [String]
    /// Variables that come before the environment's own.
    var variables: [String] = []
  }

  /// The result of a job.
  struct Result {
    /// The bytes of its standard output.
    var output: [UInt8]
    /// The way it ended.
    var ending: ChildProcess.Ending
    /// The last lines of its standard error.
    var lastWords: String
    /// `true` if it was ended because it took too long.
    var isLate: Bool
  }

  private struct Member {
    var place: Int
    var child: ChildProcess
    var output: [UInt8] = []
    var began: UInt64
    var isLate = false
  }

  /// The number of processes that run at once.
  var width: Int
  /// The number of seconds after which one is ended.
  var timeout: UInt64
  /// The source of clocks and signals.
  var environment: CommandEnvironment

  init(width: Int, timeout: UInt64, in environment: CommandEnvironment) {
    self.width = width
    self.timeout = timeout
    self.environment = environment
  }

  /// Runs jobs; the results are in their order, nil for those that an interruption left undone.
  func run(_ jobs: [Job], done: (Int) -> Void = { _ in }) throws(FileFailure) -> [Result?] {
    Interruption.letWritesFail()
    var results = [Result?](repeating: nil, count: jobs.count)
    var members: [Member] = []
    var (next, doneCount) = (0, 0)
    while (next < jobs.count || !members.isEmpty), Interruption.code == nil {
      while next < jobs.count, members.count < max(1, width) {
        members.append(
          Member(place: next, child: try start(jobs[next]), began: environment.wallClock()))
        next += 1
      }
      ChildProcess.wait(for: members.map(\.child), milliseconds: 100)
      for number in members.indices.reversed() {
        while let bytes = members[number].child.read() {
          if bytes.isEmpty { break }
          members[number].output += bytes
        }
        if environment.wallClock() - members[number].began > timeout * 1_000_000_000 {
          members[number].isLate = true
          members[number].child.kill()
        }
        guard members[number].child.isOver || members[number].isLate else { continue }
        let member = members.remove(at: number)
        let ending = member.child.end()
        results[member.place] = Result(
          output: member.output, ending: ending, lastWords: member.child.lastWords,
          isLate: member.isLate)
        doneCount += 1
        done(doneCount)
      }
    }
    return results
  }

  private func start(_ job: Job) throws(FileFailure) -> ChildProcess {
    // What a crash says is kept in one line.
    let variables = job.variables + ["SWIFT_BACKTRACE=enable=no"]
    return try ChildProcess(program: job.program, words: job.words, variables: variables)
  }
}
