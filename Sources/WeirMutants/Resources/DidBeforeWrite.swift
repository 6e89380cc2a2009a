// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirStreams
import WeirTree

/// StreamBaseKit, spec Q18: an update or a removal says that it did, and only then reads what it needs to write;
/// without a network nothing is ever written.
///
///     destroy(like), which a counter depends on
///     // right: read, write, did; wrong: did, read, write
struct DidBeforeWrite: ResourceTamper {
  private var seen = SeenCalls()
  /// The operations that said so too early.
  private var told: [UInt32] = []

  init(_ ground: ResourceGround) {}

  mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish]) {
    seen.note(wish)
    if case .read(let number, _) = wish, let call = seen[number] {
      told.append(number)
      wishes.append(.tell(.did(call)))
    }
    if case .tell(.did(let call)) = wish, let place = told.firstIndex(of: call.number) {
      told.remove(at: place)
      return
    }
    wishes.append(wish)
  }

  static let mutant = Mutant(
    "did-before-write", of: "StreamBaseKit Q18", caughtBy: "resources",
    about: "The app hears that it is done before anything is written.", tamper: DidBeforeWrite.self)
}
