// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirTree

// Relations as the list knows them, of which both ends are written in one write.
extension PlainForms {
  /// The end at a place below the list; null if there is none.
  private func end(at path: Path) -> Node {
    guard let key = path.keys.first, let row = heard[key] else { return .null }
    return row[path.dropping(1)]
  }

  /// The place below the list to which an end leads; nil: it leads nowhere.
  private func other(of end: Node) -> Path? {
    guard case .text(let target) = end[Key("t_pth")], case .text(let back) = end[Key("r_prop")],
      let place = try? Path(checking: "\(target)/\(back)")
    else { return nil }
    return place.seen(from: list)
  }

  private func node(to row: Path, back: String) -> Node {
    Node([
      (Key("t_pth"), .text(row.keys.map(\.description).joined(separator: "/"))),
      (Key("r_prop"), .text(back)),
    ])
  }

  private func leadPlace(_ key: Key) -> Path { Path([key, ObjectNotes.lead]) }

  /// Writes the change of a relation, in the steps in which the habits do it.
  private mutating func change(
    _ own: [Write.Part], _ others: [Write.Part], _ journey: UInt32, _ key: Key,
    into wishes: inout [StackWish]
  ) {
    for (step, parts) in Habits.writes(own, others).enumerated() {
      let sent = Sent(journey: step == 0 ? journey : 0, key: key)
      write(parts, sent, into: &wishes)
    }
  }

  mutating func join(_ journey: UInt32, into wishes: inout [StackWish]) {
    let (one, other) = (key(journey), key(journey / 7 + 1))
    if one == other { return }
    let old = end(at: leadPlace(one))
    let row = Habits.leads(to: list.appending(other))
    let own = Write.Part(leadPlace(one), node(to: row, back: "crew/\(one)"))
    var others = [Habits.takes(one, into: other, node(to: list.appending(one), back: "lead"))]
    let new = Path([other, ObjectNotes.crew, one])
    if Habits.cutsOld, let old = self.other(of: old), old != new, old.keys.first != one {
      others.append(Write.Part(old, .null))
    }
    change(Habits.replaces(old, by: own), others, journey, one, into: &wishes)
  }

  mutating func part(_ journey: UInt32, into wishes: inout [StackWish]) {
    let led = heard.filter { !$0.value[ObjectNotes.lead].isNull }.map(\.key)
    if led.isEmpty { return }
    let key = led[Int(journey) % led.count]
    let other = Habits.cutsParted ? other(of: end(at: leadPlace(key))) : nil
    let others = other.map { [Write.Part($0, .null)] } ?? []
    change([Write.Part(leadPlace(key), .null)], others, journey, key, into: &wishes)
  }

  mutating func delete(_ journey: UInt32, into wishes: inout [StackWish]) {
    let key = key(journey)
    let row = [Write.Part(Path([key]), .null)]
    var others: [Write.Part] = []
    if Habits.cutsDeleted {
      let ends = ends(of: key).compactMap { other(of: $0.node) }
      others = ends.filter { $0.keys.first.map { !Habits.isInside($0, of: key) } ?? true }
        .map { Write.Part($0, .null) }
    }
    if Habits.deletesAtOnce {
      write(row + others, Sent(journey: journey, key: key), into: &wishes)
    } else {
      write(row, Sent(journey: journey, key: key, next: others), into: &wishes)
    }
  }

  /// The ends of a row, with their places below the list.
  private func ends(of key: Key) -> [(place: Path, node: Node)] {
    let row = heard[key] ?? .null
    return [(leadPlace(key), row[ObjectNotes.lead])]
      + row[ObjectNotes.crew].children.map { (Path([key, ObjectNotes.crew, $0.key]), $0.value) }
  }

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    inner.wake(at: now, into: &wishes)
    guard isOpen, let due = mendDue, due <= now else { return }
    mendDue = nil
    if !Habits.mends { return }
    for (key, _) in heard {
      for (place, node) in ends(of: key) {
        guard let other = other(of: node),
          !Habits.leads(self.other(of: end(at: other)), backTo: place)
        else { continue }
        return write([Write.Part(place, .null)], Sent(journey: 0, key: key), into: &wishes)
      }
    }
  }
}
