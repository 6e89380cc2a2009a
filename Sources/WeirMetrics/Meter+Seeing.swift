// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirDiff
package import WeirTrace
package import WeirTree

// What people see of what others post.
extension Meter {
  /// A client that shows a list: which posts it may still wait for, and which it has seen.
  struct Viewer: Sendable {
    var window: UInt64 = 0
    var list = Step.nowhere
    /// The moment at which the list was opened: nobody waited for what was committed before.
    var opened = Instant.zero
    /// The last row of a full window, beyond which nothing is news; of a list whose person has asked for pages, the last
    /// row that it shows.
    var edge: Key?
    var isPaged = false
    /// The moment at which the latest message that arrived was sent: what was committed before is told, if it is to be.
    var told = Instant.zero
    /// Of how many posts to the list it is known whether they were seen or missed.
    var judged = 0
    /// The journeys of the posts that were seen, without those that the edge has left behind.
    var seen = RisingNumbers()
    /// The number of posts to the list the edge has left behind.
    var left = 0
  }

  /// A post that was committed.
  struct Posted: Sendable {
    var key: Key
    var journey: UInt32
  }

  /// A client opens a list; who starts its app again has seen what it showed before.
  mutating func open(_ step: Step) {
    let client = Int(step.client)
    while viewers.count <= client { viewers.append(Viewer()) }
    guard viewers[client].list != step.list else { return }
    close(step)
    viewers[client] = Viewer(window: step.x, list: step.list, opened: step.at)
    if step.has(Step.Opened.isArranged) { showsMore = true }
    while watchers.count <= Int(step.list) { watchers.append([]) }
    watchers[Int(step.list)].append(client)
  }

  /// A client closes its list, or turns to another one: a post that it was to show by then, and did not, counts as long as it
  /// waited.
  mutating func close(_ step: Step) {
    let client = Int(step.client)
    guard client < viewers.count else { return }
    let viewer = viewers[client]
    let showsAll = viewer.window == 0
    if viewer.window & 1 == 1 || showsAll, viewer.window >> 63 == 0, !viewer.isPaged,
      viewer.list < posted.count
    {
      for post in posted[Int(viewer.list)][viewer.judged...]
      where isAwaited(post, by: step.client) && viewer.edge.map({ $0 <= post.key }) ?? true {
        endWait(of: journeys[post.journey], step)
      }
    }
    if viewer.list < watchers.count { watchers[Int(viewer.list)].removeAll { $0 == client } }
    viewers[client] = Viewer()
  }

  /// Takes in a publication with the list that goes with it, section by section.
  package mutating func observe(
    _ step: Step, _ changes: ChangeSet, sections: [[Row]]
  ) {
    let client = Int(step.client)
    if step.at >= from {
      counts.publish(changes)
      if client < groupOf.count { groups[Int(groupOf[client])].counts.publish(changes) }
    }
    let edge = viewers[client].edge
    let isLast = viewers[client].window & 1 == 1
    let isPlain = viewers[client].window >> 63 == 0
    for place in changes.inserts where sections.indices.contains(Int(place.section)) {
      let rows = sections[Int(place.section)]
      guard rows.indices.contains(Int(place.row)) else { continue }
      see(rows[Int(place.row)].key, step, beyond: edge, isLast: isLast)
    }
    for section in changes.sections.inserts where sections.indices.contains(Int(section)) {
      for row in sections[Int(section)] { see(row.key, step, beyond: edge, isLast: isLast) }
    }
    let most = viewers[client].window >> 1
    let isPaged = viewers[client].isPaged
    if isPlain, most > 0, let rows = sections.first, rows.count >= most, let last = rows.last {
      if isPaged || edge.map({ isLast ? $0 < last.key : last.key < $0 }) ?? true {
        viewers[client].edge = last.key
      }
    }
    judge(step)
  }

  /// A client's list shows a row for the first time, or again.
  private mutating func see(_ key: Key, _ step: Step, beyond edge: Key?, isLast: Bool) {
    // A row that comes back from beyond the window's edge is not news.
    if let edge, isLast ? key < edge : edge < key { return }
    guard let number = posts[key] else { return }
    let journey = journeys[number]
    guard isNews(journey, key, to: step.client),
      viewers[Int(step.client)].seen.insert(number)
    else { return }
    count(\.seen, of: step.client)
    endWait(of: journey, step)
  }

  /// `true` if a post is one for which a client waits, or waited: somebody else's, of the measured time, not committed before
  /// it opened its list, and not taken away by itself.
  private func isNews(_ journey: Journey, _ key: Key, to client: UInt32) -> Bool {
    guard journey.client != client, journey.meant >= from,
      journey.committed >= viewers[Int(client)].opened
    else { return false }
    return dismissed.isEmpty || !dismissed.contains(Dismissal(client: client, key: key))
  }

  /// `true` if a client still waits for a post, which is there and was not seen.
  private func isAwaited(_ post: Posted, by client: UInt32) -> Bool {
    let journey = journeys[post.journey]
    return journey.isListed && !viewers[Int(client)].seen.contains(post.journey)
      && !journey.isRemoved && isNews(journey, post.key, to: client)
  }

  /// A client waits no longer for a post.
  private mutating func endWait(of journey: Journey, _ step: Step) {
    let wait = (step.at - journey.meant).nanoseconds
    postToSeen.add(wait, stage: journey.stage, group: group(of: step.client))
    keep(.postToSeen, wait, step, stage: journey.stage)
  }

  /// A list shows the newest rows down to an edge: a post beyond it that was not shown is missed.
  ///
  /// A client's own writes may push rows out before it hears of them; their wait is over when it has heard of all that
  /// was committed by then. A window of the oldest rows does not lose what is posted, nor does a list whose person
  /// pages: nothing slides out of it, and what comes with a page was not waited for.
  mutating func judge(_ step: Step) {
    let client = Int(step.client)
    guard let edge = viewers[client].edge, viewers[client].window & 1 == 1,
      !viewers[client].isPaged, viewers[client].list < posted.count
    else { return }
    let list = Int(viewers[client].list)
    var index = viewers[client].judged
    while index < posted[list].count {
      let post = posted[list][index]
      if isAwaited(post, by: step.client) {
        let journey = journeys[post.journey]
        if edge <= post.key || viewers[client].told < journey.committed { break }
        count(\.missed, of: step.client)
        endWait(of: journey, step)
      }
      index += 1
    }
    viewers[client].judged = index
    // A row beyond the edge is never news again.
    while viewers[client].left < index, posted[list][viewers[client].left].key < edge {
      viewers[client].seen.remove(posted[list][viewers[client].left].journey)
      viewers[client].left += 1
    }
  }

  /// Notes a row that was posted among those of its list.
  mutating func trackPost(_ step: Step) {
    guard step.x != 0, step.list != Step.nowhere, journeys[step.journey].isPost,
      !journeys[step.journey].isCommitted, posts[step.key] == step.journey
    else { return }
    let list = Int(step.list)
    while posted.count <= list {
      posted.append([])
      dropped.append(0)
      looks.append(leastLook)
    }
    if posted[list].count >= looks[list] { leaveBehind(of: list) }
    posted[list].append(Posted(key: step.key, journey: step.journey))
  }
}
