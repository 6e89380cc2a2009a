// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirCore
import WeirStreams
import WeirTree

/// StreamBaseKit, spec Q16: every `@` of a template that is filled in for an instance without a key draws another
/// key, so that what is written is not what the hook was asked about.
///
///     create(Like()) at "/likes/$post/@"
///     // right: asked about /likes/p/-A, written to /likes/p/-A; wrong: written to /likes/p/-B
struct KeyDrawnTwice: ResourceTamper {
  private var seen = SeenCalls()
  private var ids: PushIDs

  init(_ ground: ResourceGround) { ids = PushIDs(chance: ground.chance) }

  mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish]) {
    seen.note(wish)
    guard case .write(let number, let write, let journey) = wish, let call = seen[number],
      call.verb == .create
    else { return wishes.append(wish) }
    let other = Path(call.path.keys.dropLast() + [ids.next(at: .zero)])
    let stray = write.moved(from: call.path, to: other)
    wishes.append(.write(operation: number, stray, journey: journey))
  }

  static let mutant = Mutant(
    "key-drawn-twice", of: "StreamBaseKit Q16", caughtBy: "resources",
    about: "A new key is drawn each time that somebody asks for it.", tamper: KeyDrawnTwice.self)
}
