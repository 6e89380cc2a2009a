// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirModels
import WeirScenario
import WeirTree
import WeirTrace

// What people do with an app with models.
extension ModelApp {
  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else { return }
    switch ModelFamily.actions[act.action].name {
    case "look-at": lookAt(act.journey, at: now, into: &wishes)
    case "like": if like(act.journey, at: now, into: &wishes) { return }
    case "cover": cover(true, act.journey, at: now, into: &wishes)
    case "uncover": cover(false, act.journey, at: now, into: &wishes)
    case "undo": if undo(act.journey, into: &wishes) { return }
    default: tellAgain(at: now, into: &wishes)
    }
    wishes.append(.over(journey: act.journey))
    finish(at: now, into: &wishes)
  }

  /// Opens a row of the list on a screen of its own, and what people count of it on a badge.
  private mutating func lookAt(_ journey: UInt32, at now: Instant, into wishes: inout [StackWish]) {
    let rows = screens[Number.list].shown
    if rows.isEmpty || !isOpen { return }
    open(rows[chance.index(below: rows.count)].key, journey, at: now, into: &wishes)
  }

  /// Says that a row is opened, and opens it next.
  mutating func open(
    _ key: Key, _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    for number in [Number.detail, Number.badge] where screens[number].isCovered {
      noteCovered(number, false, journey, into: &wishes)
    }
    wishes.append(.note(StackNote(words: ModelNotes.opened.holding(), key: key, journey: journey)))
    next.append(.open(key))
    wishes.append(.wake(now))
  }

  /// Does something of which a note was said.
  mutating func carryOut(_ task: Deferred, at now: Instant, into wishes: inout [StackWish]) {
    switch task {
    case .open(let key): openNow(key, at: now, into: &wishes)
    case .raise(let key, let number): raise(key, on: number, at: now, into: &wishes)
    case .uncover(let number):
      guard screens[number].isCovered, let provider = screens[number].provider else { return }
      screens[number].isCovered = false
      var tasks: [StoreWish] = []
      // What came to its provider while it was covered, by its own doing, the screen does not know.
      let isBehind = screens[number].differs(from: store.rows(of: provider))
      store.resume(provider.id, into: &tasks)
      if isBehind { tasks.removeAll { $0.tells(provider.id) } }
      carryOut(&tasks, at: now, into: &wishes)
      show(number, into: &wishes)
    }
  }

  private mutating func openNow(_ key: Key, at now: Instant, into wishes: inout [StackWish]) {
    var tasks: [StoreWish] = []
    if let batch { store.close(batch, into: &tasks) }
    opened = key
    for number in [Number.detail, Number.badge] {
      if let provider = screens[number].provider { store.close(provider.id, into: &tasks) }
      screens[number].provider = openProvider(for: number)
      screens[number].isCovered = false
    }
    batch = store.openBatch([Number.detail, Number.badge].compactMap { screens[$0].provider?.id })
    requests = requests.filter { $0.value == Number.list }
    // An app has the model at hand, or knows its name only.
    let item =
      isReady
      ? heard[key].map { ListItem(key, $0, counts: field) } : models.first { $0.key == key }
    let knows = item != nil && chance.index(below: 2) == 0
    if case .row(let provider)? = screens[Number.detail].provider {
      if knows, let item {
        store.set(item, of: provider, context: context(now), into: &tasks)
      } else {
        let request = store.fetch(
          ListItem.id(key), for: provider, waits: true, context: context(now), into: &tasks)
        requests[request] = Number.detail
      }
    }
    if case .count(let provider)? = screens[Number.badge].provider {
      if knows, let count = item?.count {
        store.set(count, of: provider, cache: false, context: context(now), into: &tasks)
      } else {
        let request = store.fetch(
          ItemCount.id(key), for: provider, waits: true, context: context(now), into: &tasks)
        requests[request] = Number.badge
      }
    }
    carryOut(&tasks, at: now, into: &wishes)
    for number in [Number.detail, Number.badge] { show(number, into: &wishes) }
  }

  /// Raises what is counted of a row that somebody sees on one of the screens; `false` if there is none.
  private mutating func like(
    _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    guard isOpen, isReady else { return false }
    var places: [(number: Int, key: Key)] = []
    for (number, screen) in screens.enumerated() where !screen.isCovered {
      guard let provider = screen.provider else { continue }
      let rows = store.rows(of: provider)
      guard !rows.isEmpty else { continue }
      places.append((number, rows[chance.index(below: rows.count)].key))
    }
    guard !places.isEmpty else { return false }
    let (number, key) = places[chance.index(below: places.count)]
    guard let node = heard[key] else { return false }
    let raised = ItemCount(key: key, field: field, number: node[field]).raised
    write(.merge(list.path.appending(key), [Write.Part(field, raised)]), journey, into: &wishes)
    next.append(.raise(key, on: number))
    wishes.append(.wake(now))
    return true
  }

  /// Puts the row that went last back; `false` if there is none, or it is there again.
  private mutating func undo(_ journey: UInt32, into wishes: inout [StackWish]) -> Bool {
    guard isOpen, isReady, let (key, node) = lastGone, heard[key] == nil else { return false }
    lastGone = nil
    write(.set(list.path.appending(key), node), journey, into: &wishes)
    return true
  }

  /// Gives a screen the row that somebody has raised there, so that it shows it at once.
  private mutating func raise(
    _ key: Key, on number: Int, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let node = heard[key], !screens[number].isCovered else { return }
    let item = ListItem(key, node, counts: field)
    var tasks: [StoreWish] = []
    switch screens[number].provider {
    case .list(let provider):
      guard let index = store.rows(of: provider).firstIndex(where: { $0.key == key }) else {
        return
      }
      store.update(item, at: index, of: provider, context: context(now), into: &tasks)
    case .row(let provider) where store.model(of: provider)?.key == key:
      store.set(item, of: provider, context: context(now), into: &tasks)
    case .count(let provider) where store.model(of: provider)?.key == key:
      store.set(item.count, of: provider, cache: false, context: context(now), into: &tasks)
    default: return
    }
    carryOut(&tasks, at: now, into: &wishes)
    show(number, into: &wishes)
  }

  /// Covers a screen beside the list with another one, or uncovers it.
  private mutating func cover(
    _ isCovered: Bool, _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    let numbers = screens.indices.filter {
      $0 != Number.list && screens[$0].provider != nil && screens[$0].isCovered != isCovered
    }
    // What is to be done next may be done to the very screen.
    guard isOpen, next.isEmpty, !numbers.isEmpty else { return }
    let number = numbers[chance.index(below: numbers.count)]
    noteCovered(number, isCovered, journey, into: &wishes)
    if !isCovered {
      next.append(.uncover(number))
      wishes.append(.wake(now))
    } else if let provider = screens[number].provider {
      screens[number].isCovered = true
      store.pause(provider.id)
    }
  }

  private func noteCovered(
    _ number: Int, _ isCovered: Bool, _ journey: UInt32, into wishes: inout [StackWish]
  ) {
    wishes.append(
      .note(
        StackNote(
          words: ModelNotes.covered.holding(isCovered ? 1 : 0), x: UInt64(number),
          journey: journey)))
  }

  /// A background job of the app hands all rows that it knows to the models, as if they were new.
  private mutating func tellAgain(at now: Instant, into wishes: inout [StackWish]) {
    let items = items
    guard isOpen, isReady, !items.isEmpty else { return }
    var tasks: [StoreWish] = []
    store.update(items, context: context(now), into: &tasks)
    carryOut(&tasks, at: now, into: &wishes)
  }
}

extension StoreWish {
  /// `true` if it tells what a provider shows, alone or with others.
  fileprivate func tells(_ id: ProviderID) -> Bool {
    switch self {
    case .listChanged(let told, _, _), .modelChanged(let told, _): told == id
    case .batchChanged(_, let told, _): told.contains(id)
    default: false
    }
  }
}
