// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario

// The work of the processes of the time lane: a piece of a scenario, again and again, on the clock.
extension GateWorker {
  /// The report of a process that handled a piece of a scenario.
  package struct Piece {
    /// Nanoseconds of processor time.
    package var processor: UInt64 = 0
    /// Nanoseconds of the wall clock.
    var wall: UInt64 = 0
    /// The number of events that it handled.
    package var events = 0
    /// The moment of virtual time at which it stopped.
    var end: Int64 = 0
    /// `true` if there was nothing left to do.
    var isOver = false

    /// The piece as one line.
    package var line: String {
      "weir-work 2 \(processor) \(wall) \(events) \(end) \(isOver ? 1 : 0)\n"
    }

    init() {}

    /// Reads a line; nil if it is none, or speaks of no work.
    package init?(_ bytes: [UInt8]) {
      let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      guard words.count == 7, words[0] == "weir-work", words[1] == "2",
        let processor = UInt64(words[2]), let wall = UInt64(words[3]), let events = Int(words[4]),
        let end = Int64(words[5]), processor > 0, wall > 0, events > 0
      else { return nil }
      (self.processor, self.wall, self.events) = (processor, wall, events)
      (self.end, isOver) = (end, words[6] == "1")
    }
  }

  /// A job: the part of a scenario to handle, and the conditions.
  struct Job {
    /// The moment of virtual time up to which it is handled; 0: until a piece has become long enough.
    var end: Int64
    /// The number of seeds that are handled, one after the other.
    var rounds: Int
    /// The number of times each of them is handled.
    var tries: Int
    /// `true` if it is the program that is compared with the base.
    var isHead: Bool
    /// The position in a pair of processes that work in turns; nil if it works alone.
    var place: Baton.Place?
    /// The processor that does the work; nil: any.
    var core: Int?
  }

  /// The cost of a piece, stride by stride: for each stride the least of all tries.
  ///
  /// A disturbance is never of use to a process, so that the least of a few tries is what the work itself costs. A
  /// whole try is rarely left in peace; a stride of it is.
  private struct Calm {
    var processor: [UInt64] = []
    var wall: [UInt64] = []

    mutating func take(_ stride: Int, processor: UInt64, wall: UInt64) {
      if stride == self.processor.count {
        self.processor.append(processor)
        self.wall.append(wall)
      } else {
        self.processor[stride] = min(self.processor[stride], processor)
        self.wall[stride] = min(self.wall[stride], wall)
      }
    }
  }

  /// Handles a scenario up to a moment of virtual time and prints what that cost.
  ///
  /// Only the handling of events is on the clock: reading the scenario and making the worlds are
  /// not, nor is the start of the process. With a baton two processes work in turns, stride by
  /// stride, so that everything else that the machine does affects both.
  static func work(
    _ file: String, settings: [String], _ job: Job, in environment: CommandEnvironment
  ) -> ExitCode {
    with(file, settings, in: environment) { scenario throws(Problems) in
      var piece = Piece()
      let waste = Waste(isHead: job.isHead, in: environment)
      let catalogue = environment.catalogue
      var plan = try RunPlan(scenario, seed: scenario.seed, catalogue: catalogue)
      // From here on both work on one processor, and only who has the baton moves.
      if let core = job.core { Machine.stay(on: core) }
      var baton = job.place.map { Baton($0) }
      for round in 0..<max(1, job.rounds) {
        if round > 0 {
          plan = try RunPlan(
            scenario, seed: scenario.seed + UInt64(round), catalogue: catalogue)
        }
        var calm = Calm()
        for attempt in 0..<max(1, job.tries) {
          baton?.begin(round * job.tries + attempt)
          let done = handle(plan, until: job.end, &calm, waste, &baton, in: environment)
          if attempt == 0 { piece.events += done.events }
          (piece.end, piece.isOver) = (done.end, done.isOver)
        }
        piece.processor += calm.processor.reduce(0, +)
        piece.wall += calm.wall.reduce(0, +)
      }
      environment.out.write(verbatim: piece.line)
      return .pass
    }
  }

  /// The number of events that are handled between two looks at the clock.
  ///
  /// The fewer they are, the more alike is what befalls two processes in turns: with 16 pairs scatter twice as much.
  private static let stride = 2

  /// Makes one try: a new world is moved on, and every stride is on the clock.
  private static func handle(
    _ plan: RunPlan, until end: Int64, _ calm: inout Calm, _ waste: Waste?,
    _ baton: inout Baton?,
    in environment: CommandEnvironment
  ) -> (events: Int, end: Int64, isOver: Bool) {
    var world = World(plan)
    var (count, used) = (0, UInt64(0))
    var goesOn = true
    while goesOn {
      let (processor, wall) = (environment.processorClock(), environment.wallClock())
      goesOn = world.advance(by: stride)
      waste?.burn(since: processor, in: environment)
      let cost = environment.processorClock() - processor
      calm.take(count, processor: cost, wall: environment.wallClock() - wall)
      (count, used) = (count + 1, used + cost)
      baton?.finishTurn()
      if end > 0 ? world.instant.nanoseconds >= end : used >= TimeLane.pieceLength { break }
    }
    return (world.eventCount, world.instant.nanoseconds, !goesOn)
  }

  /// The share of processor time that `WEIR_BURN` says the head shall waste, in builds made to prove the gate alone.
  ///
  ///     swift build -c release -Xswiftc -DBURN
  ///     WEIR_BURN=0.02 weir gate --self-check …   # the head is two percent slower, exactly
  ///
  /// The base does the same and wastes nothing, so that both pay for the knob.
  /// It is wasted in turns of a loop whose speed is measured once, not by the clock: what one stride wastes too much
  /// another try of it would not, and the least of them is what counts.
  private struct Waste {
    private let share: Double
    /// The number of turns of the loop in a nanosecond.
    private let turns: Double

    init?(isHead: Bool, in environment: CommandEnvironment) {
      #if BURN
        guard let share = environment.variables["WEIR_BURN"].flatMap(Double.init) else {
          return nil
        }
        self.share = isHead ? share : 0
        let count = 200_000
        var least = UInt64.max
        for _ in 0..<5 {
          let start = environment.processorClock()
          Self.spin(count)
          least = min(least, environment.processorClock() - start)
        }
        turns = Double(count) / Double(max(1, least))
      #else
        return nil
      #endif
    }

    /// Wastes the share of the processor time since a moment.
    func burn(since start: UInt64, in environment: CommandEnvironment) {
      Self.spin(Int(share * turns * Double(environment.processorClock() - start)))
    }

    /// Draws so many numbers, each of which waits for the one before.
    @inline(never) private static func spin(_ count: Int) {
      var stream = RandomStream(seed: UInt64(count), "waste")
      var last = UInt64(0)
      for _ in 0..<count { last = stream.next() }
      invariant(last != 1, "a number that is drawn once in the life of a star")
    }
  }
}
