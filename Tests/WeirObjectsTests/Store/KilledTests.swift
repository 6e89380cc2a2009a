// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

/// Apps that are killed at any event of a transaction.
///
/// They are killed while it reads, and while its write is under way, which the server then has or has not. What others see is
/// whole at every write.
@Suite struct KilledTests {
  /// `WEIR_OBJECT_SEEDS=10000` plays more of them, as `.ci/prove-objects` does.
  private static let seeds = fewerInDebug(
    0..<(ProcessInfo.processInfo.environment["WEIR_OBJECT_SEEDS"].flatMap(UInt64.init) ?? 2000))

  /// A member as an older app stores it.
  private enum OldMember: ObjectKind {
    static let title = Field<OldMember, String>("title", .text)
    static let isDone = Field<OldMember, Bool>("done", .flag)
    static let versions: ModelVersions = [ModelVersion(1, 0)]
    static let fields = Fields<OldMember> {
      title
      isDone
    }
  }

  /// A member, whose title is called a name now.
  private enum Member: ObjectKind {
    static let name = Field<Member, String>("name", .text)
    static let crew = Relation<Member, Crew>("crew", back: .many("members"))
    static let mate = Relation<Member, Member>("mate", back: .one("mate"))
    static let versions: ModelVersions = [ModelVersion(2, 0)]
    static let fields = Fields<Member> {
      name
      crew
      mate
    }

    static func migrate(
      _ node: Node, from stored: ModelVersions
    ) throws(TransactionFault) -> [Write.Part] {
      let title = node[Key("title")]
      if title.isNull { return [] }
      return [Write.Part(Key("name"), title), Write.Part(Key("title"), .null)]
    }
  }

  private enum Crew: ObjectKind {
    static let title = Field<Crew, String>("title", .text)
    static let members = Relations<Crew, Member>("members", back: .one("crew"))
    static let fields = Fields<Crew> {
      title
      members
    }
  }

  private static let people = Path("people")
  private static let crews = Path("crews")
  private static let friends = Path("friends")
  private static let keys = ["a", "b", "c", "d"].map { Key($0) }
  private static let crewKeys = ["x", "y"].map { Key($0) }

  // MARK: What has to be true

  /// Everything that is wrong in a tree.
  private static func faults(in tree: Node) -> [String] {
    rowFaults(in: tree) + linkFaults(in: tree) + endFaults(in: tree) + versionFaults(in: tree)
  }

