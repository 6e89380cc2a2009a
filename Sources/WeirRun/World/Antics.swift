import WeirBackend
import WeirClient
import WeirCore

/// An antic of a list that is allowed although few expect it: a point of `Mischief`, drawn each time its app starts.
enum ListAntic: Int, CaseIterable {
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

/// All points of mischief of a world: the number by which a step calls each is its place here.
public enum Antics {
  /// The names of the antics: the backend's, the clients', the lists'.
  public static let names =
    Backend.Antic.allCases.map { "the backend \($0.name)" }
    + Client.Antic.allCases.map { "a client \($0.name)" }
    + ListAntic.allCases.map { "a list \($0.name)" }
}

extension Backend.Antic {
  var number: UInt64 { UInt64(rawValue) }
}

extension Client.Antic {
  var number: UInt64 { UInt64(Backend.Antic.allCases.count + rawValue) }
}

extension ListAntic {
  var number: UInt64 {
    UInt64(Backend.Antic.allCases.count + Client.Antic.allCases.count + rawValue)
  }
}
