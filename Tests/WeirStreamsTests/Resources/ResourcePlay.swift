// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

/// Fields of whole numbers.
func row(_ fields: (String, Int64)...) -> Node {
  Node(fields.map { (Key($0.0), .integer($0.1)) })
}

/// A node in words: `a=1,b/c=2`, `+1` for an increment.
func words(_ node: Node) -> String {
  switch node {
  case .null: "null"
  case .integer(let value): "\(value)"
  case .text(let text): text
  case .deferred(.increment(let step)): step < 0 ? "\(step)" : "+\(step)"
  case .branch:
    node.children.map {
      if case .branch = $0.value {
        "\($0.key)/(\(words($0.value)))"
      } else {
        "\($0.key)=\(words($0.value))"
      }
    }.joined(separator: ",")
  default: "\(node)"
  }
}

/// Resources whose wishes can be read: a line for each, keys of 20 characters as `ID`.
///
///     var play = try ResourcePlay(.increment)
///     play.create(row(("n", 1)))   // ["ask 1 create /message/g/ID"]
///     play.proceed(1)              // ["in flight 1", "1: merge / …", "did 1 create /message/g/ID"]
struct ResourcePlay {
  var resources: Resources
  let group: ResourceKind
  let message: ResourceKind
  /// A context that knows the group `g`, and something that no template uses.
  let context: ResourceContext
  /// The keys of what was created, in order.
  var keys: [Key] = []
  private var wishes: [ResourceWish] = []

  /// Messages of groups, counted as `count` by the means named, or not at all.
  init(
    _ means: CounterUpdate? = nil, where condition: CounterCondition = .all,
    template: String = "/message/$group/@", logsBefore: Bool = false
  ) throws {
    var registry = ResourceRegistry()
    group = try registry.register("group", at: "/group/@")
    message = try registry.register("message", at: template, logsBefore: logsBefore)
    if let means {
      try registry.count(message, on: group, as: "count", by: means, where: condition)
    }
    context = ResourceContext([
      .init(Key("theme"), Resource(group, key: Key("dark"))),
      .init(Key("group"), Resource(group, key: Key("g"))),
    ])
    resources = Resources(registry, chance: RandomStream(seed: 1, "keys"))
  }

  mutating func create(
    _ fields: Node, key: String? = nil, in context: ResourceContext? = nil
  ) -> [String] {
    let resource = Resource(message, key: key.map { Key($0) }, fields: fields)
    let context = context ?? self.context
    return lines { $0.create(resource, in: context, at: .zero, into: &$1) }
  }

  mutating func update(
    _ key: String?, _ fields: Node, removing: [String] = [], in context: ResourceContext? = nil
  ) -> [String] {
    let resource = Resource(message, key: key.map { Key($0) }, fields: fields)
    let context = context ?? self.context
    return lines {
      $0.update(resource, removing: removing.map { Key($0) }, in: context, into: &$1)
    }
  }

  mutating func destroy(_ key: String?, in context: ResourceContext? = nil) -> [String] {
    let resource = Resource(message, key: key.map { Key($0) })
    let context = context ?? self.context
    return lines { $0.destroy(resource, in: context, into: &$1) }
  }

  mutating func proceed(_ number: UInt32, writing fields: Node? = nil) -> [String] {
    lines { $0.proceed(number, writing: fields, into: &$1) }
  }

  mutating func veto(_ number: UInt32, _ words: String) -> [String] {
    lines { $0.veto(number, words, into: &$1) }
  }

  mutating func found(_ number: UInt32, _ node: Node) -> [String] {
    lines { $0.found(number, node, into: &$1) }
  }

  mutating func refused(_ number: UInt32, _ refusal: Message.Refusal = .forbidden) -> [String] {
    lines { $0.refused(number, refusal, into: &$1) }
  }

  mutating func settled(_ number: UInt32, _ answer: Message.Answer = .committed) -> [String] {
    lines { $0.settled(number, answer, into: &$1) }
  }

  mutating func lost(_ number: UInt32) -> [String] {
    lines { $0.lost(number, into: &$1) }
  }

  mutating func ended(_ number: UInt32, _ end: TransactionEnd = .committed) -> [String] {
    lines { $0.ended(number, end, into: &$1) }
  }

  mutating func restore(_ saved: SavedResources) -> [String] {
    lines { $0.restore(saved, into: &$1) }
  }

  /// What waits, and for what.
  var pending: [String] { resources.pending.map { "\($0.operation) \($0.waitsFor)" } }

  mutating func lines(_ act: (inout Resources, inout [ResourceWish]) -> Void) -> [String] {
    wishes.removeAll()
    act(&resources, &wishes)
    var lines: [String] = []
    for wish in wishes {
      if case .ask(let call) = wish, let key = call.resource.key { keys.append(key) }
      lines.append(Self.line(wish))
    }
    return lines
  }

  static func line(_ wish: ResourceWish) -> String {
    switch wish {
    case .ask(let call): "ask \(line(call))"
    case .write(let number, .set(let path, let node), _):
      "\(number): set \(line(path)) \(words(node))"
    case .write(let number, .merge(let path, let parts), _):
      "\(number): merge \(line(path)) "
        + parts.map { "\(line($0.path).dropFirst())=\(words($0.node))" }.joined(separator: " ")
    case .read(let number, let path): "\(number): read \(line(path))"
    case .transact(let number, let path, let step, _): "\(number): add \(step) to \(line(path))"
    case .tell(let news): line(news)
    }
  }

  private static func line(_ news: ResourceNews) -> String {
    switch news {
    case .did(let call): "did \(line(call))"
    case .persisted(let call, let failure):
      "persisted \(call.number)\(failure.map { ", \(line($0))" } ?? "")"
    case .failed(let number, let failure): "failed \(number): \(line(failure))"
    case .logged(let action):
      "logged \(action.call.number): \(line(action.old)) > \(line(action.new)); "
        + action.extra.map(\.name.description).joined(separator: ",")
    case .inFlight(let count): "in flight \(count)"
    case .uncounted(let number, let counter): "uncounted \(number) \(counter)"
    case .ignored(let number): "ignored \(number)"
    }
  }

  private static func line(_ failure: ResourceFailure) -> String {
    switch failure {
    case .unresolved(let problems), .illegal(let problems):
      problems.all.map(\.message).joined(separator: "; ")
    case .vetoed(let words): "vetoed: \(words)"
    case .unread(let refusal): "unread: \(refusal)"
    case .rejected(let answer): "rejected: \(answer)"
    case .countInDoubt(let counter, let path): "count \(counter) in doubt at \(path)"
    case .noKey, .nothingToWrite, .answerLost: "\(failure)"
    }
  }

  private static func line(_ state: ResourceState) -> String {
    switch state {
    case .whole(let node): words(node)
    case .part(let node): "…\(words(node))"
    case .nothing, .unknown: "\(state)"
    }
  }

  private static func line(_ call: ResourceCall) -> String {
    "\(call.number) \(call.verb) \(line(call.path))"
  }

  private static func line(_ path: Path) -> String {
    path.keys.isEmpty
      ? "/" : path.keys.map { $0.byteCount == 20 ? "/ID" : "/\($0)" }.joined()
  }
}
