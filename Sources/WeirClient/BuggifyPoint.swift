// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

extension Client {
  /// The points at which a client may do something that few expect: points of `Buggify`.
  public enum BuggifyPoint: Int, Sendable, CaseIterable {
    /// It waits three seconds longer before it connects again.
    case waitsToConnect
    /// It asks the server whether it is there, in the middle of everything.
    case pings
    /// It asks again for a list that it has no reason to distrust.
    case asksAnew
    /// It ends its session and begins another one.
    case hangsUp

    /// The name of the point.
    public var name: String {
      switch self {
      case .waitsToConnect: "waits to connect"
      case .pings: "pings"
      case .asksAnew: "asks anew"
      case .hangsUp: "hangs up"
      }
    }
  }

  /// `true` if the client misbehaves now, at this point.
  mutating func fires(_ point: BuggifyPoint, into wishes: inout [Wish]) -> Bool {
    guard buggify.fires(point.rawValue) else { return false }
    wishes.append(.misbehaved(point))
    return true
  }

  /// Gives the client its chance to misbehave after a message of the server was taken in.
  mutating func misbehave(at now: Instant, into wishes: inout [Wish]) {
    guard isConnected else { return }
    if fires(.pings, into: &wishes) { send(.ping, into: &wishes) }
    if let place = listens.firstIndex(where: { $0.progress == .current }),
      fires(.asksAnew, into: &wishes)
    {
      ask(place, at: now, into: &wishes)
    }
    if fires(.hangsUp, into: &wishes) {
      send(.goodbye, into: &wishes)
      lose(wait: .zero, at: now, into: &wishes)
    }
  }

  /// Stops doing anything that few expect.
  public mutating func behave() { buggify = .none }

  /// Makes these points live and no others, as a test wants them.
  package mutating func enliven(_ points: [BuggifyPoint]) {
    buggify.enliven(points.map(\.rawValue))
  }
}
