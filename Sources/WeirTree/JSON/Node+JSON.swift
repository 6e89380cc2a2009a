// SPDX-License-Identifier: Apache-2.0
public import WeirCore

extension Node {
  /// Makes the node that a JSON value means, or says everything in it that no tree can hold.
  ///
  ///     {"name": "a", "scores": [3, 4], "at": {".sv": "timestamp"}, ".priority": 7}
  ///     {".value": true, ".priority": "first"}
  ///
  /// An array means children called 0, 1, 2 …; what is null is left out. `.value` with `.priority`
  /// writes a leaf that has a priority, `.sv` a value that the server fills in: `"timestamp"` or
  /// `{"increment": 1}`. Any other key with a sign that keys may not have is refused.
  public init(_ json: JSON) throws(Problems) {
    var maker = NodeMaker()
    let node = maker.node(json, depth: 0)
    if !maker.problems.isEmpty { throw Problems(maker.problemsByPlace) }
    self = node
  }
}

/// Makes nodes of JSON values, and collects what is wrong with them.
private struct NodeMaker {
  var problems: [Problem] = []

  /// The problems in the order of their places; without places, as they were found.
  var problemsByPlace: [Problem] {
    let places = problems.enumerated().map { (line: $1.mark?.line ?? 0, $1.mark?.column ?? 0, $0) }
    return places.sorted { $0 < $1 }.map { problems[$0.2] }
  }

  private mutating func refuse(_ json: JSON, _ message: String, _ remedy: String) {
    problems.append(Problem(mark: json.mark, message: message, remedy: remedy))
  }

  mutating func node(_ json: JSON, depth: Int) -> Node {
    if depth > Node.greatestDepth {
      refuse(
        json, "more than \(Node.greatestDepth) levels of children", "put the data on fewer levels")
      return .null
    }
    switch json.content {
    case .array(let values):
      return branch(values.enumerated().map { (Key("\($0)"), $1) }, depth: depth)
    case .object(let members): return object(members, json, depth: depth)
    default: return leaf(json)
    }
  }

  /// A value without members.
  private mutating func leaf(_ json: JSON) -> Node {
    switch json.content {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .integer(let value): return .integer(value)
    case .number(let value):
      if !value.isFinite { refuse(json, "a number that is not finite", "write null or a text") }
      return .number(value)
    case .text(let text):
      if text.utf8.count > Node.largestText {
        refuse(
          json, "a text of \(text.utf8.count) bytes",
          "a text has at most \(Node.largestText) bytes; cut it into several")
      }
      return .text(text)
    case .object(let members) where members.contains { $0.isCalled(".sv") }:
      return serverValue(members, json)
    case .array, .object:
      refuse(json, "children under '.value'", "'.value' holds a leaf; write the children instead")
      return .null
    }
  }

  private mutating func branch(_ children: [(Key, JSON)], depth: Int) -> Node {
    var node = Node.null
    for (key, json) in children { node.set(self.node(json, depth: depth + 1), at: key) }
    return node
  }

  private mutating func object(_ members: [JSON.Member], _ json: JSON, depth: Int) -> Node {
    let value = members.first { $0.isCalled(".value") }
    let isServerValue = members.contains { $0.isCalled(".sv") }
    let priority = members.first { $0.isCalled(".priority") }.map { self.priority($0.value) }
    var children: [(Key, JSON)] = []
    for member in members where !member.isSentinel {
      if var fault = Key.fault(in: member.key) {
        fault.mark = member.mark
        problems.append(fault)
      } else if value != nil || isServerValue {
        problems.append(
          Problem(
            mark: member.mark,
            message: "the child \(quoted(member.key)) beside '\(value != nil ? ".value" : ".sv")'",
            remedy: "a leaf has no children; remove one of the two"))
      } else {
        children.append((Key(member.key), member.value))
      }
    }
    let node: Node
    if let value {
      if isServerValue { refuse(json, "'.sv' beside '.value'", "put it under '.value', or alone") }
      node = leaf(value.value)
    } else if isServerValue {
      node = serverValue(members, json)
    } else {
      node = branch(children, depth: depth)
    }
    return priority.map { node.with($0) } ?? node
  }

  private mutating func priority(_ json: JSON) -> Priority {
    switch json.content {
    case .null: return .none
    case .integer, .number, .text: return Priority(leaf(json)) ?? .none
    case .bool, .array, .object:
      refuse(json, "this is not a priority", "a priority is a number, a text or null")
      return .none
    }
  }

  private mutating func serverValue(_ members: [JSON.Member], _ json: JSON) -> Node {
    let value = members.first { $0.isCalled(".sv") }?.value ?? json
    switch value.content {
    case .text(let name) where name.utf8.elementsEqual("timestamp".utf8):
      return .deferred(.timestamp)
    case .object(let parts) where parts.count == 1 && parts[0].isCalled("increment"):
      switch parts[0].value.content {
      case .integer(let step): return .deferred(.increment(step))
      case .number(let step) where step.isFinite: return .deferred(.incrementBy(step))
      default: refuse(parts[0].value, "an increment must be a number", "write a number")
      }
    default:
      refuse(
        value, "a server value that is not known",
        "write {\".sv\": \"timestamp\"} or {\".sv\": {\"increment\": 1}}")
    }
    return .null
  }
}

extension JSON.Member {
  fileprivate var isSentinel: Bool {
    isCalled(".value") || isCalled(".priority") || isCalled(".sv")
  }

  fileprivate func isCalled(_ name: String) -> Bool { key.utf8.elementsEqual(name.utf8) }
}
