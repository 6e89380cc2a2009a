// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore
package import WeirGate
package import WeirReport
internal import WeirScenario

/// The time lane of `weir gate`: short processes of two programs in pairs.
package struct TimeLane {
  /// The number of nanoseconds that the piece of a scenario takes that is compared, about.
  static let pieceLength: UInt64 = 3_000_000
  /// The number of times a process handles its piece: the calmest moments of all tries count.
  static let tries = 3

  /// A program of each arm of a trial, all of them copies that were written alike.
  ///
  /// A file that a linker has written is laid out differently in memory from one that was copied,
  /// and can cost a percent more. So can one copy and another; they are renewed for every pair, so
  /// that this is noise like any other.
  package struct Programs {
    /// The number of pairs that run side by side.
    let width: Int
    /// For each of them a copy of the base, of its twin and of the head.
    private let copies: [ProgramCopy]

    /// Makes ready to copy the programs; `relinked` is the base once more, linked in another order.
    package init(base: String, head: String, relinked: String? = nil, width: Int = 1)
      throws(FileFailure)
    {
      self.width = width
      var copies: [ProgramCopy] = []
      do throws(FileFailure) {
        for _ in 0..<width {
          for program in [base, relinked ?? base, head] {
            copies.append(try ProgramCopy(of: program))
          }
        }
      } catch {
        for one in copies { one.remove() }
        throw error
      }
      self.copies = copies
    }

    /// Returns the program of an arm, for one of the pairs that run side by side.
    package func program(of arm: TimeTrial.Arm, _ place: Int = 0) -> String {
      copy(of: arm, place).path
    }

    /// Copies the program of an arm again.
    package func renew(_ arm: TimeTrial.Arm, _ place: Int = 0) throws(FileFailure) {
      try copy(of: arm, place).renew()
    }

    private func copy(of arm: TimeTrial.Arm, _ place: Int) -> ProgramCopy {
      switch arm {
      case .base: copies[3 * place]
      case .twin: copies[3 * place + 1]
      case .head: copies[3 * place + 2]
      }
    }

    /// Removes the copies.
    package func remove() {
      for one in copies { one.remove() }
    }
  }

  /// A piece of a scenario: how far, and how often.
  struct Slice {
    var end: Int64
    var rounds: Int
  }

  /// The reason that a scenario could not be measured.
  struct Failure: Error {
    var verdict: GateVerdict
    var words: String
  }

  let options: GateOptions
  let programs: Programs
  let environment: CommandEnvironment

  init(_ options: GateOptions, _ programs: Programs, in environment: CommandEnvironment) {
    self.options = options
    self.programs = programs
    self.environment = environment
  }

  /// Returns its finding about a file, and the trials that show it.
  func finding(
    of file: String, alpha: Double, seed: UInt64, _ progress: ProgressLine
  ) -> (GateFinding, [TimeTrial]) {
    let name = GateOptions.place(of: file)
    let began = environment.wallClock()
    func elapsed() -> Double { Double(environment.wallClock() - began) / 1e9 }
    do throws(Failure) {
      let slice = try slice(of: file)
      let own = GateFiles.gate(of: file, options, in: environment).slowDown.map(GateFiles.share)
      let budget = options.budget ?? own ?? GateOptions.usualBudgetShare
      let fresh = TimeTrial(budget: budget, alpha: alpha, seed: seed)
      var trials: [TimeTrial] = []
      while TimeTrial.isOpen(trials), Interruption.code == nil {
        var trial = fresh.again(seed: seed ^ UInt64(trials.count) << 56)
        // A confirmation has as much time again: a slow-down must not go free for want of it.
        let end = environment.wallClock() + options.seconds * 1_000_000_000
        try play(&trial, file, slice, until: end, progress)
        trials.append(trial)
      }
      progress.clear()
      var finding = TimeTrial.finding(
        file: file, scenario: name, trials, elapsed: elapsed())
      if Interruption.code != nil { finding.verdict = .interrupted }
      if let cost = trials.first?.pairs.first?.base {
        let tenths = Int64(cost.processor / 100_000)
        finding.notes.append(
          "each process handles \(cost.events) events"
            + (slice.rounds > 1 ? ", \(slice.rounds) whole runs," : "")
            + " in \(tenths / 10).\(tenths % 10) ms of processor time, the best of "
            + "\(Self.tries) tries")
      }
      return (finding, trials)
    } catch {
      progress.clear()
      return (
        GateFinding(
          file: file, scenario: name, lane: .time, verdict: error.verdict, sentence: error.words),
        []
      )
    }
  }

  /// Runs pairs until they decide, time is up or the user interrupts.
  private func play(
    _ trial: inout TimeTrial, _ file: String, _ slice: Slice, until end: UInt64,
    _ progress: ProgressLine
  ) throws(Failure) {
    while true {
      let number = trial.pairs.count
      let turns = (0..<programs.width).compactMap { _ in trial.next() }
      if turns.isEmpty { return }
      for (first, second) in try costs(of: turns, number: number, file, slice) {
        trial.take(first, second)
      }
      progress.update(done: trial.pairs.count, of: 731, "pairs, seldom more")
      if environment.wallClock() >= end || Interruption.code != nil { trial.giveUp() }
    }
  }

  /// Returns how far a process must go to work for about ``pieceLength``: as far as the base does,
  /// by the middle of three tries.
  private func slice(of file: String) throws(Failure) -> Slice {
    var pieces: [GateWorker.Piece] = []
    for _ in 0..<3 {
      let words = words(of: .base, file, Slice(end: 0, rounds: 1), tries: 1)
      let result: MeteredProcess.Result
      do throws(FileFailure) {
        try programs.renew(.base)
        result = try MeteredProcess.run(
          programs.program(of: .base), words, timeout: Int(clamping: options.timeout))
      } catch {
        throw Failure(verdict: .nothing, words: error.problem.message)
      }
      pieces.append(try piece(in: result, of: .base))
    }
    pieces.sort { $0.end < $1.end }
    let middle = pieces[1]
    guard middle.isOver else { return Slice(end: max(1, middle.end), rounds: 1) }
    let rounds = max(1, Int((Double(Self.pieceLength) / Double(middle.processor)).rounded(.up)))
    return Slice(end: .max, rounds: min(rounds, 200))
  }

  /// Returns the costs of the processes of some pairs that run side by side.
  ///
  /// Those of one pair work in turns on one processor, and after some pairs on another.
  private func costs(
    of turns: [TimeTrial.Turn], number: Int, _ file: String, _ slice: Slice
  ) throws(Failure) -> [(TimeTrial.Cost, TimeTrial.Cost)] {
    let cores = Machine.cores
    var pairs: [MeteredProcess.Pair] = []
    let results: [MeteredProcess.PairResult]
    do throws(FileFailure) {
      for (place, turn) in turns.enumerated() {
        for arm in [turn.first, turn.second] { try programs.renew(arm, place) }
        let core = cores.isEmpty ? [] : ["--core", "\(cores[(place + number / 8) % cores.count])"]
        func start(_ arm: TimeTrial.Arm, _ baton: Baton.Place) -> MeteredProcess.Start {
          MeteredProcess.Start(
            program: programs.program(of: arm, place),
            words: words(
              of: arm, file, slice, tries: Self.tries, ["--baton", baton.rawValue] + core))
        }
        pairs.append((start(turn.first, .first), start(turn.second, .second)))
      }
      results = try MeteredProcess.runInTurns(pairs, timeout: Int(clamping: options.timeout))
    } catch {
      throw Failure(verdict: .nothing, words: error.problem.message)
    }
    var costs: [(TimeTrial.Cost, TimeTrial.Cost)] = []
    for (turn, result) in zip(turns, results) {
      if Interruption.code == nil, result.first.isEnded, result.second.isEnded {
        throw Failure(
          verdict: .nothing,
          words: "a process of the \(turn.first.rawValue) hung, or of the "
            + "\(turn.second.rawValue), which works in turns with it; both were ended")
      }
      costs.append(
        (try cost(of: turn.first, result.first), try cost(of: turn.second, result.second)))
    }
    return costs
  }

  /// Returns the cost of a process of a program.
  private func cost(
    of arm: TimeTrial.Arm, _ result: MeteredProcess.Result
  ) throws(Failure) -> TimeTrial.Cost {
    let piece = try piece(in: result, of: arm)
    // Clocks of process and system tick apart, but not by milliseconds.
    guard piece.processor <= result.processor + 5_000_000 else {
      throw Failure(
        verdict: .invalid,
        words: "a process claims \(piece.processor) ns of work, and the system says "
          + "\(result.processor) ns")
    }
    return TimeTrial.Cost(
      processor: piece.processor, wall: piece.wall, interruptions: result.interruptions,
      events: piece.events)
  }

  private func words(
    of arm: TimeTrial.Arm, _ file: String, _ slice: Slice, tries: Int, _ more: [String] = []
  ) -> [String] {
    var words = ["weir", "gate", "--work", "\(slice.end)", "--rounds", "\(slice.rounds)"]
    words += ["--tries", "\(tries)", "--head", arm.rawValue] + more
    return words + GateFiles.sets(options.settings, in: environment) + ["--", file]
  }

  private func piece(
    in result: MeteredProcess.Result, of arm: TimeTrial.Arm
  ) throws(Failure) -> GateWorker.Piece {
    if let piece = GateWorker.Piece(result.output), result.ending == .exited(0) { return piece }
    if Interruption.code != nil { throw Failure(verdict: .interrupted, words: "interrupted") }
    switch result.ending {
    case .killed(SIGKILL):
      throw Failure(verdict: .nothing, words: "a process of the \(arm.rawValue) hung and was ended")
    case .killed(let signal):
      throw Failure(
        verdict: .nothing, words: "a process of the \(arm.rawValue) was ended by signal \(signal)")
    case .exited(ExitCode.usage.rawValue):
      throw Failure(
        verdict: .nothing,
        words: "the \(arm.rawValue) is too old to be measured as this program is")
    case .exited(let number):
      throw Failure(
        verdict: [65, 66].contains(number) && arm == .head ? .refused : .nothing,
        words: "a process of the \(arm.rawValue) ended with \(number) and measured nothing")
    }
  }
}
