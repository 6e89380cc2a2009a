// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct MessagePayloadTests {
  private static let row = Node([(Key("text"), .text("hi")), (Key("likes"), .integer(12))])
  // {"likes":12,"text":"hi"}
  private static let rowSize = 24

  @Test func `paths, keys and values count, as they are written`() throws {
    let path = Path([Key("rooms"), Key("lobby")])  // "/rooms/lobby"
    let key = Key("-Oh1")  // "-Oh1"
    let sizes: [(Message.Body, Int)] = [
      (.listen(tag: 900, path, Query(), known: 7), 14),
      (.listen(tag: 1, Path([]), Query(), known: 0), 3),
      (
        .write(id: 70_000, .set(path.appending(key), Self.row), guard: .unchanged(3)),
        19 + Self.rowSize
      ),
      (
        .whenGone(id: 1, .merge(path, [.init(Key("a"), .null), .init(key, Self.row)])),
        14 + 4 + 4 + 7 + Self.rowSize
      ),
      (.neverMind(id: 1, path), 14),
      (.authenticate(id: 1, .init(uid: "ann")), 5), (.authenticate(id: 1, nil), 0),
      (.snapshot(tag: 1, sequence: 9, Self.row), Self.rowSize),
      (.overwrite(tag: 1, sequence: 9, .null), 4),
      (.change(tag: 1, sequence: 9, key, Self.row), 6 + Self.rowSize),
      (
        .changes(tag: 1, sequence: 9, [.init(key, Self.row), .init(Key("b"), .bool(false))]),
        6 + Self.rowSize + 3 + 5
      ),
    ]
    for (body, size) in sizes { #expect(body.payloadByteCount == size, "\(body)") }
  }

  @Test func `what frames them does not`() {
    let bodies: [Message.Body] = [
      .none, .hello, .unlisten(tag: 1), .ping, .goodbye, .welcome(milliseconds: 9),
      .unchanged(tag: 1, sequence: 2), .refused(tag: 1, .forbidden), .revoked(tag: 1, sequence: 2),
      .answer(id: 1, .committed, after: 3), .pong(sequence: 4), .closed(wait: .seconds(1)),
    ]
    for body in bodies { #expect(body.payloadByteCount == 0, "\(body)") }
  }
}
