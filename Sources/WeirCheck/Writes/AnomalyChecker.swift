// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// Promises what a backend with one order of commits promises of them, and counts what it does not.
///
/// Broken by: versions of a row that do not rise (G0, a write cycle); a list that shows what the server turned
/// away, after its writer knew (G1a); a write whose client had seen what was committed only after it (G1c,
/// circular information); a transaction that counts on from what no longer stood there (a lost update); half
/// of an atomic change in a list that one listen tells.
///
/// Counted: plain writes over a version that their writer had not seen (G-single), two clients who each write
/// what the other had seen an older version of (G2-item, write skew), and how long two listens of one
/// client disagree about one atomic change (fractured reads). A plain write promises nothing about what it
/// read, and two listens owe each other nothing.
///
/// Of what a writer had read, two things are known: its own row, and the newest row that it showed, unless that is forgotten.
struct AnomalyChecker: Checker {
  static let promise = Promise(
    "anomalies",
    "No dirty reads or writes, no update lost by a transaction, no half of an atomic change.",
    usualCause: "Usually a read and the write that follows from it are no longer one step.")
  static let kinds: KindSet = [.committed, .counted, .answered, .published]
  static let needs: History.Parts = [.sights]

  var verdict = Verdict.notReached
  var opportunities = 0
  /// Plain writes over a version that their writer had not seen.
  private var staleOverwrites = 0
  /// Pairs of writes, each over what the other had seen.
  private var writeSkews = 0
  /// The times for which half of an atomic change was shown, in nanoseconds.
  private var fractures: [Int64] = []

  /// The writes that the server turned away, their clients and journeys, by a mixture of row and stamp.
  private var refused = NumberMap()
  /// Half of an atomic change that a client shows.
  private struct Fracture: Sendable {
    var client: UInt32
    var group: Int32
    var since: Instant
  }
  private var open: [Fracture] = []

