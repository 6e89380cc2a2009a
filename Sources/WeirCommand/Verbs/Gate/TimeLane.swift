internal import Glibc
internal import WeirCore
internal import WeirReport
internal import WeirScenario

/// The time lane of `weir gate`: short processes of two programs in pairs.
struct TimeLane {
  /// How many nanoseconds the piece of a scenario takes that is compared, about.
  static let pieceLength: UInt64 = 3_000_000
  /// How often a process handles its piece: the calmest moments of all tries count.
  static let tries = 3

  /// For how many pairs a copy of a program is used.
  private static let pairsOfCopy = 10

  /// A program of each arm of a trial, all of them copies that were written alike.
  ///
  /// A file that a linker has written lies otherwise in memory than one that was copied, and can cost a percent more.
  /// So can one copy and another; they are renewed every few pairs, so that this is noise like any other.
  struct Programs {
    private let base: Twin
    private let twin: Twin
    private let head: Twin

    init(base: String, head: String) throws(FileFailure) {
      self.base = try Twin(of: base)
      do throws(FileFailure) {
        twin = try Twin(of: base)
      } catch {
        self.base.remove()
        throw error
      }
      do throws(FileFailure) {
        self.head = try Twin(of: head)
      } catch {
        self.base.remove()
        twin.remove()
        throw error
      }
    }

    func program(of arm: TimeTrial.Arm) -> String {
      switch arm {
      case .base: base.path
      case .twin: twin.path
      case .head: head.path
      }
    }

    /// Copies them anew.
    func renew() throws(FileFailure) {
      for one in [base, twin, head] { try one.renew() }
    }

    /// Removes the copies.
    func remove() {
      for one in [base, twin, head] { one.remove() }
    }
  }

  /// A piece of a scenario: how far, and how often.
  struct Slice {
    var end: Int64
    var rounds: Int
  }

  /// Why a scenario could not be measured.
  struct Failure: Error {
    var verdict: GateVerdict
    var words: String
  }

  let options: GateOptions
  let programs: Programs
  let surroundings: Surroundings

  init(_ options: GateOptions, _ programs: Programs, in surroundings: Surroundings) {
    self.options = options
    self.programs = programs
    self.surroundings = surroundings
  }

  /// What it found of a file, and the trials that show it.
  func finding(
    of file: String, alpha: Double, seed: UInt64, _ progress: ProgressLine
  ) -> (GateFinding, [TimeTrial]) {
    let name = GateOptions.place(of: file)
    let began = surroundings.wallClock()
    func elapsed() -> Double { Double(surroundings.wallClock() - began) / 1e9 }
    do throws(Failure) {
      let slice = try slice(of: file)
      let own = GateFiles.gate(of: file, options, in: surroundings).slowDown.map(GateFiles.share)
      let budget = options.budget ?? own ?? GateOptions.usualBudgetShare
      let fresh = TimeTrial(budget: budget, alpha: alpha, seed: seed)
      var trials: [TimeTrial] = []
      while TimeTrial.isOpen(trials), Interruption.code == nil {
        var trial = fresh.again(seed: seed ^ UInt64(trials.count) << 56)
        // A confirmation has as much time again: a slow-down must not go free for want of it.
        let end = surroundings.wallClock() + options.seconds * 1_000_000_000
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

  /// Runs pairs until they decide, time is up or somebody interrupts.
  private func play(
    _ trial: inout TimeTrial, _ file: String, _ slice: Slice, until end: UInt64,
    _ progress: ProgressLine
  ) throws(Failure) {
    while let turn = trial.next() {
      if trial.pairs.count % Self.pairsOfCopy == 0 {
        do throws(FileFailure) {
          try programs.renew()
        } catch {
          throw Failure(verdict: .nothing, words: error.problem.message)
        }
      }
      let first = try cost(of: turn.first, file, slice)
      let second = try cost(of: turn.second, file, slice)
      trial.take(first, second)
      progress.update(done: trial.pairs.count, of: 731, "pairs, seldom more")
      if surroundings.wallClock() >= end || Interruption.code != nil { trial.giveUp() }
    }
  }

  /// How far a process must go to work for about ``pieceLength``: as far as the base does, by the middle of three
  /// tries.
  private func slice(of file: String) throws(Failure) -> Slice {
    var pieces: [GateWorker.Piece] = []
    for _ in 0..<3 {
      pieces.append(try piece(of: .base, file, Slice(end: 0, rounds: 1), tries: 1).0)
    }
    pieces.sort { $0.end < $1.end }
    let middle = pieces[1]
    guard middle.isOver else { return Slice(end: max(1, middle.end), rounds: 1) }
    let rounds = max(1, Int((Double(Self.pieceLength) / Double(middle.processor)).rounded(.up)))
    return Slice(end: .max, rounds: min(rounds, 200))
  }

  /// What a process of a program costs.
  private func cost(
    of arm: TimeTrial.Arm, _ file: String, _ slice: Slice
  ) throws(Failure) -> TimeTrial.Cost {
    let (piece, result) = try piece(of: arm, file, slice)
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

  private func piece(
    of arm: TimeTrial.Arm, _ file: String, _ slice: Slice, tries: Int = tries
  ) throws(Failure) -> (GateWorker.Piece, MeteredProcess.Result) {
    var words = ["weir", "gate", "--work", "\(slice.end)", "--rounds", "\(slice.rounds)"]
    words += ["--tries", "\(tries)", "--head", arm.rawValue]
    words += GateFiles.sets(options.settings) + ["--", file]
    let program = programs.program(of: arm)
    let result: MeteredProcess.Result
    do throws(FileFailure) {
      result = try MeteredProcess.run(program, words, timeout: Int(clamping: options.timeout))
    } catch {
      throw Failure(verdict: .nothing, words: error.problem.message)
    }
    if let piece = GateWorker.Piece(result.output), result.ending == .exited(0) {
      return (piece, result)
    }
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
