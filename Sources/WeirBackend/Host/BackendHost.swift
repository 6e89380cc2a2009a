// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTree

/// A backend that keeps its own time: it knows what is being served and when it has to be woken.
///
///     var host = BackendHost(backend)
///     let (client, session) = host.admit()
///     host.receive(message, at: now, into: &wishes)  // what is to be sent, and what happened
///     host.next                                      // the moment at which to call again
///     host.advance(to: host.next, into: &wishes)
///     host.retire(client, at: now, into: &wishes)
///
/// For hosts that have no queue of events: a loop over sockets, a benchmark, a test. What is due happens at its own
/// moment, however late the host asks, so that the same messages at the same times come to the same. A simulation posts
/// ``Backend/Wish/serve(job:until:)`` and ``Backend/Wish/wake(_:)`` into its own queue instead, and has no host.
///
/// - Complexity: O(log n) for each request, of which n are being served.
package struct BackendHost: ~Copyable {
  /// The backend.
  package private(set) var backend: Backend
  private var due = SortedMap<DueTime, Task>()
  /// The number of tasks so far, by which those of one moment are told apart.
  private var count: UInt64 = 0
  private var scratch: [Backend.Wish] = []

  /// Something that is due.
  private enum Task: Sendable {
    case finish(UInt32)
    case wake
  }

  /// Makes a host of a backend that has not been asked anything yet.
  package init(_ backend: consuming Backend) { self.backend = backend }

  /// The moment at which something is due; `never` if nothing is.
  package var next: Instant { due.first?.key.moment ?? .never }

  /// Does all that is due by `now`, each at its own moment, and adds what is to be sent and what happened.
  package mutating func advance(to now: Instant, into wishes: inout [Backend.Wish]) {
    while let (key, task) = due.first, key.moment <= now {
      due.remove(key)
      switch task {
      case .finish(let job): backend.finish(job, at: key.moment, into: &scratch)
      case .wake: backend.wake(at: key.moment, into: &scratch)
      }
      schedule(into: &wishes)
    }
  }

  /// Handles a message, after what was due before it.
  package mutating func receive(
    _ message: Message, at now: Instant, into wishes: inout [Backend.Wish]
  ) {
    act(at: now, into: &wishes) { $0.receive(message, at: now, into: &$1) }
  }

  /// Admits one more client, and returns its number and the first session that it may begin.
  package mutating func admit() -> (client: UInt32, firstSession: UInt32) { backend.admit() }

  /// Ends the session of a client that will not come back, and frees its number.
  package mutating func retire(
    _ client: UInt32, at now: Instant, into wishes: inout [Backend.Wish]
  ) {
    act(at: now, into: &wishes) { $0.retire(client, at: now, into: &$1) }
  }

  /// Does something else with the backend, such as a crash, after what was due before.
  package mutating func act(
    at now: Instant, into wishes: inout [Backend.Wish],
    _ body: (inout Backend, inout [Backend.Wish]) -> Void
  ) {
    advance(to: now, into: &wishes)
    body(&backend, &scratch)
    schedule(into: &wishes)
    advance(to: now, into: &wishes)
  }

  /// Notes what is due later, and hands the rest on.
  private mutating func schedule(into wishes: inout [Backend.Wish]) {
    for wish in scratch {
      switch wish {
      case .serve(let job, let until): note(.finish(job), at: until)
      case .wake(let moment): note(.wake, at: moment)
      default: wishes.append(wish)
      }
    }
    scratch.removeAll(keepingCapacity: true)
  }

  private mutating func note(_ task: Task, at moment: Instant) {
    count += 1
    due.set(task, for: DueTime(moment, count))
  }
}
