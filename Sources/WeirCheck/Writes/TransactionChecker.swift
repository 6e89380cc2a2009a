// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that every transaction ends, that one reported as committed took effect once, and any other
/// one never.
///
/// Several transactions of a client may reach the server as one write, so the checker keeps a balance
/// for each client: what the server added for it against what it was told. Only where a connection
/// broke, or an app was killed, while the answer was on its way may the server have done more.
struct TransactionChecker: Checker {
  static let promise = Promise(
    "transactions",
    "A transaction took effect once if it was reported as done, and else never.",
    usualCause:
      "Usually a write was guarded by the wrong state, or an answer was taken for another one's.")
  static let kinds: KindSet = [.meant, .skipped, .counted, .ended, .killed, .rested]

  var verdict = Verdict.notReached
  var opportunities = 0
  private let action: UInt64

  /// The balance of one client.
  private struct Balance: Sendable {
    /// The amount that the server added for it.
    var added: UInt64 = 0
    /// Transactions that it was told were committed.
    var committed: UInt64 = 0
    /// Transactions whose end is not known.
    var unknown: UInt64 = 0
    /// Transactions that have not ended.
    var open: UInt64 = 0
  }

  private var balances: [Balance] = []
  private var isTransaction = JourneySet()

  /// Makes a checker; `action` is the number by which steps call a transaction.
  init(_ ground: Ground) { action = ground.transactAction }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .meant: mean(step)
    case .skipped: skip(step)
    case .counted: count(step)
    case .ended: end(step)
    case .killed: kill(step)
    default: rest(step)
    }
  }

  private mutating func mean(_ step: Step) {
    guard step.x == action else { return }
    isTransaction.insert(step.journey)
    grow(to: step.client)
    balances[Int(step.client)].open += 1
  }

  private mutating func skip(_ step: Step) {
    guard isTransaction.remove(step.journey) else { return }
    balances[Int(step.client)].open -= 1
  }

  private mutating func count(_ step: Step) {
    guard isTransaction.contains(step.journey) else { return }
    grow(to: step.client)
    guard step.x > step.y else {
      blame(step, "the server counted from \(step.y) to \(step.x) for client \(step.client)")
      return
    }
    balances[Int(step.client)].added += step.x - step.y
  }

  private mutating func end(_ step: Step) {
    grow(to: step.client)
    opportunities += 1
    verdict.reach()
    var balance = balances[Int(step.client)]
    if balance.open == 0 {
      blame(step, "client \(step.client) was told the end of a transaction twice")
      return
    }
    balance.open -= 1
    switch step.x {
    case 0: balance.committed += 1
    case Self.disconnected: balance.unknown += 1
    default: break
    }
    balances[Int(step.client)] = balance
    if balance.committed > balance.added {
      blame(
        step,
        "client \(step.client) was told of \(balance.committed) committed transactions, but the"
          + " server carried out only \(balance.added)")
    }
  }

  /// The number by which an ended step says that the connection broke while the transaction was sent.
  static let disconnected: UInt64 = 3

  /// An app is killed: what it had not heard, it never will.
  private mutating func kill(_ step: Step) {
    grow(to: step.client)
    balances[Int(step.client)].unknown += balances[Int(step.client)].open
    balances[Int(step.client)].open = 0
  }

  private mutating func rest(_ step: Step) {
    for (client, balance) in balances.enumerated() {
      if balance.open > 0 {
        blame(step, "\(balance.open) transactions of client \(client) never ended")
      }
      if balance.added > balance.committed + balance.unknown {
        blame(
          step,
          "the server carried out \(balance.added) transactions of client \(client), which was told of"
            + " \(balance.committed)")
      }
    }
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }

  private mutating func grow(to client: UInt32) {
    while balances.count <= Int(client) { balances.append(Balance()) }
  }
}