  private static func links(_ element: Node) -> [String] {
    element[Key("__l_itms")].children.flatMap { $0.value.children }.map { $0.value }
      .compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  private static func rowFaults(in tree: Node) -> [String] {
    let (elements, lists) = (tree[people].children.map(\.key), tree[Path("__lnks/people")])
    let rows = lists[Key("__itms")].children.map(\.key)
    var faults = rows == elements ? [] : ["rows \(rows) of elements \(elements)"]
    for key in rows where !links(lists[key]).contains("__lnks/people/__itms/\(key)") {
      faults.append("no link leads to the row of \(key)")
    }
    return faults
  }

  private static func linkFaults(in tree: Node) -> [String] {
    var faults: [String] = []
    for (key, element) in tree[Path("__lnks/people")].children where key != Key("__itms") {
      if tree[people][key].isNull { faults.append("links of \(key), which is not there") }
      for path in links(element) where tree[Path(path)].isNull {
        faults.append("a link of \(key) leads to \(path), which is not there")
      }
    }
    for (key, row) in tree[friends].children {
      guard let target = try? Coding<Reference<Member>>.reference().value(in: row).place else {
        faults.append("the friend \(key) is no reference")
        continue
      }
      if tree[target].isNull { faults.append("the friend \(key) is not there") }
      if !links(tree[Path("__lnks").appending(target)]).contains("friends/\(key)") {
        faults.append("no link leads to the friend \(key)")
      }
    }
    return faults
  }

  /// The ends of relations, with their places and those of their objects.
  private static func ends(in tree: Node) -> [(end: RelationEnd, place: Path, owner: Path)] {
    var ends: [(RelationEnd, Path, Path)] = []
    func look(at path: Path, of owner: Path) {
      guard let end = try? Coding.relationEnd.value(in: tree[path]) else { return }
      ends.append((end, path, owner))
    }
    for (key, _) in tree[people].children {
      let owner = people.appending(key)
      for path in [Member.crew.path, Member.mate.path] {
        look(at: owner.appending(path), of: owner)
      }
    }
    for (key, crew) in tree[crews].children {
      let owner = crews.appending(key)
      for (member, _) in crew[Crew.members.path].children {
        look(at: owner.appending(Crew.members.path).appending(member), of: owner)
      }
    }
    return ends
  }

  private static func endFaults(in tree: Node) -> [String] {
    ends(in: tree).compactMap { end, place, owner in
      let back = try? Coding.relationEnd.value(
        in: tree[end.target.appending(end.back)])
      let isWhole = back.map { $0.target == owner && $0.target.appending($0.back) == place }
      return isWhole == true ? nil : "\(place) leads to \(end.target), and nothing leads back"
    }
  }

  private static func versionFaults(in tree: Node) -> [String] {
    tree[people].children.compactMap { key, node in
      let isNew = node[Key("__mv")] == .text("AgAAAAAAAAA=")
      let (old, new) = (node[Key("title")], node[Key("name")])
      return old.isNull == isNew && (new.isNull || isNew) ? nil : "\(key) is half new: \(node)"
    }
  }

  // MARK: Apps

  /// A world of apps over one tree, each of which does one thing at a time.
  private struct World {
    var tree = Node.null
    var phones = Array(repeating: ObjectBench(), count: 2)
    var chance: RandomStream
    var names = 0
    var (written, kills, cut) = (0, 0, 0)

    init(seed: UInt64) {
      chance = RandomStream(seed: seed, "killed")
      for key in KilledTests.crewKeys {
        tree.set(.text("crew"), at: KilledTests.crews.appending(key).appending(Key("title")))
      }
    }

    mutating func name(_ kind: String) -> Key {
      names += 1
      return Key("\(kind)\(names)")
    }

    mutating func anybody() -> Key { KilledTests.keys[chance.index(below: 4)] }

    mutating func anyCrew() -> Path {
      KilledTests.crews.appending(KilledTests.crewKeys[chance.index(below: 2)])
    }

    /// Begins something in an app; what the app refuses itself is as good as nothing.
    mutating func begin(_ phone: Int) {
      var bench = phones[phone]
      bench.tree = tree
      let id = bench.store.begin()
      do {
        try act(&bench.store, id)
        try bench.store.commit(id, into: &bench.wishes)
      } catch {
        try? bench.store.revert(id, into: &bench.wishes)
      }
      bench.take()
      phones[phone] = bench
    }

    private mutating func act(_ store: inout ObjectStore, _ id: TransactionID) throws {
      let (key, place) = { ($0, KilledTests.people.appending($0)) }(anybody())
      let values = Values<Member>(at: KilledTests.people)
      let friends = References<Member>(at: KilledTests.friends, below: KilledTests.people)
      switch chance.index(below: 12) {
      case 0, 1:
        let member = store.open(Member.self)
        store[member][Member.name] = "N"
        try values.write(member, key: key, link: name("l"), in: id, of: &store)
      case 2:
        let member = store.open(OldMember.self)
        store[member][OldMember.title] = "N"
        try Values<OldMember>(at: KilledTests.people)
          .write(member, key: key, link: name("l"), in: id, of: &store)
      case 3: try values.remove(key, in: id, of: &store)
      case 4:
        try store.require(.something, at: place, in: id)
        try friends.write(
          Reference(to: place), key: name("f"), link: name("l"), in: id, of: &store)
      case 5:
        guard let friend = tree[KilledTests.friends].children.first?.key else { return }
        try friends.remove(friend, in: id, of: &store)
      case 6:
        try store.require(.something, at: place, in: id)
        let member = store.open(Member.self, at: place)
        store[member][Member.name] = "M"
        try store.save(member, .edits, in: id)
      case 7:
        try store.require(.something, at: place, in: id)
        let member = store.open(OldMember.self, at: place)
        store[member][OldMember.isDone] = true
        try store.save(member, .edits, in: id)
      case 8: try store.delete(store.open(Crew.self, at: anyCrew()), in: id)
      default: try relate(&store, place, id)
      }
    }

    /// Changes a relation, from whichever side.
    mutating func relate(
      _ store: inout ObjectStore, _ place: Path, _ id: TransactionID
    ) throws {
      try store.require(.something, at: place, in: id)
      let other = KilledTests.people.appending(anybody())
      let crew = anyCrew()
      let member = store.open(Member.self, at: place)
      switch chance.index(below: 6) {
      case 0:
        try store.relate(store.open(Crew.self, at: crew), Crew.members, with: place, in: id)
      case 1:
        try store.unrelate(store.open(Crew.self, at: crew), Crew.members, from: place, in: id)
      case 2:
        store[member].relate(Member.crew, to: nil)
        try store.save(member, .edits, in: id)
      case 3 where other != place:
        try store.require(.something, at: other, in: id)
        store[member].relate(Member.mate, to: other)
        try store.save(member, .edits, in: id)
      default:
        store[member].relate(Member.crew, to: crew)
        try store.save(member, .edits, in: id)
      }
    }

    /// Lets one thing happen to an app that waits for something; `true` if the tree was written.
    mutating func happen(_ phone: Int) -> Bool {
      let before = tree
      phones[phone].tree = tree
      if chance.index(below: 6) == 0 {
        kill(phone)
      } else if phones[phone].reads.isEmpty {
        phones[phone].answerWrite(chance.index(below: 10) == 0 ? .forbidden : .committed)
        tree = phones[phone].tree
      } else {
        phones[phone].reads.swapAt(0, chance.index(below: phones[phone].reads.count))
        phones[phone].answerRead()
      }
      if tree != before { written += 1 }
      return tree != before
    }

    /// An app goes; the server has what it wrote, or has not.
    private mutating func kill(_ phone: Int) {
      kills += 1
      for (_, write, demands) in phones[phone].writes {
        cut += 1
        if chance.index(below: 2) == 0, WriteGuard.demands(demands).holds(for: write, on: tree) {
          write.apply(to: &tree)
        }
      }
      phones[phone] = ObjectBench()
    }

    func isWaiting(_ phone: Int) -> Bool {
      !phones[phone].reads.isEmpty || !phones[phone].writes.isEmpty
    }
  }

  /// Somebody who listens to everything, and what is half in what they are shown.
  private struct Watcher {
    private var bench: ObjectBench
    let people: [ObjectHandle<Member>]
    let crews: [ObjectHandle<Crew>]

    init() {
      var bench = ObjectBench()
      let places = (KilledTests.people, KilledTests.crews)
      people = KilledTests.keys.map {
        bench.store.open(Member.self, at: places.0.appending($0))
      }
      crews = KilledTests.crewKeys.map {
        bench.store.open(Crew.self, at: places.1.appending($0))
      }
      for one in people { bench.store.listen(to: one, into: &bench.wishes) }
      for one in crews { bench.store.listen(to: one, into: &bench.wishes) }
      bench.take()
      self.bench = bench
    }

    /// Hears all there is, and returns it as it is shown, at its places.
    mutating func hears(_ tree: Node) -> Node {
      bench.tree = tree
      bench.tell()
      var shown = Node.null
      for one in people { shown.set(bench.store[one].shown, at: bench.store[one].place ?? .root) }
      for one in crews { shown.set(bench.store[one].shown, at: bench.store[one].place ?? .root) }
      return shown
    }
  }

  @Test func `whenever an app is killed, nobody sees half a transaction or a reference to nothing`()
  {
    let seeds = Self.seeds
    var (written, kills, cut) = (0, 0, 0)
    for seed in seeds {
      var world = World(seed: seed)
      var watcher = Watcher()
      for step in 0..<14 {
        let phone = world.chance.index(below: 2)
        world.begin(phone)
        while world.isWaiting(phone) {
          guard world.happen(phone) else { continue }
          let faults = Self.faults(in: world.tree)
          let seen = Self.endFaults(in: watcher.hears(world.tree))
          if faults.isEmpty, seen.isEmpty { continue }
          Issue.record("seed \(seed), step \(step): \(faults), seen: \(seen)")
          return
        }
      }
      #expect(world.phones.allSatisfy { $0.store.kept.transactions == 0 }, "seed \(seed)")
      (written, kills, cut) = (written + world.written, kills + world.kills, cut + world.cut)
    }
    // Each seed writes and is killed, and one in four loses the answer to a write.
    #expect(written > 3 * seeds.count, "\(written) writes")
    #expect(kills > seeds.count, "\(kills) kills")
    #expect(4 * cut > seeds.count, "\(cut) writes were cut off")
  }

  @Test func `whatever apps do at once and whenever they are killed, mending makes all whole`()
    throws
  {
    var halves = 0
    for seed in Self.seeds {
      var world = World(seed: seed)
      for key in Self.keys {
        world.tree.set(.text("N"), at: Self.people.appending(key).appending(Key("name")))
      }
      var left = 16
      while left > 0 || world.phones.indices.contains(where: { world.isWaiting($0) }) {
        let phone = world.chance.index(below: 2)
        if world.isWaiting(phone) {
          _ = world.happen(phone)
        } else if left > 0 {
          left -= 1
          var bench = world.phones[phone]
          let id = bench.store.begin()
          let place = Self.people.appending(world.anybody())
          if world.chance.index(below: 6) == 0 {
            try bench.store.delete(bench.store.open(Crew.self, at: world.anyCrew()), in: id)
          } else if world.chance.index(below: 9) == 0 {
            try bench.store.delete(bench.store.open(Member.self, at: place), in: id)
          } else {
            try world.relate(&bench.store, place, id)
          }
          try bench.store.commit(id, into: &bench.wishes)
          bench.take()
          world.phones[phone] = bench
        }
      }
      halves += Self.endFaults(in: world.tree).count
      try mend(&world)
      let faults = Self.endFaults(in: world.tree)
      if faults.isEmpty { continue }
      Issue.record("seed \(seed): \(faults)")
      return
    }
    #expect(halves > 0, "nothing was ever to be mended")
  }

  /// Mends all objects, one after the other.
  private func mend(_ world: inout World) throws {
    var bench = ObjectBench()
    bench.tree = world.tree
    let before = Self.ends(in: world.tree)
    for key in Self.keys {
      let member = bench.store.open(Member.self, at: Self.people.appending(key))
      try bench.commit { store, id in try store.mend(member, in: id) }
    }
    for key in Self.crewKeys {
      let crew = bench.store.open(Crew.self, at: Self.crews.appending(key))
      try bench.commit { store, id in try store.mend(crew, in: id) }
    }
    // The whole ones stay.
    let halves = Self.endFaults(in: world.tree).count
    #expect(Self.ends(in: bench.tree).count == before.count - halves)
    world.tree = bench.tree
  }
}
