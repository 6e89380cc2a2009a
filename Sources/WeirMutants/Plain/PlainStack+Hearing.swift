// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
package import WeirCore
package import WeirTree

// What comes from the listens.
extension PlainStack {
  /// Takes in one data event.
  package mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    if isDead { return }
    guard let number = sources.firstIndex(where: { $0.owns(tag) }) else { return }
    sources[number].events += 1
    if sources[number].hearForPage(event, from: tag, Habits.self) {
      if sources[number].isPageThere { turnPage(of: number, at: now, into: &wishes) }
      refill(number, into: &wishes)
      return
    }
    guard let place = sources[number].listens.firstIndex(where: { $0.tag == tag && $0.isOpen })
    else { return }
    if event.kind == .value {
      sources[number].listens[place].isHeard = true
      arm(at: now, into: &wishes)
      refill(number, into: &wishes)
    } else {
      let source = sources[number]
      Habits.take(event, of: source, into: &sources[number].listens[place].held)
      notes.gathered.append((event.kind, event.key))
    }
  }

  /// A listen is gone: what it held stays as it is, and its source loads no more.
  package mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    if isDead { return }
    guard let number = sources.firstIndex(where: { $0.owns(tag) }) else { return }
    if sources[number].page?.owns(tag) ?? false {
      dropPage(of: number, but: tag, refusal, into: &wishes)
      return
    }
    guard let place = sources[number].listens.firstIndex(where: { $0.tag == tag }) else { return }
    sources[number].listens[place].isOpen = false
    dropPage(of: number, but: tag, refusal, into: &wishes)
    let hadSettled = sources[number].isSettled
    sources[number].refusal = refusal
    if hadSettled {
      if isLoadTold, sources.count > 1, !Habits.survivesLoss { isDead = true }
      if isLoadTold, Habits.lossIsAnotherLoad {
        tell(.loaded(refusal), into: &wishes)
      } else if Habits.tellsLoss {
        lose(refusal, into: &wishes)
      }
      return
    }
    self.refusal = self.refusal ?? refusal
    if sources.contains(where: \.isLoaded) {
      arm(at: now, into: &wishes)
    } else if !isLoadTold, sources.allSatisfy(\.isSettled) {
      isLoadTold = true
      tell(.loaded(self.refusal), into: &wishes)
    }
  }

  /// Tells the app, once and after the load, that it is no longer kept up to date.
  private mutating func lose(_ refusal: Message.Refusal, into wishes: inout [StackWish]) {
    if isLossTold { return }
    if !sources.allSatisfy(\.isSettled) {
      self.refusal = self.refusal ?? refusal
    } else if isLoadTold, news.isEmpty {
      isLossTold = true
      tell(.lost(refusal), into: &wishes)
    } else {
      untoldLoss = untoldLoss ?? refusal
    }
  }
}

extension PlainPage {
  /// `true` if a listen is one of the page's own.
  func owns(_ tag: UInt32) -> Bool { beyond.tag == tag || anchored?.tag == tag }
}

extension PlainSource {
  /// `true` if a listen is one of the source's own.
  func owns(_ tag: UInt32) -> Bool {
    listens.contains { $0.tag == tag } || page?.owns(tag) ?? false
  }

  /// `true` if both listens of the page have had their first `value`.
  var isPageThere: Bool {
    page.map { $0.beyond.isHeard && $0.anchored?.isHeard ?? true } ?? false
  }

  /// Takes in what a listen of the page under way heard; returns whether it is one.
  mutating func hearForPage<Habits: StackHabits>(
    _ event: DataEvent, from tag: UInt32, _ habits: Habits.Type
  ) -> Bool {
    guard var page, page.owns(tag) else { return false }
    if page.beyond.tag == tag {
      page.beyond.hear(event, of: self, habits)
    } else {
      page.anchored?.hear(event, of: self, habits)
    }
    self.page = page
    return true
  }
}

extension PlainListen {
  mutating func hear<Habits: StackHabits>(
    _ event: DataEvent, of source: PlainSource, _ habits: Habits.Type
  ) {
    if event.kind == .value { isHeard = true } else { Habits.take(event, of: source, into: &held) }
  }
}
