// SPDX-License-Identifier: GPL-3.0-or-later
extension Scenario.Fault.Kind {
  /// The keys beside `fault` and the words of time that a kind must have.
  package var needs: [String] {
    switch self {
    case .loss, .duplicate, .overload, .reject, .lostAnswers, .cutFiles: ["chance"]
    case .reorder, .lateAnswers: ["by"]
    case .slowServer, .slowFiles: ["factor"]
    case .throttle: ["pace"]
    case .revoke: ["list"]
    case .staleReplica: ["lag"]
    default: []
    }
  }

  /// The keys of which a kind has at least one.
  package var choices: [String] {
    switch self {
    case .slowLink: ["factor", "delay"]
    case .clock: ["ahead", "behind", "drift"]
    case .quota: ["writes", "bytes"]
    default: []
    }
  }

  /// The keys that a kind may have.
  var options: [String] {
    let own: [String] =
      switch self {
      case .reorder, .lateAnswers: ["chance"]
      case .kill: ["persistence"]
      default: []
      }
    switch family {
    case .links: return own + ["clients", "share"] + (self == .disconnect ? [] : ["direction"])
    case .clients, .files: return own + ["clients", "share"]
    case .server: return own
    }
  }

  /// All keys that say how bad it is, and for whom, in the order in which a remedy lists them.
  static let strengths = FaultWords.strengths + ["direction", "clients", "share"]

  /// The keys that a kind knows, for people.
  var known: [String] {
    let mine = needs + choices + options
    return Self.strengths.filter { mine.contains($0) }
  }
}
