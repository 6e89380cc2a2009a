// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirClient
import WeirCore
import WeirTree

/// A client and its backend without a network between them: what the client writes arrives at once, and
/// so do the push and the answer.
///
/// An operation is one write of one child, from the user to the acknowledgement; the client listens to
/// the newest fifty of the siblings, or to all of them. The twin is the same with the oracle beside the
/// views. The goal is three hundred thousand writes a second.
enum PairBench {
  static let all: [Benchmark] = [
    write("1k", 1_000, Query(limit: .last(Siblings.window)), twin: 200),
    write("10k", 10_000, Query(limit: .last(Siblings.window)), twin: 200),
    write("100k", 100_000, Query(limit: .last(Siblings.window)), twin: 200),
    write("10k/all", 10_000, Query(), twin: 2),
  ]

  private static func write(
    _ name: String, _ size: Int, _ query: Query, twin steps: Int
  ) -> Benchmark {
    Benchmark(
      name: "pair/write/\(name)", goal: 3333,
      subject: { time(size, query, hasOracle: false, 100_000, &$0) },
      twin: { time(size, query, hasOracle: true, steps, &$0) })
  }

  private static func time(
    _ size: Int, _ query: Query, hasOracle: Bool, _ steps: Int, _ timer: inout Timer
  ) {
    var pair = Pair(timer.scaled(size), query, hasOracle: hasOracle)
    let count = timer.scaled(steps)
    pair.write(min(count, 2 * Siblings.window))
    timer.start()
    pair.write(count)
    timer.stop(after: count)
  }
}

/// A client and a backend side by side.
struct Pair: ~Copyable {
  private var client: Client
  private var backend: Backend
  private var clientWishes: [Client.Wish] = []
  private var backendWishes: [Backend.Wish] = []
  private let siblings: Siblings
  private var now = Instant.zero
  private var number = 0
  private var heard = 0
  private var settled = 0

  init(_ count: Int, _ query: Query, hasOracle: Bool) {
    siblings = Siblings(count)
    var tree = Node.null
    tree.set(siblings.node, at: Siblings.path)
    backend = Backend(
      tree: tree, clients: 1, options: .init(service: QuantileTable(constant: .zero)),
      chance: RandomStream(seed: 1, "bench"))
    var options = Client.Options()
    options.hasOracle = hasOracle
    client = Client(options: options, chance: RandomStream(seed: 1, "bench", of: "client", 0))
    client.connect(at: now, into: &clientWishes)
    exchange()
    _ = client.listen(to: Siblings.path, query, at: now, into: &clientWishes)
    exchange()
  }

  /// Writes so many siblings.
  mutating func write(_ count: Int) {
    let before = settled
    for _ in 0..<count {
      number += 1
      now = now + .microseconds(1)
      let path = Siblings.path.appending(siblings.key(number))
      client.write(
        .set(path, .integer(Int64(-number))), journey: 0, at: now, into: &clientWishes)
      exchange()
    }
    invariant(settled - before == count, "\(settled - before) of \(count) writes were settled")
    consume(UInt64(heard))
  }

  /// Carries messages to and fro until neither side has anything to say.
  private mutating func exchange() {
    while !clientWishes.isEmpty {
      for place in clientWishes.indices {
        switch clientWishes[place] {
        case .send(let journey, let session, let body):
          let message = Message(
            client: 0, session: session, journey: journey, sentAt: now, body: body)
          backend.receive(message, at: now, into: &backendWishes)
        case .heard: heard += 1
        case .settled: settled += 1
        case .differed(let words): invariantBroken(words)
        default: break
        }
      }
      clientWishes.removeAll(keepingCapacity: true)
      answer()
    }
  }

  private mutating func answer() {
    var place = 0
    while place < backendWishes.count {
      switch backendWishes[place] {
      case .serve(let job, _): backend.finish(job, at: now, into: &backendWishes)
      case .send(_, let session, _, let body):
        client.receive(body, session: session, at: now, into: &clientWishes)
      default: break
      }
      place += 1
    }
    backendWishes.removeAll(keepingCapacity: true)
  }
}
