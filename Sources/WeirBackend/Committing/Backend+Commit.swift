// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

extension Backend {
  /// A write that may be committed.
  private struct Approved {
    var write: Write
    var footprint: Footprint
    var bytes: Int
  }

  /// The verdict on a write.
  private enum Judgement {
    case approved(Approved)
    case declined(Message.Answer)
  }

  /// Lets a numbered request take effect and answers it.
  mutating func carryOut(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    let client = Int(message.client)
    guard let id = message.request else { return }
    sessions[client].applied = id + 1
    switch message.body {
    case .authenticate(_, let auth):
      sessions[client].auth = auth
      revoke(of: message.client, at: now, into: &wishes)
      answer(message, .committed, into: &wishes)
    case .write(_, let write, let condition):
      carryOut(write, condition, message, at: now, into: &wishes)
    case .whenGone(_, let write):
      remember(write, message, at: now, into: &wishes)
    case .neverMind(_, let path):
      sessions[client].hooks = sessions[client].hooks.compactMap { Self.without(path, $0) }
      answer(message, .committed, into: &wishes)
    default: break
    }
  }

  private mutating func carryOut(
    _ write: Write, _ condition: WriteGuard?, _ message: Message, at now: Instant,
    into wishes: inout [Wish]
  ) {
    let client = Int(message.client)
    switch judge(write, condition, sessions[client].auth, at: now) {
    case .declined(let answer): decline(message, answer, into: &wishes)
    case .approved(let approved):
      if let quota = options.quota, approved.bytes > quota.bytes {
        // No session could ever write it: to end this one would let the client send it again and again.
        return decline(message, .invalid, into: &wishes)
      }
      if let quota = options.quota, approved.bytes > quota.bytes - sessions[client].written {
        send(.closed(wait: quota.wait), to: message.client, message.journey, into: &wishes)
        return end(client, at: now, into: &wishes)
      }
      if exceedsRation(client, approved.bytes) {
        return decline(message, .forbidden, into: &wishes)
      }
      if !degradation.rejects.isZero, faultChances.rejects.chance(degradation.rejects) {
        return decline(message, .forbidden, into: &wishes)
      }
      sessions[client].written += approved.bytes
      if degradation.ration != nil {
        sessions[client].rationedWrites += 1
        sessions[client].rationedBytes += approved.bytes
      }
      commit(approved, message, at: now, into: &wishes)
    }
  }

  /// Commits a write and tells who wrote it, before or after the data, or never.
  private mutating func commit(
    _ approved: Approved, _ message: Message, at now: Instant, into wishes: inout [Wish]
  ) {
    let isLost =
      !degradation.losesAnswers.isZero && faultChances.losses.chance(degradation.losesAnswers)
    let isEarly = options.answersBeforeData || degradation.answersBeforeData
    if isEarly, !isLost { answer(message, .committed, into: &wishes) }
    commit(approved, of: message.client, message.journey, at: now, into: &wishes)
    if isLost { return hangUp(on: Int(message.client), at: now, into: &wishes) }
    if !isEarly { confirm(message, at: now, into: &wishes) }
    if fires(.endsSession, into: &wishes) {
      hangUp(on: Int(message.client), at: now, into: &wishes)
    }
  }

  private mutating func decline(
    _ message: Message, _ answer: Message.Answer, into wishes: inout [Wish]
  ) {
    if let id = message.request { sessions[Int(message.client)].fail(id, answer) }
    self.answer(message, answer, into: &wishes)
  }

  /// Decides whether a write may be committed, and resolves it if so.
  private func judge(
    _ write: Write, _ condition: WriteGuard?, _ auth: Message.Auth?, at now: Instant
  ) -> Judgement {
    guard Measure.isLegal(write.path, mayEndInPriority: true),
      let measure = Measure(write), let footprint = Footprint(write)
    else { return .declined(.invalid) }
    let root = copies[0].root
    if let condition, !condition.holds(for: write, on: root) { return .declined(.stale) }
    let resolved =
      write.hasServerValues
      ? write.resolved(on: root, milliseconds: milliseconds(at: now)) : write
    guard mayWrite(resolved, footprint, auth, at: now) else { return .declined(.forbidden) }
    return .approved(Approved(write: resolved, footprint: footprint, bytes: measure.bytes))
  }

