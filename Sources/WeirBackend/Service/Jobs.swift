// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The requests that wait or are served, under numbers that are used again.
struct Jobs: Sendable {
  private enum State: UInt8 {
    case free
    case waiting
    case served
    case lost
  }

  private var messages: [Message] = []
  private var arrivals: [Instant] = []
  private var states: [State] = []
  private var free: [UInt32] = []

  /// Returns the client and the journey whose request the job is.
  func owner(of job: UInt32) -> (client: UInt32, journey: UInt32) {
    (messages[Int(job)].client, messages[Int(job)].journey)
  }

  /// Returns the moment at which the request of a job arrived.
  func arrival(of job: UInt32) -> Instant { arrivals[Int(job)] }

  /// `true` if the server forgot the job in a crash.
  func isLost(_ job: UInt32) -> Bool { states[Int(job)] == .lost }

  /// Keeps a request that arrives.
  mutating func add(_ message: Message, at now: Instant) -> UInt32 {
    if let job = free.popLast() {
      messages[Int(job)] = message
      arrivals[Int(job)] = now
      states[Int(job)] = .waiting
      return job
    }
    messages.append(message)
    arrivals.append(now)
    states.append(.waiting)
    return UInt32(messages.count - 1)
  }

  /// Marks the job as taken up by a server: its number will be handed back later.
  mutating func serve(_ job: UInt32) { states[Int(job)] = .served }

  /// Removes a job that is done or will never be; returns its request.
  @discardableResult
  mutating func remove(_ job: UInt32) -> Message {
    invariant(states[Int(job)] != .free, "job \(job) is finished twice")
    var message = Message(client: 0, journey: 0, sentAt: .zero, body: .none)
    swap(&message, &messages[Int(job)])
    states[Int(job)] = .free
    free.append(job)
    return message
  }

  /// Forgets every request; the numbers of those at work stay taken until they are handed back.
  mutating func lose() {
    for place in states.indices {
      switch states[place] {
      case .waiting: remove(UInt32(place))
      case .served:
        messages[place].body = .none
        states[place] = .lost
      case .free, .lost: break
      }
    }
  }
}
