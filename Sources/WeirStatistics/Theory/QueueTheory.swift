// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The predictions of queueing theory about a server with a queue, to compare the simulator with.
///
///     let queue = try QueueTheory.memoryless(arrivalsPerSecond: 50, serviceMean: 10e6)
///     queue.utilisation  // 0.5
///     queue.meanWait     // 10e6: as long in the queue as in service
///
/// Arrivals are a Poisson process, the queue is endless, first come is first served. Lengths of time
/// are in nanoseconds.
package struct QueueTheory: Hashable, Sendable {
  /// The share of time that a server is busy.
  package let utilisation: Double
  /// The probability to have to wait at all.
  package let waitProbability: Double
  /// The time for which one waits before service, on average over everybody.
  package let meanWait: Double
  /// The time for which one waits and is served, on average.
  package let meanStay: Double
  /// The mean number that wait (Little's law).
  package let meanQueue: Double

  /// Returns the theory for service times without memory, one server (M/M/1) or several (M/M/c, by
  /// Erlang's C formula).
  ///
  /// - Throws: `Problems` when a parameter is not positive, or the servers cannot keep up.
  package static func memoryless(
    arrivalsPerSecond: Double, serviceMean: Double, servers: Int = 1
  ) throws(Problems) -> QueueTheory {
    let load = try load(arrivalsPerSecond, serviceMean, servers)
    // Erlang's B by its recursion, which stays between 0 and 1; then C from B.
    var blocked = 1.0
    for busy in 1...servers { blocked = load * blocked / (Double(busy) + load * blocked) }
    let utilisation = load / Double(servers)
    let waits = blocked / (1 - utilisation * (1 - blocked))
    return QueueTheory(
      arrivalsPerSecond, serviceMean, utilisation, waits,
      wait: waits * serviceMean / (Double(servers) * (1 - utilisation)))
  }

  /// Returns the theory for service times that never vary, one server (M/D/1).
  ///
  /// - Throws: `Problems` when a parameter is not positive, or the server cannot keep up.
  package static func constant(
    arrivalsPerSecond: Double, service: Double
  ) throws(Problems) -> QueueTheory {
    try general(arrivalsPerSecond: arrivalsPerSecond, serviceMean: service, serviceDeviation: 0)
  }

  /// Returns the theory for any service times, one server (M/G/1, by Pollaczek and Khinchine's
  /// formula).
  ///
  /// - Throws: `Problems` when a parameter is not positive, or the server cannot keep up.
  package static func general(
    arrivalsPerSecond: Double, serviceMean: Double, serviceDeviation: Double
  ) throws(Problems) -> QueueTheory {
    if !(serviceDeviation >= 0 && serviceDeviation.isFinite) {
      throw Problems([
        Problem(
          message: "a deviation of service times of \(serviceDeviation)ns",
          remedy: "give a number of nanoseconds from 0 up")
      ])
    }
    let load = try load(arrivalsPerSecond, serviceMean, 1)
    let variation = serviceDeviation / serviceMean
    return QueueTheory(
      arrivalsPerSecond, serviceMean, load, load,
      wait: load * serviceMean * (1 + variation * variation) / (2 * (1 - load)))
  }

  private init(
    _ arrivals: Double, _ service: Double, _ utilisation: Double, _ waits: Double, wait: Double
  ) {
    self.utilisation = utilisation
    waitProbability = waits
    meanWait = wait
    meanStay = wait + service
    meanQueue = arrivals / 1e9 * wait
  }

  /// Returns the number of servers that the arrivals would keep busy.
  private static func load(
    _ arrivals: Double, _ service: Double, _ servers: Int
  ) throws(Problems) -> Double {
    if !(arrivals > 0 && arrivals.isFinite && service > 0 && service.isFinite && servers > 0) {
      throw Problems([
        Problem(
          message: "\(arrivals) arrivals a second, \(service)ns of service, \(servers) servers",
          remedy: "give each a number above 0")
      ])
    }
    let load = arrivals / 1e9 * service
    if load >= Double(servers) {
      throw Problems([
        Problem(
          message:
            "the arrivals keep \(load) servers busy, and there are \(servers): the queue never ends",
          remedy: "lower the rate, shorten the service, or add servers")
      ])
    }
    return load
  }
}
