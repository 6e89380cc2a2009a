// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun

/// Leaves at the service whatever a row has no more, or never got.
///
///     a photo is brought, and the write that gives it to its row is turned away: the photo stays
struct PhotoLeft: StackInterceptor {
  static let mutant = Mutant(
    "photo-left", of: "Realtime S1", caughtBy: "files",
    about: "Files stay at the service whose write was turned away, or which others have replaced.",
    door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.reversed() where place >= first {
      if case .transfer(_, .remove) = wishes[place] { wishes.remove(at: place) }
    }
  }
}
