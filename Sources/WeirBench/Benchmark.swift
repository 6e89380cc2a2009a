// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// One thing to be measured: what is judged, what it is compared with, and what is hoped for.
struct Benchmark: Sendable {
  /// Its name in the form `type/shape/size`.
  var name: String
  /// The unit of the figures, if not nanoseconds for each operation.
  var unit = "ns"
  /// The figure that it should not exceed.
  var goal: Double? = nil
  /// The facts that a reader needs to make sense of the figures.
  var note: String? = nil
  /// The contender that is judged.
  var subject: Contender
  /// The naive way to do the same.
  var twin: Contender? = nil
  /// The same work in C, as the note then says, or a part of the work that no program can leave out.
  var floor: Contender? = nil
}

/// Something that runs against a timer.
typealias Contender = @Sendable (inout Timer) -> Void

/// Times one run of a contender.
struct Timer {
  /// `true` if this is only a smoke test.
  let isQuick: Bool
  /// `true` if the time is the processor's at work for this process, not the clock's on the wall.
  let isOfProcessor: Bool
  /// The nanoseconds of each operation of the last measurement.
  private(set) var nanoseconds = 0.0

  /// Returns `count`, or a small part of it in a smoke test.
  func scaled(_ count: Int) -> Int { isQuick ? max(1, count / 200) : count }

  private var begin: Double?

  /// Makes a timer.
  init(isQuick: Bool, isOfProcessor: Bool) {
    self.isQuick = isQuick
    self.isOfProcessor = isOfProcessor
  }

  /// Notes a figure other than a time.
  mutating func record(_ figure: Double) { nanoseconds = figure }

  /// Begins to measure.
  mutating func start() { begin = now }

  /// Ends the measurement of `count` operations.
  mutating func stop(after count: Int) {
    guard let begin else { return }
    nanoseconds = (now - begin) / Double(count)
  }

  /// The time on the clock, in nanoseconds.
  private var now: Double {
    var time = timespec()
    let clock = isOfProcessor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// The medians of one benchmark, in its unit.
struct Figures {
  var name: String
  var unit: String
  var goal: Double?
  var note: String?
  var subject: Double
  var twin: Double?
  var floor: Double?
}

extension Figures {
  /// The figures for people: the subject's, then how many times faster than the twin and slower than the floor.
  var line: String {
    var line = Self.padded(name, 34) + Self.padded("\(Self.decimal(subject)) \(unit)", 14)
    line += Self.padded(goal.map { "goal \(Self.decimal($0))" } ?? "", 12)
    if let twin {
      let ratio = Self.decimal(twin / subject)
      line += Self.padded("twin \(Self.decimal(twin)) (\(ratio)x)", 24)
    }
    if let floor { line += "floor \(Self.decimal(floor)) (\(Self.decimal(subject / floor))x)" }
    if let note { line += "  \(note)" }
    return line
  }

  /// The figures for programs: one row of CSV.
  var row: String {
    let cells = [subject, goal, twin, floor].map { $0.map { Self.decimal($0) } ?? "" }
    return ([name, unit] + cells).joined(separator: ",")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// Returns a number with two decimals.
  private static func decimal(_ x: Double) -> String {
    guard x.isFinite else { return "-" }
    let hundredths = Int((abs(x) * 100).rounded())
    let fraction = String(hundredths % 100 + 100).dropFirst()
    return (x < 0 && hundredths > 0 ? "-" : "") + "\(hundredths / 100).\(fraction)"
  }
}

extension Benchmark {
  /// Runs the contenders in turn, so that a slow moment of the machine meets all of them.
  func run(repetitions: Int, timer: Timer) -> Figures {
    var samples: (subject: [Double], twin: [Double], floor: [Double]) = ([], [], [])
    for _ in 0..<repetitions {
      samples.subject.append(Self.sample(subject, timer))
      if let twin { samples.twin.append(Self.sample(twin, timer)) }
      if let floor { samples.floor.append(Self.sample(floor, timer)) }
    }
    return Figures(
      name: name, unit: unit, goal: goal, note: note, subject: Self.median(samples.subject) ?? 0,
      twin: Self.median(samples.twin), floor: Self.median(samples.floor))
  }

  private static func sample(_ contender: Contender, _ timer: Timer) -> Double {
    var timer = timer
    contender(&timer)
    return timer.nanoseconds
  }

  private static func median(_ samples: [Double]) -> Double? {
    samples.isEmpty ? nil : samples.sorted()[samples.count / 2]
  }
}

/// Takes a result, so that the compiler cannot leave out the work that made it.
@inline(never)
@_optimize(none)
func consume(_ result: UInt64) {}
