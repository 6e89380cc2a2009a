// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that at rest some row has each file that is at the service, and that each file is there which a row has; and that
/// nobody brings back a row that is gone by giving it a file.
///
/// Whoever removes a row without a thought of its files leaves them, so apps that do so are no ground for this promise.
struct FileChecker: Checker {
  static let promise = Promise(
    "files", "At rest each file at the service belongs to a row, and each file of a row is there.",
    usualCause:
      "Usually a file was brought there and its row never got it, as the app was killed or its write turned away."
  )
  static let kinds: KindSet = [.transferred, .committed, .rested]

  var verdict = Verdict.notReached
  var opportunities = 0
  /// The files at the service, with the steps by which they came.
  private var files = SortedMap<Key, Step>()

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch (step.kind, evidence) {
    case (.transferred, _): take(step)
    // A row has other fields when it is made, and no app takes all of them away.
    case (.committed, .row(let node)) where !node[ObjectNotes.photo].isNull:
      if node.children.count > 1 || verdict == .notReached { return }
      blame(step, step.key, "'\(step.key)' is gone, and somebody has given it a file")
    case (.rested, .rest(let end)): rest(step, end)
    default: break
    }
  }

  private mutating func take(_ step: Step) {
    guard step[Step.Transferred.end] == 1 else { return }
    switch step[Step.Transferred.verb] {
    case 0:
      files.set(step, for: step.key)
      opportunities += 1
      verdict.reach()
    case 2: files.remove(step.key)
    default: break
    }
  }

  private mutating func rest(_ step: Step, _ end: FinalState) {
    // A run in which no file moved says nothing of files.
    if verdict == .notReached { return }
    var left = files
    for list in end.lists {
      for (row, node) in list.children {
        for (name, _) in node[ObjectNotes.photo].children {
          if left.remove(name) == nil, files[name] == nil {
            blame(step, row, "'\(row)' has the file \(name), which is not at the service")
          }
        }
      }
    }
    for (name, brought) in left {
      blame(brought, name, "the file \(name) is at the service, and no row has it")
    }
  }

  private mutating func blame(_ step: Step, _ key: Key, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }
}
