// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirTree

/// Deletes a row, and does not note the photos that it had.
///
///     a has a photo; a is deleted: the photo stays at the service, and nobody knows of it
struct PhotoOutlives: StackInterceptor {
  static let mutant = Mutant(
    "photo-outlives", of: "Realtime 2.9, apollo-kotlin-normalized-cache #85", caughtBy: "files",
    about: "The files of a row that is deleted stay at the service.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first) {
      guard
        case .conditionalWrite(let tag, .merge(let base, let parts), let demands, let journey) =
          wishes[place], parts.contains(where: { $0.node.isNull && $0.path.keys.count == 2 })
      else { continue }
      let rest = parts.filter { !$0.path.keys.starts(with: [Key("__fls")]) }
      wishes[place] = .conditionalWrite(
        tag: tag, .merge(base, rest), if: demands, journey: journey)
    }
  }
}
