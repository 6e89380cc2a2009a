// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirCore
import WeirStreams
import WeirTree

/// StreamBaseKit, spec Q17: an update of an instance that has no key draws one, and makes a stray row.
///
///     update(Like()) without a key
///     // right: refused; wrong: a new row beside the one that was meant
struct NilKeyStrays: ResourceTamper {
  private var seen = SeenCalls()
  private var ids: PushIDs
  private var updates = 0

  init(_ ground: ResourceGround) { ids = PushIDs(chance: ground.chance) }

  /// Every third update was called with an instance that had lost its key.
  mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish]) {
    seen.note(wish)
    guard case .write(let number, let write, let journey) = wish, let call = seen[number],
      call.verb == .update
    else { return wishes.append(wish) }
    updates += 1
    if updates % 3 != 0 { return wishes.append(wish) }
    let stray = Path(call.path.keys.dropLast() + [ids.next(at: .zero)])
    wishes.append(
      .write(operation: number, write.moved(from: call.path, to: stray), journey: journey))
  }

  static let mutant = Mutant(
    "nil-key-strays", of: "StreamBaseKit Q17", caughtBy: "resources",
    about: "An update without a key makes a row of its own.", tamper: NilKeyStrays.self)
}
