// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirClient
import WeirCore

/// The points at which a list may do something that few expect: points of `Buggify`, drawn each time its app starts.
enum ListBuggifyPoint: Int, CaseIterable {
  /// It publishes with every batch of events, instead of waiting for more.
  case publishesAtOnce
  /// It waits as long as it may.
  case publishesAtLast

  var name: String {
    switch self {
    case .publishesAtOnce: "publishes at once"
    case .publishesAtLast: "publishes at last"
    }
  }

  /// The time for which changes are gathered then.
  func batching(_ usual: Batching) -> Batching {
    switch self {
    case .publishesAtOnce: .none
    case .publishesAtLast: Batching(wait: usual.atMost, atMost: usual.atMost)
    }
  }
}

/// All buggify points of a world: the number by which a step calls each is its place here.
package enum BuggifyPoints {
  /// The names of the points: those of the backend, of the clients, of the lists.
  package static let names =
    Backend.BuggifyPoint.allCases.map { "the backend \($0.name)" }
    + Client.BuggifyPoint.allCases.map { "a client \($0.name)" }
    + ListBuggifyPoint.allCases.map { "a list \($0.name)" }
}

extension Backend.BuggifyPoint {
  var number: UInt64 { UInt64(rawValue) }
}

extension Client.BuggifyPoint {
  var number: UInt64 { UInt64(Backend.BuggifyPoint.allCases.count + rawValue) }
}

extension ListBuggifyPoint {
  var number: UInt64 {
    UInt64(Backend.BuggifyPoint.allCases.count + Client.BuggifyPoint.allCases.count + rawValue)
  }
}
