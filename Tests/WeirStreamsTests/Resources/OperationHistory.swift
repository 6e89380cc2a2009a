// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

/// What one app was told, held against what it may be told: did, then logged or failed, then persisted,
/// each once; and the rows that must stand in the end.
struct OperationHistory {
  private enum Stage { case done, logged, failed, persisted }

  private var stages: [UInt32: Stage] = [:]
  private var rows: [Path: Node] = [:]
  private(set) var committed = 0
  private(set) var rejected = 0
  private(set) var hasDoubt = false
  /// `true` if it is not known of some write whether it stands.
  private(set) var hasLost = false
  /// `true` if nobody else changes the app's rows.
  let isAlone: Bool

  init(isAlone: Bool) { self.isAlone = isAlone }

  mutating func hear(_ news: ResourceNews) {
    switch news {
    case .did(let call): move(call.number, to: .done, from: nil)
    case .logged(let action):
      move(action.call.number, to: .logged, from: .done)
      committed += 1
      note(action)
    case .failed(_, .countInDoubt): hasDoubt = true
    case .failed(let number, .answerLost):
      move(number, to: .failed, from: .done)
      hasLost = true
    case .failed(let number, .rejected):
      move(number, to: .failed, from: .done)
      rejected += 1
    case .failed(let number, _): move(number, to: .persisted, from: nil)
    case .persisted(let call, let failure):
      move(call.number, to: .persisted, from: failure == nil ? .logged : .failed)
    case .inFlight(let count): #expect(count >= 0)
    case .uncounted(let number, _): Issue.record("operation \(number) found no owner")
    case .ignored: break
    }
  }

  private mutating func move(_ number: UInt32, to stage: Stage, from expected: Stage?) {
    #expect(stages[number] == expected, "operation \(number) becomes \(stage)")
    stages[number] = stage
  }

  private mutating func note(_ action: ResourceAction) {
    var row = rows[action.call.path] ?? .null
    switch action.new {
    case .whole(let node): row = node
    case .nothing: row = .null
    case .part(let node):
      for (key, child) in node.children { row.set(child, at: key) }
      for key in action.call.removing { row.set(.null, at: key) }
    case .unknown: Issue.record("operation \(action.call.number) leaves nobody knows what")
    }
    if isAlone, !hasLost, case .whole(let old) = action.old {
      #expect(old == rows[action.call.path] ?? .null)
    }
    rows[action.call.path] = row
  }

  /// Every row stands as the app was told last.
  func expectRows(in root: Node) {
    for (path, row) in rows.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      #expect(root[path] == row, "\(path)")
    }
  }
}
