// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// The ends of requests.
extension Client {
  /// Takes in an answer of the server to a request, perhaps not the first one.
  mutating func receiveAnswer(
    _ id: UInt32, _ answer: Message.Answer, after: UInt32, at now: Instant,
    into wishes: inout [Wish]
  ) {
    // A server that is too busy is no nearer than before: who hurried would ask it again ever so often.
    if answer != .overloaded { hurry(at: now) }
    guard id != 0 else { return }
    if id == login.request { return receiveLogin(answer, at: now, into: &wishes) }
    if let place = puts.firstIndex(where: { $0.request == id }) {
      if puts[place].answer == nil {
        puts[place].answer = (answer, after)
        puts[place].isOvertaken = !Self.haveAllTold(listens, about: puts[place].write.path)
        sendWaiting(at: now, into: &wishes)
      }
    } else if let place = hooks.firstIndex(where: { $0.request == id }) {
      settleHook(place, answer, into: &wishes)
    }
  }

  /// Lets every answer count whose pushes were all heard.
  ///
  /// A committed write waits for the earlier ones. If it were let go first, the client would lay an
  /// older write that is still pending over it, and the user's last word would flash back to an
  /// earlier one. After a new connection all wait until every list has been told again: what the
  /// server has committed must be seen there before the write that showed it goes.
  mutating func settle(at now: Instant, into wishes: inout [Wish]) {
    guard !puts.isEmpty, isConnected else { return }
    var place = 0
    while place < puts.count {
      guard let (answer, after) = puts[place].answer, after <= heard,
        place == 0 || answer != .committed,
        !listens.contains(where: { $0.progress == .stale || $0.isRestoring }),
        answer != .stale || Self.haveAllTold(listens, about: puts[place].write.path),
        answer != .committed || !mayBeOld(puts[place])
          || Self.haveToldAlike(listens, about: puts[place].write.path)
      else {
        place += 1
        continue
      }
      conclude(puts.remove(at: place), answer, at: now, into: &wishes)
      place = 0
    }
  }

  // Asked of the listens, and not of the client: a call would be given a copy of all of it.

  /// `true` if every listen that has to do with a path was answered.
  private static func haveAllTold(_ listens: [Listen], about path: Path) -> Bool {
    listens.allSatisfy { $0.progress == .current || !$0.concerns(path) }
  }

  /// `true` if the listens that have to do with a path were all answered, or none was.
  private static func haveToldAlike(_ listens: [Listen], about path: Path) -> Bool {
    haveAllTold(listens, about: path)
      || !listens.contains { $0.progress == .current && $0.concerns(path) }
  }

  /// `true` if the server may have told the outcome of a write, and even a later write of another
  /// client, before its answer counts: the answer is late, or had to wait for a list, or answers a
  /// request that may have been sent twice.
  private func mayBeOld(_ put: Put) -> Bool {
    let isLate = put.answer.map { $0.after < heard } ?? false
    return isLate || put.isOvertaken || put.isRepeated || !isReliable
  }

  /// Takes a write of a request out of the views.
  ///
  /// If it was carried out, it stays visible until the server says something else, unless that was said before: then
  /// nothing more is said. If one list was told and another was not, the write waits for the other.
  mutating func letGo(_ write: UInt32, of put: Put, _ isCommitted: Bool) {
    let isTold = mayBeOld(put) && Self.haveAllTold(listens, about: put.write.path)
    if isCommitted, !isTold {
      views.acknowledge(write, into: &pendingNotices)
    } else {
      views.revert(write, into: &pendingNotices)
    }
  }

  private mutating func conclude(
    _ put: Put, _ answer: Message.Answer, at now: Instant, into wishes: inout [Wish]
  ) {
    guard put.transactions.isEmpty else {
      return concludeTransactions(put, answer, at: now, into: &wishes)
    }
    wishes.append(.settled(write: put.id, journey: put.journey, answer))
    letGo(put.id, of: put, answer == .committed)
    if tell(at: now, into: &wishes), !transactions.isEmpty {
      rerun(around: put.write.path, at: now, into: &wishes)
    }
  }
}
