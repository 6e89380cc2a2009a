// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

import WeirMutants

@Suite struct RequestNumbersTests {
  private func message(_ body: Message.Body, session: UInt32) -> Message {
    Message(client: 1, session: session, journey: 0, sentAt: .zero, body: body)
  }

  /// A server and its client see two series of numbers; the twin writes both down beside each other.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `requests stay in order and answers find their requests, through any history`(
    seed: UInt64
  ) throws {
    var chance = RandomStream(seed: seed, "requests")
    var numbers = RequestNumbers()
    for session in 1...3 as ClosedRange<UInt32> {
      var sent: UInt32 = 0
      /// By the server's number from 1: the client's, or nil.
      var twin: [UInt32?] = []
      for _ in 0..<60 {
        switch chance.index(below: 4) {
        case 0 where sent > 0:
          // Sent again: the same number as before.
          let id = 1 + UInt32(chance.index(below: Int(sent)))
          let again = message(.neverMind(id: id, .root), session: session)
          let isNew = numbers.isNew(again)
          #expect(!isNew)
          let arrived = numbers.arrive(again).request.map { Int($0) }
          #expect(arrived == twin.firstIndex(of: id).map { $0 + 1 })
        case 1 where !twin.isEmpty:
          let id = 1 + chance.index(below: twin.count)
          let answer = message(.answer(id: UInt32(id), .committed, after: 0), session: session)
          #expect(numbers.leave(answer)?.request == twin[id - 1])
        default:
          sent += 1
          let request = message(.neverMind(id: sent, .root), session: session)
          let isNew = numbers.isNew(request)
          twin.append(sent)
          let arrived = numbers.arrive(request).request
          #expect(isNew && arrived == UInt32(twin.count))
          if chance.index(below: 3) == 0 {
            let inserted = numbers.insert(.neverMind(id: 0, .root), after: request)
            twin.append(nil)
            #expect(inserted.request == UInt32(twin.count))
          }
        }
      }
    }
  }
}
