// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
package import WeirCore
package import WeirMetrics
package import WeirTrace

/// The data of a run that a page draws, gathered while it goes on, in memory that does not grow
/// with it.
///
///     var timeline = RunTimeline(world.names, expecting: world.horizon - .zero)
///     while goesOn {
///       goesOn = world.advance(by: 2048)
///       timeline.observe(world.takeSteps(), world.takeSamples(), firstBroken: world.firstBroken)
///     }
///     Page(report, timeline: timeline).html
///
/// Time is cut into at most ``mostSpans`` spans of one length; when a run outgrows them, each two become
/// one. Of single measurements every *k*-th is kept, and *k* doubles in the same way; how many there were is
/// known. Of the steps themselves only the last ``mostSteps`` before the first broken promise are kept.
///
/// - Complexity: O(1) amortised a step; about 8 MB for a run of any length.
package struct RunTimeline: Sendable {
  /// The greatest number of spans of time.
  package static let mostSpans = 256
  /// The greatest number of steps that are kept before the first broken promise.
  package static let mostSteps = 16_384
  /// The greatest number of single measurements of a series that are kept.
  package static let mostDots = 1024

  /// The first promise that broke, and what happened before.
  package struct Failure: Sendable {
    /// The finding of the checker whose promise broke.
    package var finding: Finding
    /// The moment at which it broke.
    package var at: Instant
    /// The client whose list it was, as far as the breach says so.
    package var client: UInt32?
    /// The last steps up to then.
    package var steps: [Step]

    package init(finding: Finding, at: Instant, client: UInt32? = nil, steps: [Step]) {
      self.finding = finding
      self.at = at
      self.client = client
      self.steps = steps
    }

    /// The journey on which to look for the cause, 0 for none.
    package var journey: UInt32 { finding.verdict.breach?.journey ?? 0 }
  }

  /// A time in which something was not as usual.
  package struct Trouble: Hashable, Sendable {
    /// The moment at which it began.
    package var from: Instant
    /// The moment at which it ended; nil: never.
    package var until: Instant?

    package init(from: Instant, until: Instant? = nil) {
      self.from = from
      self.until = until
    }
  }

  /// The names of what steps mean by numbers.
  package let names: StepNames
  /// The length of a span, in nanoseconds.
  package private(set) var spanLength: Int64
  /// The spans since the beginning.
  package private(set) var spans: [Span] = []
  /// Single measurements of each series, in the order of `Sample.Series`.
  package private(set) var dots = Sample.Series.allCases.map { _ in Dots() }
  /// The times at which the server was down.
  package private(set) var downs: [Trouble] = []
  /// The number of times the server was down, those times among them that are not kept.
  package private(set) var downCount = 0
  /// The strikes of the plan's faults.
  package private(set) var strikes = Strikes()
  /// The first promise that broke.
  package private(set) var failure: Failure?
  /// The number of steps there were.
  package private(set) var stepCount = 0
  private var spanEnd: Int64 = 0
  private var connections: Set<UInt32> = []
  private var recent: [Step] = []

  /// Makes an empty timeline; `names` are those of the world's steps.
  ///
  /// A run that takes as long as `expected` is cut into spans of a round length.
  package init(_ names: StepNames, expecting expected: Interval = .zero) {
    self.names = names
    let least = max(1_000_000, expected.nanoseconds / Int64(Self.mostSpans) + 1)
    var decade: Int64 = 1_000_000
    while 5 * decade < least { decade *= 10 }
    spanLength = [1, 2, 5].map { $0 * decade }.first { $0 >= least } ?? least
  }

  /// Takes in what happened since the last call, and which promise broke first up to now.
  package mutating func observe(
    _ steps: [Step], _ samples: [Sample], firstBroken finding: Finding? = nil
  ) {
    for step in steps { observe(step) }
    for sample in samples {
      let place = span(at: sample.at)
      spans[place].latencies[sample.series.place].add(sample.nanoseconds)
      dots[sample.series.place].add(sample)
    }
    guard failure == nil else { return }
    recent += steps
    if let finding, case .broken(let instant, let breach) = finding.verdict {
      failure = Failure(
        finding: finding, at: instant, client: Self.client(of: breach),
        steps: Array(recent.filter { $0.at <= instant }.suffix(Self.mostSteps)))
      recent = []
    } else if recent.count > 2 * Self.mostSteps {
      recent.removeFirst(recent.count - Self.mostSteps)
    }
  }

  /// Returns the spans, neighbours put together until there are at most `most`, with the length of
  /// each.
  package func spans(atMost most: Int) -> (spans: [Span], length: Int64) {
    var spans = spans
    var length = spanLength
    while spans.count > max(1, most) {
      Self.pair(&spans)
      length *= 2
    }
    return (spans, length)
  }

  private mutating func observe(_ step: Step) {
    stepCount += 1
    let place = step.at.nanoseconds < spanEnd ? spans.count - 1 : span(at: step.at)
    spans[place].observe(step)
    switch step.kind {
    case .linked:
      if step.x == 1 { connections.insert(step.client) } else { connections.remove(step.client) }
      spans[place].connect(connections.count)
    case .killed:
      connections.remove(step.client)
      spans[place].connect(connections.count)
    case .crashed: crash(step)
    case .disturbed: strikes.begin(step)
    case .calmed: strikes.end(step)
    default: break
    }
  }

  private mutating func crash(_ step: Step) {
    if step.x == 0 {
      downCount += 1
      if downs.count < 64 { downs.append(Trouble(from: step.at, until: nil)) }
    } else if downCount == downs.count, !downs.isEmpty {
      downs[downs.count - 1].until = step.at
    }
  }

  /// Returns the place of the span that holds a moment, made if need be.
  ///
  /// Steps come in the order of time; measurements of the same call may belong to an earlier span.
  private mutating func span(at instant: Instant) -> Int {
    while instant.nanoseconds / spanLength >= Int64(Self.mostSpans) {
      Self.pair(&spans)
      spanLength *= 2
    }
    let place = Int(instant.nanoseconds / spanLength)
    while spans.count <= place { spans.append(Span(connected: spans.last?.connected ?? 0)) }
    spanEnd = Int64(spans.count) * spanLength
    return place
  }

  private static func pair(_ spans: inout [Span]) {
    spans = stride(from: 0, to: spans.count, by: 2).map { place in
      var span = spans[place]
      if place + 1 < spans.count { span.merge(spans[place + 1]) }
      return span
    }
  }

  /// Returns the client whose promise was broken: the second fact's client, or the first one's, or
  /// the one whom the words name.
  static func client(of breach: Breach) -> UInt32? {
    let clients = [breach.second, breach.first].compactMap { $0?.client }
    return clients.first { $0 != Step.nobody } ?? client(in: breach.words)
  }

  /// Returns the number behind the first `client ` in the words of a checker.
  package static func client(in reason: String) -> UInt32? {
    let words = reason.split { !($0.isLetter || $0.isNumber) }
    for (word, next) in zip(words, words.dropFirst()) where word == "client" {
      if let number = UInt32(next) { return number }
    }
    return nil
  }
}

extension Sample.Series {
  /// The number of the series.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
