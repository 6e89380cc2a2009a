// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTrace

/// All that was left to wait for when the time was over, from the trace alone.
package struct Waiting: Sendable {
  private var parts: [String] = []
  private var others = 0

  package init() {}

  /// Only so many are told in words.
  private static let most = 3

  /// Takes in who still waits.
  package mutating func observe(_ step: Step) {
    if parts.count >= Self.most {
      others += 1
    } else if step.client == Step.nobody {
      let messages = Self.count(step.x, "message", "under way")
      let requests = Self.count(step.y, "request", "in the server's queue")
      parts.append([messages, requests].compactMap { $0 }.joined(separator: " and "))
    } else {
      parts.append("client \(step.client) " + Self.words(step))
    }
  }

  /// The beginning of ``words``.
  package static let opening = " (still pending: "

  /// ` (still pending: client 3 is not connected and waits for 2 answers to writes)`, or nothing.
  package var words: String {
    if parts.isEmpty { return "" }
    let rest = others > 0 ? "; and \(others) others" : ""
    return Self.opening + parts.joined(separator: "; ") + rest + ")"
  }

  private static func words(_ step: Step) -> String {
    let waits = [
      (Step.Pending.listens, "list", "lists"),
      (Step.Pending.writes, "answer to a write", "answers to writes"),
      (Step.Pending.hooks, "answer to a hook", "answers to hooks"),
      (Step.Pending.transactions, "transaction", "transactions"),
    ].compactMap { bits, one, several -> String? in
      let count = step[bits]
      return count == 0 ? nil : "\(count) \(count == 1 ? one : several)"
    }
    let state = ["is not running", "is not connected", "is connecting", "is logging in"]
    var words = step.x < 4 ? [state[Int(step.x)]] : []
    if !waits.isEmpty { words.append("waits for " + waits.joined(separator: ", ")) }
    return words.joined(separator: " and ")
  }

  private static func count(_ count: UInt64, _ what: String, _ place: String) -> String? {
    count == 0 ? nil : "\(count) \(what)\(count == 1 ? "" : "s") \(place)"
  }
}
