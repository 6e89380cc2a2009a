// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that whoever signs a row leaves no level of its versions older than it was, and moves all fields that an older app
/// has stored in it when the row becomes one of the newer app.
///
/// Two who sign a row at the same moment have each read it before the other one wrote, and an app reads what it has heard. So only
/// that is judged of which its client had heard when somebody set out to sign; what others do to a row is up to them.
struct VersionChecker: Checker {
  static let promise = Promise(
    "versions",
    "Nobody makes an object one of older versions, and who makes it newer moves all its fields.",
    usualCause:
      "Usually versions are compared wrongly, or the move of what is old stops after a part of it.")
  static let kinds: KindSet = [.committed, .meant, .heard]

  var verdict = Verdict.notReached
  var opportunities = 0
  /// The rows of each list as they were committed last; what nobody wrote yet is not known.
  private var rows: [SortedMap<Key, Signed>]
  /// The number of commits of rows.
  private var commits = 0
  /// By journey: who set out to sign a row; only looked up in.
  private var signings: [UInt32: Signing] = [:]
  /// The commits of which clients have heard, those heard last; only looked up in.
  private var known: [Hearer: [Heard]] = [:]

  /// The number of commits of a row that are remembered, and of those that a client has heard.
  private static let memory = 32

  /// Somebody who sets out to sign a row.
  private struct Signing: Sendable {
    let client: UInt32
    let at: Instant
  }

  /// A client that hears of a row.
  private struct Hearer: Hashable, Sendable {
    let client: UInt32
    let list: UInt32
    let key: Key
  }

  /// A commit of which a client has heard.
  private struct Heard: Sendable {
    let at: Instant
    let commit: Int
  }

  /// A row of which nothing is of interest but its versions and what they are about.
  private struct Signed: Sendable {
    var versions = StoredVersions()
    /// The commit by which it got these versions.
    var since = 0
    /// By field of the older app: the commit since which it is there; nil: it is not.
    var older: [Int?] = SignedRows.older.map { _ in nil }
    /// The last commits, each with the stamp of the row.
    var last: [(stamp: UInt64, commit: Int)] = []
  }

  init(_ ground: Ground) { rows = Array(repeating: SortedMap(), count: ground.lists.count) }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch (step.kind, evidence) {
    case (.meant, _) where SignedRows.signing.contains(step.x):
      signings[step.journey] = Signing(client: step.client, at: step.at)
    case (.heard, _) where Int(step.list) < rows.count: hear(step)
    case (.committed, .row(let node)) where Int(step.list) < rows.count: take(node, step)
    default: break
    }
  }

  /// A client hears of a row that may have been signed.
  private mutating func hear(_ step: Step) {
    // Of two commits with one stamp nobody knows which it is: the earlier one says less.
    guard let row = rows[Int(step.list)][step.key],
      let commit = row.last.first(where: { $0.stamp == step.x })?.commit
    else { return }
    let hearer = Hearer(client: step.client, list: step.list, key: step.key)
    known[hearer, default: []].append(Heard(at: step.at, commit: commit))
    if let heard = known[hearer], heard.count > Self.memory {
      known[hearer] = Array(heard.dropFirst(Self.memory / 2))
    }
  }

  private mutating func take(_ node: Node, _ step: Step) {
    let list = Int(step.list)
    commits += 1
    let signing = signings.removeValue(forKey: step.journey)
    if rows[list].isEmpty, signing == nil, !Self.isSigned(node) { return }
    let old = rows[list][step.key]
    if node.isNull {
      rows[list].remove(step.key)
      return
    }
    var new = Signed(versions: StoredVersions(node[SignedRows.versions]))
    new.since = old.map { $0.versions == new.versions ? $0.since : commits } ?? commits
    for (place, field) in SignedRows.older.enumerated() where !node[field].isNull {
      new.older[place] = old?.older[place] ?? commits
    }
    new.last = (old?.last.suffix(Self.memory - 1) ?? []) + [(step.x, commits)]
    rows[list].set(new, for: step.key)
    guard let old, let signing else { return }
    let hearer = Hearer(client: signing.client, list: step.list, key: step.key)
    guard let heard = known[hearer]?.last(where: { $0.at < signing.at }) else { return }
    judge(node, old, new, step, knowing: heard.commit)
  }

  private static func isSigned(_ node: Node) -> Bool {
    !node[SignedRows.versions].isNull || SignedRows.older.contains { !node[$0].isNull }
  }

  /// Judges somebody who has signed a row and knew what it was after a commit.
  private mutating func judge(
    _ node: Node, _ old: Signed, _ new: Signed, _ step: Step, knowing known: Int
  ) {
    if old.since <= known {
      opportunities += 1
      verdict.reach()
      if new.versions.isBehind(old.versions) {
        blame(
          step, "has versions \(new.versions) from somebody who signed it, and had \(old.versions)")
      }
    }
    let newer = SignedRows.newerVersions
    guard old.versions.isBehind(newer), !new.versions.isBehind(newer) else { return }
    for (place, field) in SignedRows.older.enumerated() {
      guard let there = old.older[place], there <= known else { continue }
      opportunities += 1
      verdict.reach()
      if node[field].isNull, !node[SignedRows.newer[place]].isNull { continue }
      blame(step, "became one of \(new.versions), and its \(field) was not moved")
    }
  }

  private mutating func blame(_ step: Step, _ words: String) {
    let reason = "'\(step.key)' \(words)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: step.key, reason)))
  }
}
