internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario

/// What the processes do that a gate starts: one scenario each, measured, and its numbers on the standard output.
///
/// The process that compares knows nothing of worlds, and a crash in one is a finding, not the end of the gate.
enum GateWorker {
  /// How many events are handled between two looks at the clock and at signals.
  private static let stride = 64

  /// Runs a scenario to its end and prints every exact number; with `isWarm` another seed is run before.
  static func measure(
    _ file: String, settings: [String], isWarm: Bool, in surroundings: Surroundings
  ) -> ExitCode {
    Interruption.listen()
    let scenario: Scenario
    do throws(Refusal) {
      scenario = try ScenarioFiles.load(file, settings: settings, in: surroundings)
    } catch {
      for problem in error.problems { surroundings.report(problem) }
      return error.code
    }
    do throws(Problems) {
      if isWarm {
        var other = try World(scenario, seed: scenario.seed ^ 1)
        while other.advance(by: stride), Interruption.code == nil {}
      }
      var world = try World(scenario, seed: scenario.seed)
      let tables = world.tables
      while world.advance(by: stride) {
        // Half a run has no numbers to speak of.
        if let code = Interruption.code { return code }
      }
      let outcome = world.outcome()
      surroundings.out.write(Baseline(outcome, tables: tables).text)
      return code(of: outcome)
    } catch {
      for problem in error.all { surroundings.report(problem) }
      return .scenarioWrong
    }
  }

  private static func code(of outcome: Outcome) -> ExitCode {
    switch outcome.verdict {
    case .broken: .checkerBroken
    case .missed: .expectationMissed
    case .nothing: .nothingMeasured
    case .pass, .refused, .crashed: .pass
    }
  }

  /// What a process that handled a piece of a scenario has to say.
  struct Piece {
    /// Nanoseconds of processor time.
    var processor: UInt64
    /// Nanoseconds of the wall clock.
    var wall: UInt64
    /// How many events it handled.
    var events: Int
    /// The moment of virtual time at which it stopped.
    var end: Int64
    /// Whether there was nothing left to do.
    var isOver: Bool

    /// As one line.
    var line: String {
      "weir-work 1 \(processor) \(wall) \(events) \(end) \(isOver ? 1 : 0)\n"
    }

    init(processor: UInt64, wall: UInt64, events: Int, end: Int64, isOver: Bool) {
      self.processor = processor
      self.wall = wall
      self.events = events
      self.end = end
      self.isOver = isOver
    }

    /// Reads a line; nil if it is none, or speaks of no work.
    init?(_ bytes: [UInt8]) {
      let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      guard words.count == 7, words[0] == "weir-work", words[1] == "1",
        let processor = UInt64(words[2]), let wall = UInt64(words[3]), let events = Int(words[4]),
        let end = Int64(words[5]), processor > 0, wall > 0, events > 0
      else { return nil }
      self.init(
        processor: processor, wall: wall, events: events, end: end, isOver: words[6] == "1")
    }
  }

  /// Handles a scenario up to a moment of virtual time and prints what that cost.
  ///
  /// It is done `rounds` times with one seed after the other. With the moment 0 it goes on until a piece has
  /// become long enough.
  ///
  /// Only the handling of events is on the clock: reading the scenario and making the world are not, nor is the
  /// start of the process.
  static func work(
    _ file: String, settings: [String], until end: Int64, rounds: Int, in surroundings: Surroundings
  ) -> ExitCode {
    let scenario: Scenario
    do throws(Refusal) {
      scenario = try ScenarioFiles.load(file, settings: settings, in: surroundings)
    } catch {
      for problem in error.problems { surroundings.report(problem) }
      return error.code
    }
    var piece = Piece(processor: 0, wall: 0, events: 0, end: 0, isOver: false)
    let wasted = wastedShare(in: surroundings)
    do throws(Problems) {
      for round in 0..<max(1, rounds) {
        var world = try World(scenario, seed: scenario.seed + UInt64(round))
        let (processor, wall) = (surroundings.processorClock(), surroundings.wallClock())
        var goesOn = true
        while goesOn {
          goesOn = world.advance(by: stride)
          if end > 0 {
            if world.instant.nanoseconds >= end { break }
          } else if surroundings.processorClock() - processor >= TimeLane.pieceLength {
            break
          }
        }
        if let wasted { burn(wasted, since: processor, in: surroundings) }
        piece.processor += surroundings.processorClock() - processor
        piece.wall += surroundings.wallClock() - wall
        piece.events += world.eventCount
        piece.end = world.instant.nanoseconds
        piece.isOver = !goesOn
      }
    } catch {
      for problem in error.all { surroundings.report(problem) }
      return .scenarioWrong
    }
    surroundings.out.write(piece.line)
    return .pass
  }

  /// The share of processor time that `WEIR_BURN` says shall be wasted, in builds made to prove the gate alone.
  ///
  ///     swift build -c release -Xswiftc -DBURN
  ///     WEIR_BURN=0.02 weir …   # two percent slower, exactly
  private static func wastedShare(in surroundings: Surroundings) -> Double? {
    #if BURN
      surroundings.environment["WEIR_BURN"].flatMap(Double.init)
    #else
      nil
    #endif
  }

  /// Wastes processor time.
  private static func burn(_ share: Double, since start: UInt64, in surroundings: Surroundings) {
    let used = surroundings.processorClock() - start
    let end = start + used + UInt64(Double(used) * share)
    while surroundings.processorClock() < end {}
  }
}