  var measured: [Measured] {
    [
      .spans("fracture-window", fractures), .count("stale-overwrites", staleOverwrites),
      .count("write-skews", writeSkews),
    ]
  }

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .committed: commit(step, history.commit.spot, history.commit.record, history.versions)
    case .counted: count(step, history.writes[step.journey])
    case .answered: refuse(step, history.writes[step.journey])
    default:
      // What a phone had kept may hold what was turned away since.
      if case .publication(let publication) = evidence, publication.isProvisional { return }
      // A list that is late shows for a while what it has not heard to be turned away.
      if history.shown.opened.pace == .late { return }
      for sighting in history.shownVersions.fresh { see(step, sighting, history) }
    }
  }

  private mutating func look() {
    opportunities += 1
    verdict.reach()
  }

  /// The server has committed a version.
  private mutating func commit(
    _ step: Step, _ spot: RowVersions.Spot, _ record: WriteHistory.Record, _ versions: RowVersions
  ) {
    let row = versions.rows[Int(spot.row)]
    let entry = row.entries[Int(spot.entry)]
    guard spot.entry > 0 else { return }
    look()
    let before = row.entries[Int(spot.entry) - 1]
    if entry.version < before.version {
      blame(
        step, before, row, "the versions of '\(row.key)' do not rise",
        "the server commits version \(before.version)",
        "the server commits version \(entry.version)")
    }
    guard entry.journey != 0 else { return }
    if versions.knows(entry.read.row) {
      let read = versions.entry(entry.read)
      if read.version > entry.version {
        blame(
          step, read, versions.rows[Int(entry.read.row)],
          "client \(step.client) had seen version \(read.version) when it wrote version"
            + " \(entry.version)", "the server commits version \(read.version)",
          "the server commits version \(entry.version)")
      }
      countSkew(spot, entry, versions)
    }
    if !record.isTransaction, entry.basis >= 0, entry.basis < spot.entry - 1,
      before.client != entry.client
    {
      staleOverwrites += 1
    }
  }

  /// Two clients each write what the other had seen an older version of.
  private mutating func countSkew(
    _ spot: RowVersions.Spot, _ entry: RowVersions.Entry, _ versions: RowVersions
  ) {
    let entries = versions.rows[Int(entry.read.row)].entries
    let next = Int(entry.read.entry) + 1
    guard entry.read.row != spot.row, next < entries.count else { return }
    let other = entries[next]
    if other.client != entry.client, other.journey != 0, other.read.row == spot.row,
      other.read.entry < spot.entry
    {
      writeSkews += 1
    }
  }

  /// The server adds to a count on behalf of a transaction.
  private mutating func count(_ step: Step, _ record: WriteHistory.Record) {
    guard record.isTransaction else { return }
    look()
    guard step.x <= step.y else { return }
    verdict.breaks(
      at: step.at,
      Breach(
        "a transaction of client \(step.client) lost what was counted in '\(step.key)' before it",
        first: Fact(
          at: step.at, list: step.list, key: step.key, "'\(step.key)' stands at \(step.y)"),
        second: Fact(step, "a transaction that adds makes it \(step.x)"), journey: step.journey))
  }

  /// The server turned a write away.
  private mutating func refuse(_ step: Step, _ record: WriteHistory.Record) {
    guard step.x != 0, record.row >= 0, let stamp = record.stamp, stamp != 0, record.commits == 0
    else {
      return
    }
    refused.set(
      UInt64(record.client) << 32 | UInt64(step.journey), for: Self.content(record.row, stamp))
  }

  private static func content(_ row: Int32, _ stamp: UInt64) -> UInt64 {
    let mixed = UInt64(row).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93).low
    return min(stamp ^ mixed, NumberMap.free - 1)
  }

  /// A list shows a row anew; all rows that it shows anew are in the shown versions.
  private mutating func see(
    _ step: Step, _ sighting: ShownVersions.Sighting, _ history: borrowing History
  ) {
    look()
    guard sighting.entry >= 0 else {
      guard let word = refused[Self.content(sighting.row, sighting.stamp)] else { return }
      let row = history.versions.rows[Int(sighting.row)]
      let (writer, journey) = (UInt32(word >> 32), UInt32(truncatingIfNeeded: word))
      let record = history.writes[journey]
      // What it heard before it was told so may be published after it.
      if writer == step.client, sighting.isFirstSinceOwn { return }
      verdict.breaks(
        at: step.at,
        Breach(
          "client \(step.client) shows '\(row.key)' as client \(writer) was told it may not be",
          first: record.row < 0
            ? nil
            : Fact(
              at: record.answeredAt, client: writer, list: row.list, key: row.key,
              journey: journey, "client \(writer) is told that its write was turned away"),
          second: Fact(step, key: row.key, "client \(step.client) shows what it wrote")))
      return
    }
    let group = history.versions.rows[Int(sighting.row)].entries[Int(sighting.entry)].group
    // A row that the client itself has written may only look as somebody else's commit left it.
    guard group >= 0, !sighting.isFirstSinceOwn else { return }
    halve(step, group, history.shown, history.shownVersions, history.versions)
  }

  /// Notes when a client begins to show only a part of an atomic change, and when it shows the whole.
  private mutating func halve(
    _ step: Step, _ group: Int32, _ shown: ShadowLists.Shown, _ shownVersions: ShownVersions,
    _ versions: RowVersions
  ) {
    let missing = versions.groups[Int(group)].spots.first { spot in
      guard let seen = shownVersions.shown(spot.row, at: step.client, versions) else {
        return false
      }
      return seen < spot.entry && !versions.isAlike(seen, since: spot)
    }
    let place = open.firstIndex { $0.client == step.client && $0.group == group }
    switch (missing, place) {
    case (nil, let place?):
      fractures.append((step.at - open[place].since).nanoseconds)
      open.remove(at: place)
    case (let missing?, nil):
      open.append(Fracture(client: step.client, group: group, since: step.at))
      guard shown.listens.count == 1, shown.opened.lists.count == 1 else { return }
      let (row, entry) = (versions.rows[Int(missing.row)], versions.entry(missing))
      blame(
        step, entry, row, "client \(step.client) shows half of an atomic change",
        "the server commits '\(row.key)' with other rows at once",
        "client \(step.client) shows the others with an older '\(row.key)'")
    default: break
    }
  }

  private mutating func blame(
    _ step: Step, _ entry: RowVersions.Entry, _ row: RowVersions.Row, _ words: String,
    _ one: String,
    _ other: String
  ) {
    verdict.breaks(
      at: step.at,
      Breach(
        words,
        first: Fact(
          at: entry.at, client: entry.client, list: row.list, key: row.key, journey: entry.journey,
          one), second: Fact(step, other)))
  }
}
