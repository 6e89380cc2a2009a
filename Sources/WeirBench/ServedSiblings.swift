// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirCore
import WeirTree

/// A backend with siblings, one client that writes to them, and others that listen.
final class ServedSiblings {
  private var backend: Backend
  private var wishes: [Backend.Wish] = []
  private let siblings: Siblings
  private let isScored: Bool
  private var now = Instant.zero
  private var number = 0
  private var sent = 0

  /// Makes a backend with siblings that `listeners` clients listen to with one query.
  init(_ count: Int, _ query: Query, listeners: Int = 1) {
    isScored = query.index != .key
    siblings = isScored ? Siblings(scored: count) : Siblings(count)
    var tree = Node.null
    tree.set(siblings.node, at: Siblings.path)
    let options = Backend.Options(service: QuantileTable(constant: .zero))
    backend = Backend(
      tree: tree, clients: listeners + 1, options: options,
      chance: RandomStream(seed: 1, "bench"))
    say(.hello, as: 0)
    for client in 1...listeners {
      say(.hello, as: client)
      say(.listen(tag: 1, Siblings.path, query, known: 0), as: client)
    }
  }

  /// Writes so many siblings.
  func write(_ count: Int) {
    for _ in 0..<count {
      number += 1
      let place = siblings.place(number)
      let content: Node =
        isScored
        ? Siblings.scored(siblings.score(number), number: number) : .integer(Int64(-number))
      let path = Siblings.path.appending(siblings.keys[place])
      say(.write(id: UInt32(number), .set(path, content), guard: nil), as: 0)
    }
    consume(UInt64(sent))
  }

  /// Writes the newest sibling so many times, so that everybody hears each of them.
  func writeNewest(_ count: Int) {
    let path = Siblings.path.appending(siblings.keys[siblings.keys.count - 1])
    for _ in 0..<count {
      number += 1
      let write = Write.set(path, .integer(Int64(-number)))
      say(.write(id: UInt32(number), write, guard: nil), as: 0)
    }
    consume(UInt64(sent))
  }

  private func say(_ body: Message.Body, as client: Int) {
    now = now + .microseconds(1)
    let message = Message(client: UInt32(client), journey: 0, sentAt: now, body: body)
    backend.receive(message, at: now, into: &wishes)
    var place = 0
    while place < wishes.count {
      if case .serve(let job, _) = wishes[place] { backend.finish(job, at: now, into: &wishes) }
      if case .send = wishes[place] { sent += 1 }
      place += 1
    }
    wishes.removeAll(keepingCapacity: true)
  }
}

/// A server that asks its one query again after each write.
final class NaiveServer {
  private let siblings: Siblings
  private let query: Query
  private var rows: [(key: Key, node: Node)]
  private var shown: [Key] = []
  private var number = 0

  init(_ count: Int, _ query: Query) {
    siblings = query.index == .key ? Siblings(count) : Siblings(scored: count)
    self.query = query
    rows = siblings.node.children.map { ($0.key, $0.value) }
  }

  /// Writes so many siblings.
  func write(_ count: Int) {
    var sent = 0
    for _ in 0..<count {
      number += 1
      let place = siblings.place(number)
      rows[place].node =
        query.index == .key
        ? .integer(Int64(-number)) : Siblings.scored(siblings.score(number), number: number)
      let ranks = rows.map { query.rank(of: $0.key, $0.node) }.sorted()
      let window = ranks[query.ranks(of: ranks.count)].map(\.key)
      if window.contains(siblings.keys[place]) || window != shown { sent += 1 }
      shown = window
    }
    consume(UInt64(sent))
  }
}
