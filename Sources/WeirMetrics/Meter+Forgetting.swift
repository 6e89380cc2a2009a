// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

extension Meter {
  /// A post, or a row that a client took away, that may be forgotten then.
  struct Leaving: Sendable {
    var key: Key
    var list: UInt32
    /// The client that took the row away; nobody, if it is a post.
    var client: UInt32
    /// The journey of the post.
    var journey: UInt32
    var at: Instant
  }

  /// The number of journeys, posts and looks for which there is memory.
  package var remembered: Int {
    let seen = viewers.reduce(0) { $0 + $1.seen.count }
    let listed = posted.reduce(0) { $0 + $1.count }
    return journeys.room + posts.count + dismissed.count + leaving.count + listed + seen
  }

  /// Notes that a post may be forgotten after a while, or that the client of a step has taken a row away.
  mutating func leave(_ step: Step, _ post: UInt32?) {
    leaving.append(
      Leaving(
        key: step.key, list: step.list, client: post == nil ? step.client : Step.nobody,
        journey: post ?? 0, at: step.at + memory))
  }

  /// Forgets what is over for long: posts that are gone or were turned away, who took them away, and journeys that were
  /// answered and whose post is forgotten.
  ///
  /// A journey that is forgotten counts for nothing should something happen on it: it would have come ten minutes late.
  mutating func forget(at now: Instant) {
    while left < leaving.count, leaving[left].at <= now {
      forget(leaving[left], at: now)
      left += 1
    }
    if left > 256, left > leaving.count / 2 {
      leaving.removeFirst(left)
      left = 0
    }
    guard journeys.isDue else { return }
    let from = from
    journeys.sweep(at: now) { _, journey in
      journey.isListed
        || journey.isWrite && !journey.isSkipped && journey.answer == .none && journey.meant >= from
    }
  }

  private mutating func forget(_ what: Leaving, at now: Instant) {
    let post = posts[what.key]
    if what.client != Step.nobody {
      // As long as there is a post of this key, its removal may be turned away.
      if post == nil {
        dismissed.remove(Dismissal(client: what.client, key: what.key))
      } else {
        var later = what
        later.at = now + memory
        leaving.append(later)
      }
      return
    }
    let journey = journeys[what.journey]
    guard journey.isListed else { return }
    if post == what.journey {
      // What is still there is looked at again once it was removed.
      guard journey.isRemoved || !journey.isCommitted && journey.answer == .declined else { return }
      posts[what.key] = nil
    }
    journeys.change(what.journey, at: now) { $0.isListed = false }
    drop(from: Int(what.list))
  }

  /// A post of a list is forgotten; when half of them are, the others move together.
  private mutating func drop(from list: Int) {
    guard list < posted.count else { return }
    dropped[list] += 1
    guard dropped[list] > 64, dropped[list] > posted[list].count / 2 else { return }
    dropped[list] = 0
    // The number of those before each that stay.
    var stay = [0]
    stay.reserveCapacity(posted[list].count + 1)
    for post in posted[list] { stay.append(stay[stay.count - 1] + (isListed(post) ? 1 : 0)) }
    for client in list < watchers.count ? watchers[list] : [] {
      viewers[client].judged = stay[viewers[client].judged]
      viewers[client].left = stay[viewers[client].left]
      viewers[client].seen.removeAll { !journeys[$0].isListed }
    }
    posted[list] = posted[list].filter(isListed)
  }

  /// Forgets the first posts to a list as far as everybody who shows it has left them behind.
  ///
  /// Who opens the list from now on waits for none of them, for they were committed before.
  mutating func leaveBehind(of list: Int) {
    let watchers = list < watchers.count ? watchers[list] : []
    let count = watchers.map { viewers[$0].left }.min()
    let behind = posted[list].prefix(count ?? posted[list].count)
    if !behind.isEmpty {
      // Who shows several lists may be shown a post though nobody else is.
      for post in behind where !showsMore { leaveBehind(post) }
      dropped[list] -= min(dropped[list], behind.count { !isListed($0) })
      for client in watchers {
        viewers[client].judged -= behind.count
        viewers[client].left -= behind.count
        viewers[client].seen.removeAll { !journeys[$0].isListed }
      }
      // In memory of its own size: a list that had many posts may not get as many again.
      posted[list] = Array(posted[list][behind.endIndex...])
    }
    looks[list] = max(leastLook, 2 * posted[list].count)
  }

  private mutating func leaveBehind(_ post: Posted) {
    guard journeys[post.journey].isListed else { return }
    if posts[post.key] == post.journey { posts[post.key] = nil }
    journeys.change(post.journey) { $0.isListed = false }
  }

  private func isListed(_ post: Posted) -> Bool { journeys[post.journey].isListed }
}
