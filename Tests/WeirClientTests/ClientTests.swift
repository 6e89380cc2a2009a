import Testing
import WeirClient
import WeirCore
import WeirTree

@Suite struct ClientTests {
  private let list = Path("l")

  /// A client that has heard a snapshot of `keys` with number 1.
  private func client(
    _ keys: [String] = ["a", "b"], limit: Query.Limit = .none, isReliable: Bool = true
  ) -> Client {
    var client = Client(isReliable: isReliable, patience: .milliseconds(100))
    var wishes: [Client.Wish] = []
    let tag = client.listen(to: list, Query(limit: limit), at: .zero, into: &wishes)
    let entries = keys.map { Message.Entry(Key($0), .integer(1)) }
    client.receive(.snapshot(tag: tag, sequence: 1, entries), at: .zero, into: &wishes)
    return client
  }

  private func receive(_ body: Message.Body, _ client: inout Client) -> [Client.Wish] {
    var wishes: [Client.Wish] = []
    client.receive(body, at: .zero, into: &wishes)
    return wishes
  }

  private func write(_ path: String, _ node: Node, _ client: inout Client) -> [Client.Wish] {
    var wishes: [Client.Wish] = []
    client.write(.set(Path(path), node), journey: 7, at: .zero, into: &wishes)
    return wishes
  }

  @Test func `the first snapshot of an empty list is a value alone`() {
    var client = Client(isReliable: true, patience: .seconds(1))
    var wishes: [Client.Wish] = []
    _ = client.listen(to: list, Query(), at: .zero, into: &wishes)
    #expect(!client.isAtRest)
    #expect(words(heard(receive(.snapshot(tag: 0, sequence: 1, []), &client))) == ["value"])
    #expect(heard(receive(.snapshot(tag: 0, sequence: 2, []), &client)).isEmpty)
    #expect(client.isAtRest)
  }

