// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
package import WeirCore
import WeirStreams
import WeirTree

// Batches and publications.
extension PlainStack {
  /// Something is to be published; with no wait, now.
  mutating func arm(at now: Instant, into wishes: inout [StackWish]) {
    guard sources.contains(where: \.isLoaded) else { return }
    if batching.wait == .zero { return endBatch(into: &wishes) }
    if !clock.isOpen {
      clock.isOpen = true
      clock.deadline = now + batching.atMost
    }
    clock.due = Habits.due(at: now, batching, deadline: clock.deadline)
    if clock.alarm == .never {
      clock.alarm = clock.due
      wishes.append(.wake(clock.due))
    }
  }

  /// Publishes, or waits on if later events have put the moment off.
  package mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    guard !isDead, now >= clock.alarm else { return }
    clock.alarm = .never
    guard clock.isOpen else { return }
    if now >= clock.due {
      endBatch(into: &wishes)
    } else {
      clock.alarm = clock.due
      wishes.append(.wake(clock.due))
    }
  }

  private mutating func endBatch(into wishes: inout [StackWish]) {
    clock.isOpen = false
    if !isLoadTold, Habits.isLoaded(sources.count { $0.isSettled }, of: sources.count) {
      isLoadTold = true
      tellLater(.loaded(refusal))
    }
    if isLoadTold, let loss = untoldLoss {
      (untoldLoss, isLossTold) = (nil, true)
      tellLater(.lost(loss))
    }
    if !notes.hasPublished || !news.isEmpty || sections() != wanted {
      wishes.append(.publish)
    } else {
      notes.gathered.removeAll()
    }
  }

  /// Returns the sections that should be shown now.
  private func sections() -> [PlainSection] {
    let lists = sources.map { source -> [PlainItem] in
      guard source.isLoaded else { return [] }
      let admitted = Habits.admitted(Habits.loaded(source), by: screen.filter, notes)
      return Habits.cut(admitted, to: screen.displayLimit, notes)
    }
    return Habits.grouped(
      Habits.merged(lists, in: screen.sources[0]), by: screen.grouping)
  }

  /// Makes the list anew and says how it differs from the one before.
  package mutating func publish(into update: inout StackUpdate) {
    update.removeAll()
    update.isFirst = !notes.hasPublished
    wanted = sections()
    Habits.report(from: shown, to: wanted, notes, into: &update)
    shown = Habits.mapped(wanted, from: shown, notes)
    update.news = news
    news.removeAll()
    notes.gathered.removeAll()
    notes.published = Set(wanted.flatMap { $0.rows.map(\.key) })
    if !notes.hasPublished { notes.first = notes.published }
    notes.hasPublished = true
  }
}
