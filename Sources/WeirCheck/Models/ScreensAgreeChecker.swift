// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that no two screens of one phone disagree once nothing is on its way: a tab shows the rows of the list, and a
/// row or a badge what the list shows of that row.
///
/// A screen that another one covers is left out. In between screens may disagree, as an update takes its time from one to
/// the other: for how long is measured.
struct ScreensAgreeChecker: Checker {
  static let promise = Promise(
    "screens-agree",
    "No two screens of one phone show a row differently once nothing is on its way.",
    usualCause:
      "Usually a screen was not registered under the row, or an older version of it was told again after a newer one."
  )
  static let judgesSurfaces = true
  static let kinds: KindSet = [.committed, .opened, .noted, .published, .closed, .killed]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var phones: ScreensOfPhones
  /// By client: since when screens disagree.
  private var apart = SortedMap<Int, Instant>()
  private var spans: [Int64] = []
  /// The content of each stamp that the server has committed; only looked up in.
  private var contents: [UInt64: Node] = [:]

  init(_ ground: Ground) { phones = ScreensOfPhones(ground.surfaces) }

  var measured: [Measured] { [.spans("screens-apart", spans)] }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if case .row(let node) = evidence {
      if !node.isNull { contents[node.fingerprint] = node }
      return
    }
    guard let client = phones.observe(step, evidence) else { return }
    switch step.kind {
    case .published: measure(client, at: step.at)
    case .noted: if ModelNotes.settled.isSaid(by: step) { judge(client, step) }
    case .opened, .closed, .killed: apart.remove(client)
    default: break
    }
  }

  private mutating func measure(_ client: Int, at now: Instant) {
    guard let phone = phones[client], !phone.isProvisional else { return }
    if difference(on: phone) == nil {
      if let begun = apart.remove(client), now > begun {
        spans.append((now - begun).nanoseconds)
      }
    } else if apart[client] == nil {
      apart.set(now, for: client)
    }
  }

  private mutating func judge(_ client: Int, _ step: Step) {
    guard let phone = phones[client] else { return }
    opportunities += 1
    verdict.reach()
    guard !verdict.isBroken, let (key, words) = difference(on: phone) else { return }
    let reason = "client \(client)'s \(words), though nothing is on its way"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }

  /// The first row that two screens show differently, and the words for it.
  private func difference(on phone: PhoneScreens) -> (key: Key, words: String)? {
    let list = phone.list.rows
    for screen in phone.all.dropFirst() where !screen.isCovered {
      if !screen.hasBegun, screen.role != .tab { continue }
      switch screen.role {
      case .list: continue
      case .tab:
        guard let key = Self.firstDifference(list, screen.rows) else { continue }
        return (key, "tab shows other rows than its list, from '\(key)' on")
      case .detail, .badge:
        guard let row = screen.rows.first else { continue }
        let name = screen.role == .detail ? ModelNotes.detail : ModelNotes.badge
        guard let listed = list.first(where: { $0.key == row.key }) else {
          return (row.key, "\(name) shows '\(row.key)', which its list does not have")
        }
        guard let stamp = stamp(of: listed, on: screen.role, phone.field), stamp != row.stamp else {
          continue
        }
        return (row.key, "\(name) shows '\(row.key)' differently from its list")
      }
    }
    return nil
  }

  /// The first row in which two lists differ; nil: they are the same.
  private static func firstDifference(_ a: [Row], _ b: [Row]) -> Key? {
    for (one, other) in zip(a, b) where one != other { return one.key }
    if a.count == b.count { return nil }
    return a.count > b.count ? a[b.count].key : b[a.count].key
  }

  /// The stamp that a row of the list has on a screen; nil: nobody knows.
  private func stamp(of row: Row, on role: PhoneScreens.Role, _ field: Path) -> UInt64? {
    role == .detail ? row.stamp : contents[row.stamp].map { $0[field].fingerprint }
  }
}
