// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirClient
import WeirCore
import WeirModels
import WeirStreams
import WeirTree

/// Listeners that have heard what there is and wait: the work of a process whose memory is looked at.
enum IdleListeners {
  private static let query = Query(limit: .last(50))

  /// Lets `count` listeners wait in the place with that name; with `no-` before it, all is the same
  /// but without the listening.
  static func wait(_ count: Int, at place: String) {
    let listens = !place.hasPrefix("no-")
    switch place.split(separator: "-", maxSplits: listens ? 0 : 1).last {
    case "backend": waitAtBackend(count, listens: listens)
    case "client": waitInClients(count, listens: listens)
    case "stream": waitInStream(count, listens: listens)
    case "models": waitInModels(count, listens: listens)
    case "objects": ObjectBench.wait(listens ? count : 0, areLoaded: true)
    case "objects-unloaded": ObjectBench.wait(listens ? count : 0, areLoaded: false)
    default: waitInOneClient(count, listens: listens)
    }
  }

  /// Equal listeners of as many clients.
  private static func waitAtBackend(_ count: Int, listens: Bool) {
    var backend = backend(clients: count)
    var wishes: [Backend.Wish] = []
    for client in 0..<UInt32(count) {
      say(.hello, client, to: &backend, &wishes)
      if listens {
        say(.listen(tag: 1, Siblings.path, query, known: 0), client, to: &backend, &wishes)
      }
    }
    consume(backend.version)
  }

  /// Clients with a listener each.
  private static func waitInClients(_ count: Int, listens: Bool) {
    var (clients, wishes): ([Client], [Client.Wish]) = ([], [])
    for number in 0..<count {
      let chance = RandomStream(seed: 1, "bench", of: "client", number)
      var client = Client(options: .init(), chance: chance)
      open(&client, snapshot(), listens ? 1 : 0, &wishes)
      clients.append(client)
    }
    consume(UInt64(clients.count))
  }

  /// Equal listeners of one client; without them there is still one.
  private static func waitInOneClient(_ count: Int, listens: Bool) {
    var client = Client(options: .init(), chance: RandomStream(seed: 1, "bench"))
    var wishes: [Client.Wish] = []
    open(&client, snapshot(), listens ? count : 1, &wishes)
    consume(UInt64(client.session))
  }

  /// A stream of so many rows, or the rows alone, whose content is shared.
  private static func waitInStream(_ count: Int, listens: Bool) {
    let children = ScoredChildren(count, .text)
    let list = listens ? StreamedChildren(count, .text) : nil
    consume(UInt64(children.keys.count + (list?.stream.count ?? 0)))
  }

  /// Listeners of an app's models that hold one of their own each, or the models alone.
  private static func waitInModels(_ count: Int, listens: Bool) {
    let models = (0..<count).map { IdleModel(id: ModelID("model \($0)"), number: $0) }
    var engine = ConsistencyEngine()
    if listens { for model in models { engine.show([model], in: engine.open()) } }
    consume(UInt64(engine.holderCount + models.count))
  }

  private static func open(
    _ client: inout Client, _ snapshot: Node, _ listeners: Int, _ wishes: inout [Client.Wish]
  ) {
    client.connect(at: .zero, into: &wishes)
    client.receive(.welcome(milliseconds: 0), session: 1, at: .zero, into: &wishes)
    for number in 0..<listeners {
      wishes.removeAll(keepingCapacity: true)
      _ = client.listen(to: Siblings.path, query, at: .zero, into: &wishes)
      guard number == 0 else { continue }
      client.receive(
        .snapshot(tag: 1, sequence: 0, snapshot), session: 1, at: .zero, into: &wishes)
    }
    wishes.removeAll(keepingCapacity: true)
  }

  /// Returns fifty rows of its own, as if they had come over a network.
  private static func snapshot() -> Node {
    var node = Node.null
    for (place, key) in TreeLoads.list(50).1.enumerated() {
      node.set(.integer(Int64(place)), at: key)
    }
    return node
  }

  private static func backend(clients: Int) -> Backend {
    var tree = Node.null
    tree.set(Siblings(1_000).node, at: Siblings.path)
    return Backend(
      tree: tree, clients: clients, options: .init(service: QuantileTable(constant: .zero)),
      chance: RandomStream(seed: 1, "bench"))
  }

  private static func say(
    _ body: Message.Body, _ client: UInt32, to backend: inout Backend,
    _ wishes: inout [Backend.Wish]
  ) {
    let message = Message(client: client, journey: 0, sentAt: .zero, body: body)
    backend.receive(message, at: .zero, into: &wishes)
    var place = 0
    while place < wishes.count {
      if case .serve(let job, _) = wishes[place] {
        backend.finish(job, at: .zero, into: &wishes)
      }
      place += 1
    }
    wishes.removeAll(keepingCapacity: true)
  }
}

/// A model that nobody changes.
private struct IdleModel: SimpleModel, Equatable {
  let id: ModelID
  let number: Int
  var modelID: ModelID? { id }
}