  @Test func `a write shows at once, and its echo and its answer say nothing more`() {
    var client = client()
    #expect(words(heard(write("l/c", .integer(3), &client))) == ["added c", "value"])
    #expect(!client.isAtRest)
    #expect(
      heard(receive(.change(tag: 0, sequence: 2, Key("c"), .integer(3)), &client)).isEmpty)
    let end = receive(.answer(id: 1, .committed, after: 2), &client)
    #expect(settled(end) == [1])
    #expect(heard(end).isEmpty)
    #expect(client.isAtRest)
  }

  @Test func `a write that is turned away is undone`() {
    var client = client()
    _ = write("l/a", .null, &client)
    _ = write("l/b", .integer(5), &client)
    #expect(
      words(heard(receive(.answer(id: 2, .overloaded, after: 1), &client)))
        == ["changed b", "value"])
    #expect(
      words(heard(receive(.answer(id: 1, .overloaded, after: 1), &client))) == ["added a", "value"])
    #expect(client.node(at: Key("b"), tag: 0) == .integer(1))
  }

  @Test func `an answer that comes before its push is withheld until the push is heard`() {
    var client = client()
    _ = write("l/c", .integer(3), &client)
    let early = receive(.answer(id: 1, .committed, after: 2), &client)
    #expect(settled(early).isEmpty && heard(early).isEmpty)
    #expect(client.node(at: Key("c"), tag: 0) == .integer(3))
    let push = receive(.change(tag: 0, sequence: 2, Key("c"), .integer(3)), &client)
    #expect(settled(push) == [1])
    #expect(heard(push).isEmpty)
  }

  @Test func `a newer write does not flash back when its answer overtakes an older one`() {
    var client = client(isReliable: false)
    _ = write("l/a", .integer(2), &client)
    _ = write("l/a", .integer(3), &client)
    _ = receive(.change(tag: 0, sequence: 2, Key("a"), .integer(2)), &client)
    _ = receive(.change(tag: 0, sequence: 3, Key("a"), .integer(3)), &client)
    let early = receive(.answer(id: 2, .committed, after: 3), &client)
    #expect(heard(early).isEmpty && settled(early).isEmpty)
    #expect(client.node(at: Key("a"), tag: 0) == .integer(3))
    let end = receive(.answer(id: 1, .committed, after: 2), &client)
    #expect(heard(end).isEmpty)
    #expect(settled(end) == [1, 2])
  }

  @Test func `a write below a child that a full window hides invents nothing`() {
    var client = client(["b", "c"], limit: .last(2))
    _ = write("l/c", .null, &client)
    #expect(heard(write("l/a/word", .integer(1), &client)).isEmpty)
    #expect(words(heard(write("l/a", .integer(1), &client))) == ["added a", "value"])
    _ = write("l/bb/word", .integer(1), &client)
    #expect(!client.node(at: Key("bb"), tag: 0).isNull)
  }

  @Test func `several children at once never say removed and added of one`() {
    var client = client(["c"], limit: .first(1))
    var wishes: [Client.Wish] = []
    let entries = ["b", "a"].map { Message.Entry(Key($0), .integer(2)) }
    client.write(.merge(list, entries), journey: 0, at: .zero, into: &wishes)
    #expect(words(heard(wishes)) == ["removed c", "added a", "value"])
  }

  @Test func `a window takes several pushed children whatever their order`() {
    var client = client(["b", "c"], limit: .first(2))
    let entries = [Message.Entry(Key("a"), .integer(1)), .init(Key("b"), .null)]
    #expect(
      words(heard(receive(.changes(tag: 0, sequence: 2, entries), &client)))
        == ["removed b", "added a", "value"])
  }

  @Test func `a gap asks for the list anew, and answers wait until it has come`() {
    var client = client(isReliable: false)
    _ = write("l/c", .integer(3), &client)
    let gap = receive(.change(tag: 0, sequence: 3, Key("d"), .integer(4)), &client)
    #expect(heard(gap).isEmpty)
    #expect(gap.contains { if case .resynced = $0 { true } else { false } })
    #expect(gap.contains { if case .send(_, .listen) = $0 { true } else { false } })
    #expect(settled(receive(.answer(id: 1, .committed, after: 2), &client)).isEmpty)
    #expect(heard(receive(.change(tag: 0, sequence: 2, Key("c"), .integer(3)), &client)).isEmpty)
    let entries = ["b", "c", "d"].map { Message.Entry(Key($0), .integer($0 == "c" ? 3 : 1)) }
    let fresh = receive(.snapshot(tag: 0, sequence: 4, entries), &client)
    #expect(words(heard(fresh)) == ["removed a", "added d", "value"])
    #expect(settled(fresh) == [1])
  }

  @Test func `a pong of a push never heard asks for the list anew`() {
    var client = client(isReliable: false)
    #expect(receive(.pong(sequence: 1), &client).isEmpty)
    let wishes = receive(.pong(sequence: 2), &client)
    #expect(wishes.contains { if case .resynced = $0 { true } else { false } })
    #expect(!client.isAtRest)
  }

  @Test
  func `what is unanswered is sent again, each time twice as late, and at most thirty seconds`() {
    var client = client(isReliable: false)
    _ = write("l/c", .integer(3), &client)
    // The listen has planned the first alarm.
    var wishes: [Client.Wish] = [.retry(.zero + .milliseconds(100))]
    var times: [Int64] = []
    while times.count < 11 {
      guard case .retry(let instant)? = wishes.last else { break }
      times.append(instant.nanoseconds / 1_000_000)
      wishes.removeAll()
      client.retry(at: instant, into: &wishes)
      #expect(wishes.contains { if case .send(7, .write(1, _)) = $0 { true } else { false } })
    }
    let waits = zip(times, [0] + times).map { $0 - $1 }
    #expect(waits.prefix(4) == [100, 200, 400, 800])
    #expect(waits.last == 30_000)
  }

  @Test func `a reliable link sends nothing again but a listen that was turned away`() {
    var client = Client(isReliable: true, patience: .milliseconds(100))
    var wishes: [Client.Wish] = []
    _ = client.listen(to: list, Query(), at: .zero, into: &wishes)
    client.write(.set(Path("l/a"), .null), journey: 0, at: .zero, into: &wishes)
    #expect(!wishes.contains { if case .retry = $0 { true } else { false } })
    wishes = receive(.refused(tag: 0), &client)
    guard case .retry(let instant)? = wishes.last else {
      Issue.record("a refused listen is not planned again")
      return
    }
    wishes.removeAll()
    client.retry(at: instant, into: &wishes)
    #expect(wishes.count == 2)
    #expect(wishes.contains { if case .send(_, .listen) = $0 { true } else { false } })
  }
}
