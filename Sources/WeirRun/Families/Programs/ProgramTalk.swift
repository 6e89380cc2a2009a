// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import WeirClient
package import WeirCore
import WeirScenario

/// A line that a program was given, and its answer.
package struct ProgramLine: Hashable, Sendable {
  /// The group of clients whose program it is.
  package var group: String
  /// The number of the line among those of its program, from 1.
  package var number: Int
  /// The moment of virtual time of the line, or of the one before it if it says none.
  package var at: Instant
  /// The line, without its end.
  package var said: [UInt8]
  /// The answer, without its end; empty if none came.
  package var answer: [UInt8]

  /// Makes a line.
  package init(group: String, number: Int, at: Instant, said: [UInt8], answer: [UInt8]) {
    (self.group, self.number, self.at) = (group, number, at)
    (self.said, self.answer) = (said, answer)
  }
}

/// A thing that a program was asked for and still has to say.
package struct ProgramDebt: Hashable, Sendable {
  /// The kinds of thing.
  package enum Kind: Hashable, Sendable {
    /// The page of a call.
    case page(UInt32)
    /// The end of the action of a journey.
    case act(UInt32)
    /// The word to the app, or another try, after a listen was lost.
    case loss(UInt32)
  }

  /// The thing that is owed.
  package var kind: Kind
  /// The number of the client in its group.
  package var client: Int
  /// The group of clients whose program it is.
  package var group: String
  /// The command of that program.
  var command: String
  /// The number of the line that asked for it.
  package var line: Int

  /// The place of that line, the thing that is missing, and a remedy.
  var words: String { "line \(line) to '\(CleanText.line(command))': \(thing)" }

  private var thing: String {
    switch kind {
    case .page(let call):
      "the page \(call) neither came nor failed; say {\"paged\":\(call),…} or {\"page-failed\":\(call),…} "
        + "in the answer to it or to a later line, as cancelled when the list is closed"
    case .act(let journey):
      "the action of the journey \(journey) was never said to be over; say {\"over\":\(journey)} "
        + "in the answer to it or to a later line"
    case .loss(let tag):
      "the listen \(tag) was lost, and the app was not told; say {\"lost\":\(tag)}, or listen anew, "
        + "in the answer to it or to a later line"
    }
  }
}

/// All that is said between the programs of a run and Weir, as far as anybody wants to look at it.
final class ProgramTalk: Sendable {
  private struct State {
    var isKept = false
    var lines: [ProgramLine] = []
    var debts: [ProgramDebt] = []
    var unpaid: ProgramDebt?
  }

  /// The core on which the thread that handles events works, and all programs of the run.
  let core = SharedCore()
  private let state = Mutex(State())

  /// `true` if lines are kept until they are taken.
  var isKept: Bool {
    get { state.withLock { $0.isKept } }
    set { state.withLock { $0.isKept = newValue } }
  }

  func keep(_ line: ProgramLine) { state.withLock { $0.lines.append(line) } }

  /// The lines since the last call.
  func take() -> [ProgramLine] {
    state.withLock { state in
      defer { state.lines.removeAll(keepingCapacity: true) }
      return state.lines
    }
  }

  /// The things that programs still have to say, the oldest first.
  var debts: [ProgramDebt] { state.withLock { $0.debts } }

  /// The list is closed or listens anew, and nobody has to hear any more that a listen was lost.
  func forgiveLosses(_ client: Int, of group: String) {
    state.withLock { state in
      state.debts.removeAll { debt in
        guard case .loss = debt.kind else { return false }
        return debt.client == client && debt.group == group
      }
    }
  }

  /// The debt of which a run has found at its end that nobody would ever pay it.
  var unpaid: ProgramDebt? {
    get { state.withLock { $0.unpaid } }
    set { state.withLock { $0.unpaid = newValue } }
  }

  func owe(_ debt: ProgramDebt) { state.withLock { $0.debts.append(debt) } }

  /// A debt is paid; false: there was none.
  func pay(_ kind: ProgramDebt.Kind, _ client: Int, of group: String) -> Bool {
    state.withLock { state in
      guard
        let place = state.debts.firstIndex(where: {
          $0.kind == kind && $0.client == client && $0.group == group
        })
      else { return false }
      state.debts.remove(at: place)
      return true
    }
  }

  /// An app starts, and nobody waits any more for what was asked of it before.
  func forget(_ client: Int, of group: String) {
    state.withLock { state in
      state.debts.removeAll { $0.client == client && $0.group == group }
    }
  }
}

// The lines that programs are given, and the debts that they have.
extension World {
  /// `true` if the lines of programs wait for `takeProgramLines()`; they cost memory, and change nothing of what happens.
  package var keepsProgramLines: Bool {
    get { stackRun.talk.isKept }
    set { stackRun.talk.isKept = newValue }
  }

  /// The lines that programs were given since the last call, in the order in which they were, if the world keeps them.
  package func takeProgramLines() -> [ProgramLine] { stackRun.talk.take() }

  /// The first thing that a program was asked for and never said, of an app that runs, is connected and waits for nothing;
  /// nil: there is none, or the run did not come to rest.
  package var unpaidDebt: ProgramDebt? { stackRun.talk.unpaid }

  /// The time is over: a program that still owes what it was asked for has broken its promise.
  mutating func callInDebts() {
    guard openCount == 0, let (debt, client) = oldestDebt else { return }
    stackRun.talk.unpaid = debt
    fail(debt.words, ProgramNotes.failed(.owing), client)
  }

  private var oldestDebt: (debt: ProgramDebt, client: Int)? {
    for debt in stackRun.talk.debts {
      guard
        let client = devices.indices.first(where: {
          devices[$0].number == debt.client
            && scenario.clients[devices[$0].group].name == debt.group
        })
      else { continue }
      let device = devices[client]
      if device.isRunning, device.client.isConnected, device.client.pending.isNothing {
        return (debt, client)
      }
    }
    return nil
  }
}
