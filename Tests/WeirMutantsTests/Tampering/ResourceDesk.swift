// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirCore
import WeirMutants
import WeirStreams
import WeirTree

/// An app's resources with a tamper on top of them, and a server that answers at once.
///
/// It carries out what the tamper lets through and says all that happened, in words.
struct ResourceDesk {
  /// The likes of a post, counted beside it.
  let like: ResourceKind
  let context: ResourceContext
  var resources: Resources
  var tamper: (any ResourceTamper)?
  var tree = Node([])
  /// What happened, in order.
  var words: [String] = []
  /// What the hook was asked about last.
  var asked: Path?
  /// `true` if the server turns likes away.
  var isForbidden = false
  private var wishes: [ResourceWish] = []

  init(_ mutant: Mutant, template: String = "/likes/$post/@") throws {
    var registry = ResourceRegistry()
    let post = try registry.register("post", at: "/posts/@")
    like = try registry.register("like", at: template)
    try registry.count(like, on: post, as: "likes")
    context = ResourceContext([.init(Key("post"), Resource(post, key: Key("p1")))])
    resources = Resources(registry, chance: RandomStream(seed: 1, "keys"))
    let counters = ["p1", "p2"].map { Path("posts").appending(Key($0)).appending(Key("likes")) }
    tamper = mutant.makeResourceTamper(
      ResourceGround(
        context: context, counters: counters, chance: RandomStream(seed: 2, "tamper")))
  }

  /// Creates a like, under a key of its own or under this one.
  mutating func create(_ key: String? = nil) {
    let thing = Resource(like, key: key.map { Key($0) }, fields: Node([(Key("by"), .integer(1))]))
    resources.create(thing, in: context, at: .zero, into: &wishes)
    carryOut()
  }

  mutating func update(_ key: String, _ value: Int64) {
    let thing = Resource(like, key: Key(key), fields: Node([(Key("by"), .integer(value))]))
    resources.update(thing, in: context, into: &wishes)
    carryOut()
  }

  mutating func destroy(_ key: String) {
    resources.destroy(Resource(like, key: Key(key)), in: context, into: &wishes)
    carryOut()
  }

  /// The number of likes there are.
  var rows: Int { tree[Path("likes/p1")].children.count }

  /// What a post says.
  func count(_ post: String) -> Int64 {
    let path = Path("posts").appending(Key(post)).appending(Key("likes"))
    if case .integer(let count) = tree[path].content { return count }
    return 0
  }

  private mutating func carryOut() {
    while !wishes.isEmpty {
      let wish = wishes.removeFirst()
      var altered = [wish]
      if tamper != nil {
        altered.removeAll()
        tamper?.tamper(wish, into: &altered)
      }
      for wish in altered { carryOut(wish) }
    }
  }

  private mutating func carryOut(_ wish: ResourceWish) {
    switch wish {
    case .ask(let call):
      asked = call.path
      resources.proceed(call.number, into: &wishes)
    case .write(let number, let write, _):
      words.append("write")
      let isLike = "\(write.path)".hasPrefix("/likes") || write.path == .root
      let answer: Message.Answer = isForbidden && isLike ? .forbidden : .committed
      if answer == .committed { write.resolved(on: tree, milliseconds: 0).apply(to: &tree) }
      resources.settled(number, answer, into: &wishes)
    case .read(let number, let path):
      words.append("read")
      let node = tamper?.tamper(found: tree[path], for: number) ?? tree[path]
      resources.found(number, node, into: &wishes)
    case .tell(.did): words.append("did")
    case .tell(.logged(let action)):
      words.append("log" + action.extra.map { " \($0.name)" }.joined())
    case .tell, .transact: break
    }
  }
}
