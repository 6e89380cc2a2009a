// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient

// Phones that have opened or loaded the same list and wait: what is the same for them lies in memory once.
extension World {
  /// Lets a phone whose list has come this far share memory with the last one whose list did, as far as both hold the same.
  ///
  /// If its stack can stand in the other's place, what lies below it mostly can, too.
  mutating func shareMemory(of client: Int, _ stage: LastPhones.Stage) {
    let list = devices[client].list
    let last = lastPhones.exchange(stage, of: list, for: client)
    guard let last, last.client != client else { return }
    let stack = devices[last.client].stack
    guard devices[client].stack.share(with: stack) else { return }
    if last.isAlone {
      // This one knows now that there are two of them, and can do all that the other one can.
      devices[last.client].stack = devices[client].stack
    } else {
      devices[client].stack = stack
    }
    lastPhones.join(stage, of: list)
    devices[client].client.shareViews(with: devices[last.client].client.engine)
  }
}

/// The phones whose lists were the last to come so far: most likely to hold what the next one holds there.
struct LastPhones {
  /// A moment at which phones hold the same.
  enum Stage: Int, CaseIterable {
    /// The list was opened in a new life of its app.
    case opened
    /// The first value was heard.
    case loaded
    /// The list was published for the first time.
    case published
  }

  /// By list and stage: the client; −1: none.
  private var clients: [Int32]
  /// By list and stage: `true` if that client shares with nobody.
  private var areAlone: [Bool]

  init(lists: Int) {
    clients = Array(repeating: -1, count: lists * Stage.allCases.count)
    areAlone = Array(repeating: true, count: clients.count)
  }

  /// Puts a client in the place of the last one, which is returned; nil: there was none.
  mutating func exchange(
    _ stage: Stage, of list: UInt32, for client: Int
  ) -> (client: Int, isAlone: Bool)? {
    let place = place(stage, list)
    defer { (clients[place], areAlone[place]) = (Int32(client), true) }
    return clients[place] < 0 ? nil : (Int(clients[place]), areAlone[place])
  }

  /// Records that the client that came last shares with the one before it.
  mutating func join(_ stage: Stage, of list: UInt32) { areAlone[place(stage, list)] = false }

  private func place(_ stage: Stage, _ list: UInt32) -> Int {
    Int(list) * Stage.allCases.count + stage.rawValue
  }
}
