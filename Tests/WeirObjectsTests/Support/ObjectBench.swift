// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirObjects
import WeirTree

/// A store over a tree that does what it is asked, one thing at a time and in order.
struct ObjectBench {
  var store = ObjectStore()
  var wishes: [ObjectWish] = []
  var tree = Node.null
  /// The nodes that are kept where they outlive the store, and those that are asked for.
  var disk = SortedMap<Path, Node>()
  var recalls: [(tag: UInt32, path: Path)] = []
  /// The reads and writes that are not answered.
  var reads: [(tag: UInt32, path: Path)] = []
  var writes: [(tag: UInt32, write: Write, demands: [WriteDemand])] = []
  /// The places that are listened to, and what was told of them.
  var listens: [(tag: UInt32, path: Path, told: Node?)] = []
  /// The files whose transactions have ended.
  var filed: [(id: FileTransferID, fault: FileFault?)] = []
  /// The news of the store, in words.
  var news: [String] = []

  /// `true` if something is asked and not answered.
  var isBusy: Bool { !reads.isEmpty || !writes.isEmpty }

  /// Sorts what the store wants.
  mutating func take() {
    for wish in wishes {
      switch wish {
      case .listen(let tag, let path): listens.append((tag, path, nil))
      case .unlisten(let tag): listens.removeAll { $0.tag == tag }
      case .read(let tag, let path): reads.append((tag, path))
      case .write(let tag, let write, let demands): writes.append((tag, write, demands))
      case .keep(let path, let node):
        news.append("keep \(path)")
        if node.isNull { disk.remove(path) } else { disk.set(node, for: path) }
      case .recall(let tag, let path): recalls.append((tag, path))
      case .changed(let id): news.append("changed \(id.number)")
      case .loaded(let id, let refusal):
        news.append("loaded \(id.number)" + (refusal.map { " \($0)" } ?? ""))
      case .lost(let id, let refusal): news.append("lost \(id.number) \(refusal)")
      case .filed(let id, let fault): filed.append((id, fault))
      case .ended(let id, let fault):
        news.append("ended \(id.number)" + (fault.map { ": \($0)" } ?? ""))
      }
    }
    wishes = []
  }

  /// Returns what was told since the last call, but for changes.
  mutating func ends() -> [String] {
    defer { news = [] }
    return news.filter { !$0.hasPrefix("changed") }
  }

  /// Somebody else writes.
  mutating func write(_ node: Node, at path: Path) { tree.set(node, at: path) }

  /// Answers the oldest write; one whose demands are not met is turned away.
  mutating func answerWrite(_ answer: Message.Answer = .committed) {
    let (tag, write, demands) = writes.removeFirst()
    let isMet = WriteGuard.demands(demands).holds(for: write, on: tree)
    let answer = isMet ? answer : .stale
    if answer == .committed { write.apply(to: &tree) }
    store.settle(tag, answer, into: &wishes)
    take()
  }

  /// Answers the oldest read.
  mutating func answerRead(_ refusal: Message.Refusal? = nil) {
    let (tag, path) = reads.removeFirst()
    let found: Result<Node, ReadRefusal> =
      refusal.map { .failure(ReadRefusal($0)) } ?? .success(tree[path])
    store.take(found, of: tag, into: &wishes)
    take()
  }

  /// Answers the oldest question for what is kept.
  mutating func answerRecall() {
    let (tag, path) = recalls.removeFirst()
    store.recall(disk[path], of: tag, into: &wishes)
    take()
  }

  /// The app is killed and starts again; what is kept and the tree are there.
  mutating func restart(_ cache: ObjectCachePolicy) {
    let old = self
    self = ObjectBench()
    store = ObjectStore(cache)
    (tree, disk) = (old.tree, old.disk)
  }

  /// Tells all listens what there is.
  mutating func tell() {
    for place in listens.indices {
      let (tag, path, told) = listens[place]
      let node = tree[path]
      if told == node { continue }
      for (key, _) in (told ?? .null).children where node[key].isNull {
        store.hear(DataEvent(.removed, key, .null), from: tag, into: &wishes)
      }
      for (key, child) in node.children where told?[key] != child {
        let kind = told.map { $0[key].isNull } ?? true ? DataEvent.Kind.added : .changed
        store.hear(DataEvent(kind, key, child), from: tag, into: &wishes)
      }
      store.hear(.value, from: tag, into: &wishes)
      listens[place].told = node
    }
    take()
  }

  /// Does all that is asked until nothing is.
  mutating func drain() {
    take()
    while !reads.isEmpty || !writes.isEmpty {
      while !reads.isEmpty { answerRead() }
      if !writes.isEmpty { answerWrite() }
    }
    tell()
  }

  /// Commits what is added to a transaction, and does all that is asked.
  mutating func commit(_ body: (inout ObjectStore, TransactionID) throws -> Void) throws {
    let id = store.begin()
    try body(&store, id)
    try store.commit(id, into: &wishes)
    drain()
  }

  /// Returns a tree of a text in JSON.
  static func node(_ text: String) throws -> Node {
    try Node(JSON(reading: text, file: "node.json"))
  }
}