  private func mayWrite(
    _ write: Write, _ footprint: Footprint, _ auth: Message.Auth?, at now: Instant
  ) -> Bool {
    guard let permissions = options.permissions else { return true }
    let root = copies[0].root
    var after = root
    write.apply(to: &after)
    return permissions.allowsWrite(
      of: footprint.paths.map { ($0, after[$0]) }, auth: auth, now: now, before: root, after: after)
  }

  /// Puts a write into the tree and tells each listener what changed in its query.
  private mutating func commit(
    _ approved: Approved, of client: UInt32, _ journey: UInt32, at now: Instant,
    into wishes: inout [Wish]
  ) {
    let (write, footprint) = (approved.write, approved.footprint)
    version += 1
    copies[0].apply(write, footprint, into: &pushes)
    wishes.append(
      .committed(client: client, journey: journey, write, version: version, copies[0].root))
    deliver(from: 0, journey: journey, into: &wishes)
    guard copies.count > 1 else { return }
    // For every lag, a copy sees writes in their order.
    let due = max(now + (degradation.lag ?? options.lag), late.last?.due ?? .zero)
    late.append(LateWrite(due: due, journey: journey, write: write, footprint: footprint))
    if due <= now { catchUp(at: now, into: &wishes) }
  }

  /// Shows the late copy what it is to see by now.
  mutating func catchUp(at now: Instant, into wishes: inout [Wish]) {
    while isUp, lateHead < late.count, late[lateHead].due <= now {
      let next = late[lateHead]
      lateHead += 1
      copies[1].apply(next.write, next.footprint, into: &pushes)
      deliver(from: 1, journey: next.journey, into: &wishes)
    }
    if lateHead * 2 > late.count {
      late.removeSubrange(..<lateHead)
      lateHead = 0
    }
  }
}

// Writes for when a client is gone.
extension Backend {
  private mutating func remember(
    _ write: Write, _ message: Message, at now: Instant, into wishes: inout [Wish]
  ) {
    let client = Int(message.client)
    switch judge(write, nil, sessions[client].auth, at: now) {
    case .declined(let answer): decline(message, answer, into: &wishes)
    case .approved:
      sessions[client].hooks.append(write)
      wishes.append(
        .armed(client: message.client, session: message.session, write.path))
      answer(message, .committed, into: &wishes)
    }
  }

  /// Does what a client wanted done, as far as it still may.
  mutating func fire(_ orphan: Orphan, at now: Instant, into wishes: inout [Wish]) {
    for hook in orphan.hooks {
      let judgement = judge(hook, nil, orphan.auth, at: now)
      let isAllowed = if case .approved = judgement { true } else { false }
      wishes.append(
        .fired(
          client: orphan.client, session: orphan.session, hook, isAllowed: isAllowed))
      if case .approved(let approved) = judgement {
        commit(approved, of: orphan.client, 0, at: now, into: &wishes)
      }
    }
  }

  /// Returns what is left of a write when nothing is to happen at or below `path`; nil if nothing
  /// is left.
  ///
  /// Of a node that lies above it each other child is still written, by itself; out of a leaf nothing can be taken.
  private static func without(_ path: Path, _ write: Write) -> Write? {
    switch write {
    case .set(let place, let node):
      if place.leads(below: path) { return nil }
      if !path.leads(below: place) || node.children.isEmpty { return write }
      var rest: [Write.Part] = []
      list(node, without: path.keys.dropFirst(place.keys.count), at: .root, into: &rest)
      return rest.isEmpty ? nil : .merge(place, rest)
    case .merge(let place, let parts):
      var rest: [Write.Part] = []
      for part in parts {
        let whole = place.appending(part.path)
        if whole.leads(below: path) { continue }
        let way = path.leads(below: whole) ? path.keys.dropFirst(whole.keys.count) : []
        list(part.node, without: way, at: part.path, into: &rest)
      }
      return rest.isEmpty ? nil : .merge(place, rest)
    }
  }

  /// Lists what a node at a place writes, but for what lies at some keys below it.
  private static func list(
    _ node: Node, without keys: ArraySlice<Key>, at place: Path, into parts: inout [Write.Part]
  ) {
    guard let gone = keys.first, !node.children.isEmpty else {
      return parts.append(Write.Part(place, node))
    }
    for (key, child) in node.children {
      if key == gone, keys.count == 1 { continue }
      let rest = key == gone ? keys.dropFirst() : []
      list(child, without: rest, at: place.appending(key), into: &parts)
    }
  }
}
