// SPDX-License-Identifier: Apache-2.0
extension ModelStore {
  /// Gives a provider a key, and takes it out of the lists of its old one.
  mutating func takeKey(_ key: ListKey?, _ id: ProviderID, into wishes: inout [StoreWish]) {
    if self[id].key == key { return }
    leaveGroup(id)
    self[id].isLoaded = false
    guard let key else { return }
    let type = self[id].type
    if let first = groups[key]?.first, providers[first]?.type != type {
      // Rows of two types cannot be one list: the provider goes on alone.
      wishes.append(.fault(.wrongRows(key)))
      return
    }
    self[id].key = key
    groups[key, default: []].append(id.number)
  }

  /// Takes a provider out of the lists of its key.
  mutating func leaveGroup(_ id: ProviderID) {
    guard let key = self[id].key else { return }
    self[id].key = nil
    groups[key]?.removeAll { $0 == id.number }
    if groups[key]?.isEmpty == true { groups[key] = nil }
  }

  /// Gives a provider the rows of another one with its key; `false` if none has any.
  mutating func adopt(_ id: ProviderID) -> Bool {
    guard let key = self[id].key, let source = loaded(key, but: id) else { return false }
    engine.copyRows(of: self[source].holder, to: self[id].holder)
    self[id].isLoaded = true
    noteStore(id, at: engine.tick())
    return true
  }

  /// Returns a provider of a key that knows its rows; those that do hold the same ones.
  func loaded(_ key: ListKey, but id: ProviderID) -> ProviderID? {
    let number = groups[key]?.first { $0 != id.number && providers[$0]?.isLoaded == true }
    return number.map { ProviderID(number: $0) }
  }

  /// Passes the rows of a provider on to the other lists of its key, and to requests that wait for them.
  mutating func share(
    _ id: ProviderID, _ key: ListKey, _ change: ListChange?, _ context: (any Sendable)?,
    into wishes: inout [StoreWish]
  ) {
    let source = self[id].holder
    for index in requests.indices where requests[index].wants(key) {
      engine.copyRows(of: source, to: requests[index].finds)
      requests[index].hasList = true
    }
    for number in groups[key] ?? [] where number != id.number {
      let sibling = ProviderID(number: number)
      let holder = self[sibling].holder
      let time = engine.tick()
      // One that did not know the rows gets them all.
      let known = self[sibling].isLoaded ? change : nil
      self[sibling].isLoaded = true
      if engine.isPaused(holder) {
        engine.showLater(source, in: holder, context: context, at: time)
        noteStore(sibling, at: time)
        continue
      }
      let before = engine.rows(of: holder)
      engine.copyRows(of: source, to: holder)
      let after = engine.rows(of: holder)
      if before.isEqualThroughout(after) { continue }
      noteStore(sibling, at: time)
      let told = known ?? .replacing(before, after, isMinimal: rules.minimalChanges)
      wishes.append(.listChanged(sibling, told, context: context))
      if let batch = self[sibling].batch {
        wishes.append(.batchChanged(batch, [sibling], context: context))
      }
    }
  }
}

extension OpenRequest {
  /// `true` if it waits for a list under a key.
  fileprivate func wants(_ key: ListKey) -> Bool {
    switch purpose {
    case .model: false
    case .list(let wanted): wanted == key
    case .edit(let wanted, _): wanted == key
    }
  }
}

extension ListChange {
  /// Returns the change of a list that was replaced: one to be loaded again, unless the least change is wanted.
  static func replacing(_ old: [any Model], _ new: [any Model], isMinimal: Bool) -> ListChange {
    let change = between(old, new, isMinimal: isMinimal)
    return isMinimal ? change : ListChange(steps: nil, changes: change.changes)
  }
}
