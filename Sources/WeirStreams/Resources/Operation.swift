// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// An operation that has not ended.
struct Operation: Sendable {
  /// The thing that it waits for.
  enum Phase: Sendable {
    /// The app's hook.
    case asked
    /// Earlier operations on the same path.
    case turn
    /// The read of what stands there.
    case reading
    /// The server's answer.
    case writing
  }

  /// A counter that it may move.
  struct Count: Sendable {
    var counter: Counter
    var path: Path
    /// The place where the counted lie, if they can be counted anew.
    var collection: Path?
  }

  /// A number that it changes in a transaction once it is committed.
  struct Step: Sendable {
    var counter: Int
    var path: Path
    var step: Int64
  }

  var call: ResourceCall
  /// `true` if the key was drawn for it and nobody has used it since, so that nothing can stand there.
  var isFresh = false
  var logsBefore = false
  var counts: [Count] = []
  /// The counters that found no owner.
  var uncounted: [Int] = []
  /// The entries that the context held beyond what the template used.
  var extra: [ResourceContext.Entry] = []
  var phase = Phase.asked
  /// The action that is to be logged once it is committed.
  var action: ResourceAction?
  /// The numbers that are to be changed in transactions once it is committed.
  var steps: [Step] = []

  init(call: ResourceCall) { self.call = call }

  /// `true` if a number is moved by what the operation changes, so that what stood there has to be sure.
  var isStepped: Bool { counts.contains { $0.counter.means.isStepped } }

  /// `true` if what stands there has to be read before it is written to.
  var readsFirst: Bool {
    switch call.verb {
    case .create: !isFresh && isStepped
    case .update, .destroy: isStepped || logsBefore
    }
  }

  /// Returns what the operation leaves where `before` stood.
  func result(on before: Node) -> Node {
    switch call.verb {
    case .create: return call.resource.fields
    case .destroy: return .null
    case .update:
      var node = before
      for (path, content) in fields { node.set(content, at: path) }
      return node
    }
  }

  /// The nodes that the operation writes, and where they go below the instance.
  var fields: [(path: Path, content: Node)] {
    switch call.verb {
    case .create: return [(.root, call.resource.fields)]
    case .destroy: return [(.root, .null)]
    case .update:
      let node = call.resource.fields
      var fields = node.children.map { (path: Path([$0.key]), content: $0.value) }
      if !node.priority.isNone { fields.append((Path([.priority]), node.priority.node)) }
      for key in call.removing where node[key].isNull { fields.append((Path([key]), .null)) }
      return fields
    }
  }

  /// Returns the amount by which a counter is moved if `after` takes the place of `before`.
  static func step(_ counter: Counter, from before: Node, to after: Node) -> Int64 {
    (counter.condition.matches(after) ? 1 : 0) - (counter.condition.matches(before) ? 1 : 0)
  }
}

extension Write {
  /// One write of nodes and where they go; several go in one merge, from as deep as they have in common.
  init(_ places: [(path: Path, content: Node)], isWhole: Bool) {
    invariant(!places.isEmpty, "a write of nothing")
    if isWhole, places.count == 1 {
      self = .set(places[0].path, places[0].content)
      return
    }
    var base = places[0].path.keys[...]
    for (path, _) in places {
      // What is put stands at least one key below the base.
      let common = zip(base, path.keys).prefix { $0 == $1 }.count
      base = base.prefix(min(common, path.keys.count - 1))
    }
    self = .merge(
      Path(Array(base)), places.map { Part($0.path.dropping(base.count), $0.content) })
  }
}
