// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirStreams

/// StreamBaseKit, spec Q20: the action log names all of the context, because the resolved path has taken the place
/// of the template that says what is to be left out.
///
///     create at "/likes/$post/@" in a context of one post
///     // right: the log names nothing more; wrong: it names the post again
struct LogUnfiltered: ResourceTamper {
  private let ground: ResourceGround

  init(_ ground: ResourceGround) { self.ground = ground }

  mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish]) {
    guard case .tell(.logged(var action)) = wish else { return wishes.append(wish) }
    action.extra = ground.context.visible
    wishes.append(.tell(.logged(action)))
  }

  static let mutant = Mutant(
    "log-unfiltered", of: "StreamBaseKit Q20", caughtBy: "resources",
    about: "The log repeats what the path says already.", tamper: LogUnfiltered.self)
}
