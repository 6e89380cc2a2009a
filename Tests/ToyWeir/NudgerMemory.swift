// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTrace
import WeirTree

/// The total of an app's nudges, which it keeps in its store and recalls when it starts.
struct NudgerMemory {
  private static let key = Key("nudges")
  private static let (recalling, keeping): (UInt32, UInt32) = (0, 1)

  /// The nudges that are known; nil: the store has not answered.
  private var total: UInt64?
  /// The nudges since the start, before the store answered.
  private var early: UInt64 = 0
  private var hasAsked = false
  /// The totals that are being saved, the oldest first.
  private var saving: [UInt64] = []

  /// The list is opened: the first time in the life of an app, it asks what it knew.
  mutating func open(into wishes: inout [StackWish]) {
    if hasAsked { return }
    hasAsked = true
    wishes.append(.store(tag: Self.recalling, .load(Self.key)))
  }

  /// One nudge more.
  mutating func count(into wishes: inout [StackWish]) {
    guard let known = total else { return early += 1 }
    total = known + 1
    save(known + 1, into: &wishes)
  }

  mutating func answer(_ tag: UInt32, _ answer: StoreAnswer, into wishes: inout [StackWish]) {
    switch (tag, answer) {
    case (Self.recalling, .value(let node)):
      let known = if case .integer(let number) = node.content { UInt64(number) } else { UInt64(0) }
      wishes.append(.note(StackNote(words: NudgerFamily.recalled.holding(), x: known)))
      total = known + early
      if early > 0 { save(known + early, into: &wishes) }
    case (Self.recalling, _): wishes.append(.store(tag: Self.recalling, .load(Self.key)))
    case (_, let end):
      let number = saving.removeFirst()
      if end == .saved {
        wishes.append(.note(StackNote(words: NudgerFamily.kept.holding(), x: number)))
      }
    }
  }

  private mutating func save(_ number: UInt64, into wishes: inout [StackWish]) {
    saving.append(number)
    wishes.append(.store(tag: Self.keeping, .save(Self.key, .integer(Int64(number)))))
  }
}

/// The photos that an app uploads, each of which goes on where it broke off.
struct NudgerPhotos {
  static let size = 300_000

  private struct Photo: Sendable {
    var key: Key
    var journey: UInt32
    var began: Instant
    /// The moment at which it is tried again, and from which byte on.
    var again: (at: Instant, from: Int)?
  }

  private var open = SortedMap<UInt32, Photo>()
  private var last: UInt32 = 0

  private func content(_ tag: UInt32) -> FileContent {
    FileContent(size: Self.size, stamp: UInt64(tag))
  }

  mutating func share(
    _ journey: UInt32, by client: Int, at now: Instant, into wishes: inout [StackWish]
  ) {
    last += 1
    let key = Key("photo-\(client)-\(journey)")
    open.set(Photo(key: key, journey: journey, began: now), for: last)
    wishes.append(.transfer(tag: last, .upload(key, content(last), from: 0)))
  }

  mutating func answer(
    _ tag: UInt32, _ answer: FileAnswer, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch answer {
    case .moved: break
    case .failed(_, let from):
      open.update(tag) { $0.again = (now + .milliseconds(500), from) }
      wishes.append(.wake(now + .milliseconds(500)))
    case .done:
      guard let photo = open.remove(tag) else { return }
      wishes.append(
        .note(
          StackNote(
            words: NudgerFamily.shared.holding(),
            x: UInt64(bitPattern: (now - photo.began).nanoseconds), journey: photo.journey)))
      wishes.append(.over(journey: photo.journey))
    }
  }

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    for (tag, photo) in open {
      guard let again = photo.again, again.at <= now else { continue }
      open.update(tag) { $0.again = nil }
      wishes.append(.transfer(tag: tag, .upload(photo.key, content(tag), from: again.from)))
    }
  }
}
