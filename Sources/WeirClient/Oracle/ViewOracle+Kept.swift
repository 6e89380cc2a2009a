// SPDX-License-Identifier: Apache-2.0
internal import WeirCore
internal import WeirTree

extension ViewOracle {
  /// Shows all views again after a visible write was made or refused (rules 11, 12 and 17).
  mutating func showAgain(
    _ write: PendingWrite, isRefused: Bool = false, into wishes: inout [Wish]
  ) {
    for index in views.indices {
      let parts = write.parts(from: views[index].path)
      if parts.isEmpty { continue }
      let subject: Subject =
        parts.contains(where: \.isCover) ? .all : .some(Set(parts.compactMap(\.key)))
      change(index, into: &wishes) { view, pending in
        if isRefused && view.quirks.contains(.forgetsKept) {
          view.forgetKept(refusing: parts, under: pending)
        }
        return subject
      }
    }
  }

  /// Decides in each view what is kept of a write that is acknowledged and no longer pending
  /// (rule 13).
  mutating func settle(_ write: PendingWrite, into wishes: inout [Wish]) {
    for index in views.indices {
      let parts = write.parts(from: views[index].path)
      if parts.isEmpty { continue }
      change(index, into: &wishes) { view, pending in
        var subject: Set<Key> = []
        for part in parts {
          subject.formUnion(view.saidChildren(of: part))
          view.keep(part, of: write.id, under: pending)
        }
        return .some(subject)
      }
    }
  }
}

extension ViewOracle.View {
  /// Returns the children that an acknowledged part is about (rule 17).
  func saidChildren(of part: ViewOracle.Part) -> [Key] {
    if part.isCover { return said.children.map(\.key) }
    guard let key = part.key, said[key] != nil else { return [] }
    return [key]
  }

  /// Keeps a part of an acknowledged write where the server has said nothing (rule 13).
  mutating func keep(
    _ part: ViewOracle.Part, of id: UInt32, under pending: [ViewOracle.PendingWrite]
  ) {
    switch part {
    case .covers(let node):
      if isComplete { return }
      hasKeptCover = true
      if !isWindow {
        insert(part, Int(id))
        for part in parts(of: said, in: said) { insert(part, Int(id), isWord: true) }
        return
      }
      for key in shown.keys where said[key] == nil && !node[key].isNull {
        insert(.child(key, node[key]), Int(id))
      }
    case .child(let key, _):
      if said[key] == nil { insert(part, Int(id)) }
    case .deeper(let key, _, _):
      // That the window lost the child is the server's word, on which nothing is kept.
      var rest = self
      rest.kept.removeAll { $0.number < 0 }
      if said[key] == nil && rest.knowledge(under: pending)[key] != nil { insert(part, Int(id)) }
    case .priority:
      if !isWindow && !isComplete && knowledge(under: pending).whole != nil {
        insert(part, Int(id))
      }
    }
  }

  /// Puts a part at the place of its write, behind earlier parts of the same write.
  private mutating func insert(_ part: ViewOracle.Part, _ number: Int, isWord: Bool = false) {
    let index = kept.firstIndex { $0.number > number } ?? kept.endIndex
    let new = ViewOracle.KeptPart(number: number, part: part, isWord: isWord)
    kept.insert(new, at: index)
  }

  /// Forgets what was kept of a child of which the server has said something (rule 14).
  ///
  /// If a write that covered is kept, what is kept is all that was done at the location, and the server's word comes
  /// behind it, under the pending writes that cover: a leaf makes way for it, and the own priority goes with the last
  /// child. After a refusal the server has said nothing new, and all pending writes of the child lie over it (rule 28).
  mutating func forgetKept(
    of key: Key, isRefused: Bool = false, under pending: [ViewOracle.PendingWrite]
  ) {
    guard let cover = kept.last(where: \.part.isCover) else {
      kept.removeAll { $0.part.key == key }
      return
    }
    let lid = pending.first { write in
      write.isVisible && Int(write.id) > cover.number
        && write.parts(from: path).contains { $0.isAboutAll || isRefused && $0.key == key }
    }
    let place = kept.last { one in lid.map { one.number < Int($0.id) } ?? true }
    let numbers = 0...(place?.number ?? 0)
    kept.removeAll { $0.part.key == key && !numbers.contains($0.number) }
    insert(.child(key, said[key] ?? .null), place?.number ?? cover.number, isWord: true)
  }

  /// Forgets what was kept where a refused write was, or everything (rule 28).
  fileprivate mutating func forgetKept(
    refusing parts: [ViewOracle.Part], under pending: [ViewOracle.PendingWrite]
  ) {
    if parts.contains(where: { isWindow ? $0.isCover : $0.isAboutAll }) {
      kept.removeAll()
      hasKeptCover = false
    } else {
      for key in Set(parts.compactMap(\.key)) {
        forgetKept(of: key, isRefused: true, under: pending)
      }
    }
  }

  /// Returns what is said, with what is kept and pending over it in the order of the numbers (rules
  /// 11 and 16).
  func knowledge(under pending: [ViewOracle.PendingWrite]) -> ViewOracle.Knowledge {
    var knowledge = said
    // A null of rule 3 is the server's word, and lies under all that still waits.
    var ground = said
    for one in kept where one.number < 0 { ground.put(one.part) }
    var withoutKept = ground
    var rest = kept[...]
    func putKept(below number: Int) {
      var isUnderWrites = false
      while let next = rest.first, next.number < number {
        knowledge.put(next.part)
        if next.part.isCover || next.isWord { isUnderWrites = true }
        // What was said stands over earlier writes in what is kept of one that covered.
        if next.part.isCover { withoutKept = ground }
        // Of a child that was lost something may be kept since.
        if let key = next.part.key, said[key] == nil, ground[key] != nil, !next.isWord {
          withoutKept.put(next.part)
        }
        rest.removeFirst()
      }
      if !isUnderWrites { return }
      // Children that are said are not kept: earlier writes that still wait lie over them.
      for part in parts(of: ground, in: withoutKept) {
        if case .child(let key, let node) = part, node != said[key] { knowledge.put(part) }
      }
    }
    for write in pending where write.isVisible {
      putKept(below: Int(write.id))
      for part in write.parts(from: path) {
        knowledge.put(part)
        withoutKept.put(part)
      }
    }
    putKept(below: .max)
    return knowledge
  }

  /// Returns the children that are said, as they are known; those that are not null come first, so
  /// that a location does not lose its priority on the way.
  private func parts(
    of ground: ViewOracle.Knowledge, in knowledge: ViewOracle.Knowledge
  ) -> [ViewOracle.Part] {
    let all = ground.children.map { ($0.key, knowledge[$0.key] ?? .null) }
    return (all.filter { !$0.1.isNull } + all.filter { $0.1.isNull }).map { .child($0, $1) }
  }
}
