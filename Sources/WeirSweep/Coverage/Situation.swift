// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
package import WeirScenario
import WeirTree

/// Something that can happen to a list: what goes wrong, what a person does, and what the list asks for.
///
/// A situation of three is a triple; one of which a part is left open is a pair.
///
///     Situation(trouble: 1, action: .init(.page, 8), shape: nil).words  // "page while offline"
package struct Situation: Hashable, Sendable {
  /// The trouble, as a place in ``troubles``.
  package var trouble: Int?
  /// The act that is done.
  package var action: Act?
  /// The shape of what the list asks for, as a place in ``shapes``.
  package var shape: Int?

  /// Makes a situation.
  package init(trouble: Int?, action: Act?, shape: Int?) {
    self.trouble = trouble
    self.action = action
    self.shape = shape
  }

  /// All that can go wrong: nothing, the client's own connection or list, and every kind of fault.
  package static let troubles =
    ["nothing", "offline", "loading"] + Scenario.Fault.Kind.allCases.map(\.rawValue)
  /// An action, and its place among all that the run knows.
  package struct Act: Hashable, Sendable {
    /// Its place.
    package var place: Int
    /// Its name.
    package var name: String

    /// All actions with their places.
    package static func all(_ actions: [Scenario.Work.Action]) -> [Act] {
      actions.enumerated().map { Act(place: $0, name: $1.name) }
    }
  }

  /// The number of actions that the code of a situation has room for.
  static let mostActions = Catalogue.mostActions
  /// All that a list can ask for: a window, an order, and whether several lists are shown as one.
  package static let shapes: [String] = {
    var shapes: [String] = []
    for window in ["all", "newest", "oldest"] {
      for order in ["key", "value", "priority", "child"] {
        for several in ["", " of several"] { shapes.append("\(window) by \(order)\(several)") }
      }
    }
    return shapes
  }()

  /// The situation as one number.
  package var code: UInt32 {
    let (actions, shapes) = (Self.mostActions, Self.shapes.count + 1)
    return UInt32(
      ((trouble ?? Self.troubles.count) * actions + (action?.place ?? actions - 1)) * shapes
        + (shape ?? Self.shapes.count))
  }

  /// The number of codes there are.
  static var codeCount: Int { (troubles.count + 1) * mostActions * (shapes.count + 1) }

  /// Every pair, then every triple, where these actions are known.
  package static func all(_ actions: [Scenario.Work.Action]) -> [Situation] {
    let troubles = Array(Self.troubles.indices)
    let actions = Act.all(actions)
    let shapes = Array(Self.shapes.indices)
    var all: [Situation] = []
    for trouble in troubles {
      for action in actions { all.append(.init(trouble: trouble, action: action, shape: nil)) }
    }
    for action in actions {
      for shape in shapes { all.append(.init(trouble: nil, action: action, shape: shape)) }
    }
    for trouble in troubles {
      for shape in shapes { all.append(.init(trouble: trouble, action: nil, shape: shape)) }
    }
    for trouble in troubles {
      for action in actions {
        for shape in shapes { all.append(.init(trouble: trouble, action: action, shape: shape)) }
      }
    }
    return all
  }

  /// `true` if a part is left open.
  package var isPair: Bool { trouble == nil || action == nil || shape == nil }

  /// The triple's pairs, and the triple.
  var withPairs: [Situation] {
    var (a, b, c) = (self, self, self)
    (a.shape, b.trouble, c.action) = (nil, nil, nil)
    return [a, b, c, self]
  }

  /// The trouble in a word; empty where that is left open.
  package var troubleWord: String { trouble.map { Self.troubles[$0] } ?? "" }
  /// The action in a word; empty where that is left open.
  package var actionWord: String { action?.name ?? "" }
  /// The shape of the list in words; empty where that is left open.
  package var shapeWords: String { shape.map { Self.shapes[$0] } ?? "" }

  /// The situation in words: `page in newest by key while offline`.
  package var words: String {
    let parts = [
      action == nil ? "anything" : actionWord, shape.map { _ in "in \(shapeWords)" },
      trouble.map { _ in trouble == 0 ? "while nothing is wrong" : "with \(troubleWord)" },
    ]
    return parts.compactMap { $0 }.joined(separator: " ")
  }
}

extension Scenario.ClientGroup {
  /// The shape of what the group's lists ask for, as a place in ``Situation/shapes``.
  var shape: Int {
    let window =
      switch self.window {
      case .all: 0
      case .newest: 1
      case .oldest: 2
      }
    let order =
      switch look.order {
      case .key: 0
      case .value: 1
      case .priority: 2
      case .child: 3
      }
    return (window * 4 + order) * 2 + (look.also.isEmpty ? 0 : 1)
  }
}

extension Scenario.Fault.Kind {
  /// The kind as a place in ``Situation/troubles``.
  var trouble: Int { 3 + (Self.allCases.firstIndex(of: self) ?? 0) }
}
