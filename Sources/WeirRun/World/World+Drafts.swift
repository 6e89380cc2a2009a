// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirCheck
import WeirClient
import WeirCore
import WeirScenario
import WeirTrace
import WeirTree
import WeirWorkload

// Rows that one app alone has. To those who judge, they are a list of their own, to which nobody else commits.
extension World {
  /// Somebody begins a draft, which the list shows from now on.
  mutating func addDraft(_ intent: Intent, _ journey: UInt32) {
    let client = Int(intent.client)
    let clock = devices[client].clock.time(at: now)
    let key = devices[client].hand.newKey(clock)
    let node = devices[client].hand.content(
      intent.action, of: scenario.workload[intent.work], journey: journey)
    devices[client].drafts.append((key, node))
    recordDraft(key, node, of: client)
    devices[client].stack.perform(.addOwn(key, node), at: now, into: &stackWishes)
    handleStackWishes(of: client)
    workload.answered(work: intent.work, client: intent.client, at: now, into: &thoughts)
    planThoughts()
  }

  /// Somebody sends the oldest draft: it becomes a post under the same key, and is a draft no more.
  mutating func sendDraft(_ intent: Intent, _ journey: UInt32) {
    let client = Int(intent.client)
    guard !devices[client].drafts.isEmpty else {
      skip(intent, journey)
      return
    }
    let (key, node) = devices[client].drafts.removeFirst()
    let path = plan.lists[Int(devices[client].list)].appending(key)
    let number = devices[client].client.write(
      .set(path, node), journey: journey, at: now, into: &clientWishes)
    record(
      Step(
        at: now, .wrote, client: intent.client, journey: journey, list: devices[client].list,
        key: key,
        x: node.fingerprint, y: UInt64(number)))
    handleClientWishes(of: client)
    recordDraft(key, .null, of: client)
    devices[client].stack.perform(.removeOwn(key), at: now, into: &stackWishes)
    handleStackWishes(of: client)
  }

  /// An app is killed, and its drafts with it.
  mutating func dropDrafts(of client: Int) {
    for (key, _) in devices[client].drafts { recordDraft(key, .null, of: client) }
    devices[client].drafts.removeAll()
  }

  private mutating func recordDraft(_ key: Key, _ node: Node, of client: Int) {
    guard let list = devices[client].draftList else {
      invariantBroken("client \(client) keeps no drafts")
    }
    record(
      Step(
        at: now, .committed, client: UInt32(client), list: list, key: key, x: node.fingerprint,
        y: backend.version), .row(node))
  }
}
