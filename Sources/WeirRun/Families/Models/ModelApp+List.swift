// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirModels
import WeirTree

// What is heard, as models: an app does the least that makes its list what it heard.
extension ModelApp {
  /// The rows that were heard, in the order of the list.
  var items: [ListItem] {
    heard.map { (key: $0.key, node: $0.value) }
      .sorted { list.precedes(rank(of: $0), rank(of: $1)) }
      .map { ListItem($0.key, $0.node, counts: field) }
  }

  private func rank(of row: (key: Key, node: Node)) -> Rank {
    Rank(list.index.sortValue(of: row.node), row.key)
  }

  /// Hands what was heard to the models.
  mutating func takeUp(at now: Instant, into wishes: inout [StackWish]) {
    var keys: Set<Key> = []  // Only looked up in.
    var before: [ListItem] = []
    for event in events {
      if keys.insert(event.key).inserted, let node = heard[event.key] {
        before.append(ListItem(event.key, node, counts: field))
      }
      if event.kind == .removed {
        if let node = heard.remove(event.key) { lastGone = (event.key, node) }
      } else {
        heard.set(event.node, for: event.key)
      }
    }
    events.removeAll(keepingCapacity: true)
    let isFirst = life.getReady()
    var tasks: [StoreWish] = []
    let gone = goneModels(among: before, of: isFirst ? nil : keys)
    if case .list(let provider)? = screens[Number.list].provider {
      if isFirst || store.key(of: provider) != Self.key {
        let items = items
        var context = context(now)
        // No lane has to bring an empty list.
        if isFirst, items.isEmpty { isCaughtUp = true }
        if isFirst { context.begins = life.number }
        store.set(
          items, of: provider, key: Self.key, isFresh: isFirst, context: context, into: &tasks)
      } else if options.news == .toList {
        change(provider, to: items, at: now, into: &tasks)
      } else {
        hand(keys, before, provider, at: now, into: &tasks)
      }
    }
    // A row that loses what is counted of it is told first, so that nobody shows half of what became of it.
    delete(gone, at: now, into: &tasks)
    carryOut(&tasks, at: now, into: &wishes)
    if isFirst {
      // That these are the live rows is told, though they may be those that were kept.
      tell(Number.list, nil, into: &wishes)
      // A tab is told of no change of a list that is as empty as it was, and shows what it showed when it was left.
      for tab in screens.indices.dropFirst(Number.badge + 1) where !screens[tab].isCovered {
        show(tab, into: &wishes)
      }
    } else {
      show(Number.list, into: &wishes)
    }
  }

  /// The models of rows that are no longer in the list, and of counts that are no longer in their rows, among these and what
  /// screens hold; of the rows with these keys only, unless they are nil.
  func goneModels(among items: [ListItem] = [], of keys: Set<Key>?) -> [any Model] {
    if !isReady { return [] }
    var gone: [any Model] = []
    var known: Set<ModelID> = []  // Only looked up in.
    func check(_ model: some Model, _ key: Key, _ node: Node?) {
      if node?.isNull ?? true, keys?.contains(key) ?? true, let id = model.modelID,
        known.insert(id).inserted
      {
        gone.append(model)
      }
    }
    func check(_ item: ListItem) {
      check(item, item.key, heard[item.key])
      if let count = item.count { check(count, item.key, heard[item.key]?[field]) }
    }
    for item in items { check(item) }
    if let opened {
      // Who waits for a row that is not there is not to be shown it by what is still on its way.
      check(ListItem(opened, .null, counts: field))
      check(ItemCount(key: opened, field: field, number: .null), opened, heard[opened]?[field])
    }
    for screen in screens {
      switch screen.provider {
      case .list(let provider): for item in store.rows(of: provider) { check(item) }
      case .row(let provider): if let item = store.model(of: provider) { check(item) }
      case .count(let provider):
        if let count = store.model(of: provider) {
          check(count, count.key, heard[count.key]?[field])
        }
      case nil: continue
      }
    }
    return gone
  }

  /// Deletes models wherever they are shown.
  mutating func delete(
    _ models: [any Model], at now: Instant, into tasks: inout [StoreWish]
  ) {
    if !models.isEmpty { store.delete(models, context: context(now), into: &tasks) }
  }

  /// Makes the list what it is to be, by the one change that does it, or else as a whole.
  private mutating func change(
    _ provider: CollectionProvider<ListItem>, to new: [ListItem], at now: Instant,
    into tasks: inout [StoreWish]
  ) {
    switch ListEdit(from: store.rows(of: provider), to: new) {
    case .none: return
    case .update(let index):
      store.update(new[index], at: index, of: provider, context: context(now), into: &tasks)
    case .remove(let index):
      store.remove(at: index, of: provider, context: context(now), into: &tasks)
    case .insert(let range):
      store.insert(
        Array(new[range]), at: range.lowerBound, of: provider, context: context(now), into: &tasks)
    case .replace: store.set(new, of: provider, key: Self.key, context: context(now), into: &tasks)
    }
  }

  /// Hands rows of which something was heard to the models, from which the list hears of them, and writes to the list itself
  /// only if one comes or changes its place.
  ///
  /// Of a row that only loses what is counted of it the models hear by the deletion of that. The rows that the list has are
  /// written as it has them, though newer ones may be on their way, and also those that are about to go: what a list writes
  /// as it shows it states nothing.
  private mutating func hand(
    _ keys: Set<Key>, _ before: [ListItem], _ provider: CollectionProvider<ListItem>,
    at now: Instant, into tasks: inout [StoreWish]
  ) {
    let (old, live) = (store.rows(of: provider), items)
    // Only looked up in.
    let known = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
    var new = live.map { known[$0.key] ?? $0 }
    // A row that is about to go stays behind the one that it stood behind.
    for (index, item) in old.enumerated() where heard[item.key] == nil {
      let before = index == 0 ? nil : new.firstIndex { $0.key == old[index - 1].key }
      new.insert(item, at: before.map { $0 + 1 } ?? 0)
    }
    change(provider, to: new, at: now, into: &tasks)
    let news = live.filter { item in
      keys.contains(item.key) && known[item.key] != nil
        && !before.contains { $0.key == item.key && $0.withoutCount == item.node }
    }
    if !news.isEmpty { store.update(news, context: context(now), into: &tasks) }
  }
}

/// The least that makes one list of rows into another.
private enum ListEdit {
  case none
  case update(Int)
  case remove(Int)
  case insert(Range<Int>)
  case replace

  init(from old: [ListItem], to new: [ListItem]) {
    let (old, new) = (old.map(\.row), new.map(\.row))
    let front = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - front
    let back = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    let (gone, come) = (old.count - front - back, new.count - front - back)
    switch (gone, come) {
    case (0, 0): self = .none
    case (1, 1) where old[front].key == new[front].key: self = .update(front)
    case (1, 0): self = .remove(front)
    case (0, 1...): self = .insert(front..<(front + come))
    default: self = .replace
    }
  }
}
