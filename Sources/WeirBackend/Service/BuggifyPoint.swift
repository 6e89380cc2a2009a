// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

extension Backend {
  /// The points at which a backend may do something that few expect: points of `Buggify`.
  package enum BuggifyPoint: Int, Sendable, CaseIterable {
    /// A request takes a quarter of a second longer.
    case servesLate
    /// A writer hears 400 milliseconds later that its write is done.
    case answersLate
    /// All that a query shows is pushed, where a few changes would have done.
    case tellsAll
    /// A listen is answered with all that it shows, although the client knows that already.
    case tellsAnew
    /// A listen is turned away for now, although there is room.
    case turnsAway
    /// A session ends as soon as a write of it is done.
    case endsSession

    /// The name of the point.
    package var name: String {
      switch self {
      case .servesLate: "serves late"
      case .answersLate: "answers late"
      case .tellsAll: "tells all"
      case .tellsAnew: "tells anew"
      case .turnsAway: "turns away"
      case .endsSession: "ends session"
      }
    }
  }

  /// `true` if the backend misbehaves now, at this point.
  mutating func fires(_ point: BuggifyPoint, into wishes: inout [Wish]) -> Bool {
    guard buggify.fires(point.rawValue) else { return false }
    wishes.append(.misbehaved(point))
    return true
  }

  /// Stops doing anything that few expect.
  package mutating func behave() { buggify = .none }

  /// Makes these points live and no others, as a test wants them.
  package mutating func enliven(_ points: [BuggifyPoint]) {
    buggify.enliven(points.map(\.rawValue))
  }
}
