// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient

// Phones that have opened or loaded the same list and wait: what is the same for them lies in memory once.
extension World {
  /// Lets a phone whose list has come this far share memory with the last one whose list did, as far as both hold the same.
  ///
  /// If its stack can stand in the other's place, what lies below it mostly can, too.
  mutating func shareMemory(of client: Int, _ stage: LastPhones.Stage) {
    let last = lastPhones.exchange(stage, of: devices[client].list, for: client)
    guard let last, last != client else { return }
    let stack = devices[last].stack
    guard devices[client].stack.share(with: stack) else { return }
    // This one can do all that the other one can, which may be the first one and not know yet that it is not alone.
    devices[last].stack = devices[client].stack
    devices[client].client.shareViews(with: devices[last].client.engine)
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

  init(lists: Int) { clients = Array(repeating: -1, count: lists * Stage.allCases.count) }

  /// Puts a client in the place of the last one, which is returned; nil: there was none.
  mutating func exchange(_ stage: Stage, of list: UInt32, for client: Int) -> Int? {
    let place = Int(list) * Stage.allCases.count + stage.rawValue
    defer { clients[place] = Int32(client) }
    return clients[place] < 0 ? nil : Int(clients[place])
  }
}
