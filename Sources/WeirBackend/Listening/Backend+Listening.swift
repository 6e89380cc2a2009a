// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirTree

extension Backend {
  /// Begins a listen, or repeats its answer, and tells what it shows unless that is known already.
  mutating func listen(
    _ message: Message, _ tag: UInt32, _ path: Path, _ query: Query, known: UInt64,
    at now: Instant, into wishes: inout [Wish]
  ) {
    let client = message.client
    if sessions[Int(client)].hasClosed(tag) { return }
    let copy = copy(for: client)
    let old = copies[copy].listeners.group(of: client, tag)
    guard old != nil || Self.isServed(path, query), mayRead(path, client, at: now) else {
      if old != nil { copies[copy].listeners.remove(client, tag) }
      send(.refused(tag: tag, .forbidden), to: client, message.journey, into: &wishes)
      return
    }
    let root = copies[copy].root
    let group =
      old ?? copies[copy].listeners.add(client, tag, to: query, at: path, below: root)
    let shown = copies[copy].shown(to: group)
    // An answer is no push: if it is lost, nothing is missed that will not be asked for again.
    let sequence = sessions[Int(client)].sequence
    let isKnown = known != 0 && known == shown.fingerprint
    let body: Message.Body =
      isKnown && !fires(.tellsAnew, into: &wishes)
      ? .unchanged(tag: tag, sequence: sequence)
      : .snapshot(tag: tag, sequence: sequence, shown)
    send(body, to: client, message.journey, into: &wishes)
  }

  /// `true` if a listen makes sense.
  static func isServed(_ path: Path, _ query: Query) -> Bool {
    if case .child(let below) = query.index, !Measure.isLegal(below, mayEndInPriority: true) {
      return false
    }
    return Measure.isLegal(path) && query.limit.count >= 0
  }

  func mayRead(_ path: Path, _ client: UInt32, at now: Instant) -> Bool {
    if degradation.unreadable.contains(where: { path.leads(below: $0) }) { return false }
    return options.permissions?.allowsRead(
      at: path, auth: sessions[Int(client)].auth, now: now, root: copies[0].root) ?? true
  }

  /// Ends the listens of a client that it may keep no longer.
  mutating func revoke(of client: UInt32, at now: Instant, into wishes: inout [Wish]) {
    guard options.permissions != nil || !degradation.unreadable.isEmpty else { return }
    let copy = copy(for: client)
    for listen in copies[copy].listeners.listens[Int(client)] {
      let place = copies[copy].listeners.groups[Int(listen.group)].place
      let path = copies[copy].listeners.path(of: place)
      if mayRead(path, client, at: now) { continue }
      copies[copy].listeners.remove(client, listen.tag)
      let sequence = nextSequence(of: client)
      send(.revoked(tag: listen.tag, sequence: sequence), to: client, 0, into: &wishes)
    }
  }

  /// Replaces the rules, nil allowing everything, and tells every client that loses the right to a
  /// listen.
  package mutating func setRules(
    _ permissions: Permissions?, at now: Instant, into wishes: inout [Wish]
  ) {
    options.permissions = permissions
    for client in sessions.indices where sessions[client].isOpen {
      revoke(of: UInt32(client), at: now, into: &wishes)
    }
  }

  /// Tells the listeners of a copy what has changed for them.
  mutating func deliver(from copy: Int, journey: UInt32, into wishes: inout [Wish]) {
    for push in pushes {
      let members = copies[copy].listeners.groups[push.group].members
      for member in members where member.client != Listeners.Member.gone {
        let sequence = nextSequence(of: member.client)
        if fires(.tellsAll, into: &wishes) {
          let shown = copies[copy].shown(to: push.group)
          send(
            .overwrite(tag: member.tag, sequence: sequence, shown), to: member.client, journey,
            into: &wishes)
          continue
        }
        let body: Message.Body =
          switch push.change {
          case .child(let entry):
            .change(tag: member.tag, sequence: sequence, entry.key, entry.node)
          case .children(let entries):
            .changes(tag: member.tag, sequence: sequence, entries)
          case .everything(let node):
            .overwrite(tag: member.tag, sequence: sequence, node)
          }
        send(body, to: member.client, journey, into: &wishes)
      }
    }
    pushes.removeAll(keepingCapacity: true)
  }
}
