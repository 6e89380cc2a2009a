// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that everything that somebody does to a shopping list is done once and whole, or is said to be refused; and that it is
/// neither forgotten nor told to be otherwise than it is, however long there is no connection and however often the app is
/// killed.
///
/// The server keeps a receipt of each app's last edit, which is written together with it; by that it is known when an edit takes
/// effect. Of an app that was killed and saved nothing nobody expects that its edits go on.
struct EditChecker: Checker {
  static let promise = Promise(
    "offline-edits",
    "What somebody does to a shopping list is done once and whole, or is said to be refused.",
    usualCause:
      "Usually an edit was sent again after an answer that was lost, or went with the app that was killed."
  )
  static let kinds: KindSet = [.noted, .committed, .killed, .rested]

  var verdict = Verdict.notReached
  var opportunities = 0
  /// The number of the list of receipts; nil: nobody shows it, so nothing is known of them.
  private let receipts: Int?
  private var edits: [Edit] = []
  private var times: [Int64] = []
  /// By client and text: the place of an edit; only looked up in.
  private var places: [Author: Int] = [:]
  /// The rows of the commit whose rows come one after the other.
  private var commit: (step: Step, edit: Int?, rows: [Written])?

  /// Something that somebody did.
  private struct Edit: Sendable {
    let step: Step
    /// The number of times that it took effect.
    var effects = 0
    /// `true` if it was said how it ended.
    var isSettled = false
    /// `true` if its app was killed and saved nothing.
    var isForgotten = false

    /// The deed: to add, to tick off, or to take away.
    var deed: UInt64 { step[Step.Noted.detail] }
  }

  private struct Author: Hashable, Sendable {
    let client: UInt32
    let text: UInt64
  }

  /// A row that was written.
  private struct Written: Sendable {
    let list: UInt32
    let key: Key
    let word: Node
    let isThere: Bool
  }

  init(_ ground: Ground) {
    receipts = ground.lists.firstIndex(of: Path([ObjectNotes.receipts]))
  }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if receipts == nil { return }
    if let commit, commit.step.y != step.y || step.kind != .committed { judge() }
    switch (step.kind, evidence) {
    case (.noted, _) where ObjectNotes.edited.isSaid(by: step):
      places[Author(client: step.client, text: step.x)] = edits.count
      edits.append(Edit(step: step))
    case (.noted, _) where ObjectNotes.settled.isSaid(by: step): settle(step)
    case (.committed, .row(let node)): take(node, step)
    case (.killed, _) where step.y == 0:
      for place in edits.indices where edits[place].step.client == step.client {
        edits[place].isForgotten = true
      }
    case (.rested, .rest(let end)): rest(step, end)
    default: break
    }
  }

  private func place(_ client: UInt32, _ text: UInt64) -> Int? {
    places[Author(client: client, text: text)]
  }

  /// An app says how an edit ended.
  private mutating func settle(_ step: Step) {
    guard let place = place(step.client, step.x) else { return }
    opportunities += 1
    verdict.reach()
    let edit = edits[place]
    let isDone = step[Step.Noted.detail] == 0
    if edit.isSettled { blame(edit, step, "was said to be over twice") }
    if isDone, edit.effects == 0 { blame(edit, step, "was said to be done, and it was not") }
    if !isDone, edit.effects > 0 { blame(edit, step, "was said to be refused, and it was done") }
    edits[place].isSettled = true
    times.append((step.at - edit.step.at).nanoseconds)
  }

  /// Takes in a row of a commit.
  private mutating func take(_ node: Node, _ step: Step) {
    if commit == nil { commit = (step, nil, []) }
    if Int(step.list) == receipts {
      let edit = place(step.client, node[ObjectNotes.edit].fingerprint)
      commit?.edit = edit
    } else {
      commit?.rows.append(
        Written(
          list: step.list, key: step.key, word: node[ObjectNotes.word], isThere: !node.isNull))
    }
  }

  /// Judges a commit, now that all its rows are known.
  private mutating func judge() {
    defer { commit = nil }
    guard let commit, let place = commit.edit else { return }
    opportunities += 1
    verdict.reach()
    edits[place].effects += 1
    let edit = edits[place]
    if edit.effects > 1 { blame(edit, commit.step, "took effect twice") }
    let isWhole = commit.rows.contains {
      $0.list == edit.step.list && $0.key == edit.step.key
        && (edit.deed == 2 ? !$0.isThere : $0.word.fingerprint == edit.step.x)
    }
    if !isWhole { blame(edit, commit.step, "has a receipt, and not all of it was written") }
  }

  private mutating func rest(_ step: Step, _ end: FinalState) {
    for edit in edits where !edit.isSettled && !edit.isForgotten {
      let client = Int(edit.step.client)
      guard client < end.holdings.count, end.holdings[client].isConnected else { continue }
      opportunities += 1
      verdict.reach()
      blame(edit, step, "was neither done nor said to be refused")
    }
  }

  var measured: [Measured] { [.spans("edit-time", times)] }

  private mutating func blame(_ edit: Edit, _ step: Step, _ words: String) {
    let deed = ["add", "tick off", "take away"][Int(min(edit.deed, 2))]
    let key = edit.step.key
    verdict.breaks(
      at: step.at,
      Breach(
        "what client \(edit.step.client) did to \(deed) '\(key)' \(words)",
        first: Fact(edit.step, key: key, "client \(edit.step.client) wants to \(deed) '\(key)'"),
        second: Fact(step, key: key, "it \(words)")))
  }
}
