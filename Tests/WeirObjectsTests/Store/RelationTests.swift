// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct RelationTests {
  private let ann = Path("people/ann")
  private let bob = Path("people/bob")
  private let cat = Path("people/cat")
  private let red = Path("teams/red")
  private let blue = Path("teams/blue")

  /// A bench with people and teams that have names.
  private func bench() throws -> ObjectBench {
    var bench = ObjectBench()
    for path in [ann, bob, cat] {
      bench.write(try ObjectBench.node(#"{"name": "N", "born": 1}"#), at: path)
    }
    for path in [red, blue] { bench.write(try ObjectBench.node(#"{"title": "T"}"#), at: path) }
    return bench
  }

  private func join(_ bench: inout ObjectBench, _ person: Path, _ team: Path?) throws {
    let handle = bench.store.open(Profile.self, at: person)
    bench.store.load(handle, into: &bench.wishes)
    bench.drain()
    bench.store[handle].relate(Profile.team, to: team)
    try bench.commit { store, id in try store.save(handle, .edits, in: id) }
    bench.store.close(handle.id, into: &bench.wishes)
    bench.take()
  }

  private func members(_ team: Path, _ bench: ObjectBench) -> [String] {
    bench.tree[team][Key("members")].children.map(\.key.description)
  }

  @Test func `both ends are written at one instant, and read as fields`() throws {
    var bench = try bench()
    try join(&bench, ann, red)
    #expect(
      try bench.tree[ann][Key("team")]
        == ObjectBench.node(#"{"t_pth": "teams/red", "r_prop": "members/ann"}"#))
    #expect(
      try bench.tree[red][Key("members")]
        == ObjectBench.node(#"{"ann": {"t_pth": "people/ann", "r_prop": "team"}}"#))
    let team = bench.store.open(Team.self, at: red)
    bench.store.load(team, into: &bench.wishes)
    bench.drain()
    #expect(bench.store[team][Team.members].mapValues(\.target) == [Key("ann"): ann])
    #expect(bench.store[team].state(of: Team.title).phase == .remote)
  }

  @Test func `who changes the team leaves the old one`() throws {
    var bench = try bench()
    try join(&bench, ann, red)
    try join(&bench, bob, red)
    try join(&bench, ann, blue)
    #expect(members(red, bench) == ["bob"])
    #expect(members(blue, bench) == ["ann"])
    try join(&bench, ann, nil)
    #expect(members(blue, bench) == [])
    #expect(bench.tree[ann][Key("team")].isNull)
  }

  @Test func `a partner is let go by the one before`() throws {
    var bench = try bench()
    for (one, other) in [(ann, bob), (cat, bob)] {
      let handle = bench.store.open(Profile.self, at: one)
      bench.store.load(handle, into: &bench.wishes)
      bench.drain()
      bench.store[handle].relate(Profile.partner, to: other)
      try bench.commit { store, id in try store.save(handle, .edits, in: id) }
    }
    #expect(bench.tree[ann][Key("partner")].isNull)
    #expect(bench.tree[bob][Path("partner/t_pth")] == .text("people/cat"))
    #expect(bench.tree[cat][Path("partner/t_pth")] == .text("people/bob"))
  }

  @Test func `a team takes members in and lets them go`() throws {
    var bench = try bench()
    let (first, second) = (
      bench.store.open(Team.self, at: red), bench.store.open(Team.self, at: blue)
    )
    try bench.commit { store, id in
      for person in [ann, bob] { try store.relate(first, Team.members, with: person, in: id) }
    }
    #expect(members(red, bench) == ["ann", "bob"])
    try bench.commit { store, id in try store.relate(second, Team.members, with: ann, in: id) }
    #expect(members(red, bench) == ["bob"])
    #expect(bench.tree[ann][Path("team/t_pth")] == .text("teams/blue"))
    try bench.commit { store, id in try store.unrelate(first, Team.members, from: bob, in: id) }
    #expect(members(red, bench) == [])
    #expect(bench.tree[bob][Key("team")].isNull)
  }

  @Test func `a team that is saved as a whole does not undo who has joined meanwhile`() throws {
    var bench = try bench()
    try join(&bench, ann, red)
    let team = bench.store.open(Team.self, at: red)
    bench.store.load(team, into: &bench.wishes)
    bench.drain()
    try join(&bench, bob, red)
    try join(&bench, ann, nil)
    bench.store[team][Team.title] = "Reds"
    try bench.commit { store, id in try store.save(team, in: id) }
    #expect(members(red, bench) == ["bob"])
  }

  /// Lets people be partners, all in one transaction.
  private func pair(_ bench: inout ObjectBench, _ pairs: [(Path, Path?)]) throws {
    try bench.commit { store, id in
      for (one, other) in pairs {
        let handle = store.open(Profile.self, at: one)
        store[handle].relate(Profile.partner, to: other)
        try store.save(handle, .edits, in: id)
      }
    }
  }

  @Test func `two who part and find others in one transaction`() throws {
    var bench = try bench()
    let dan = Path("people/dan")
    try pair(&bench, [(ann, bob)])
    try pair(&bench, [(ann, cat), (bob, dan)])
    for (one, other) in [(ann, cat), (cat, ann), (bob, dan), (dan, bob)] {
      #expect(bench.tree[one][Path("partner/t_pth")] == .text("people/\(other.lastKey!)"))
    }
  }

  @Test func `an end that leads elsewhere is not taken away`() throws {
    var bench = try bench()
    try pair(&bench, [(bob, cat)])
    let stray = Profile.partner.end(to: bob, from: ann)
    bench.write(Coding.relationEnd.node(for: stray), at: ann.appending(Key("partner")))
    let handle = bench.store.open(Profile.self, at: ann)
    try bench.commit { store, id in try store.delete(handle, in: id) }
    #expect(bench.tree[ann].isNull)
    #expect(bench.tree[bob][Path("partner/t_pth")] == .text("people/cat"))
  }

  @Test func `two relations that want one place are refused`() throws {
    var bench = try bench()
    let (one, two) = (
      bench.store.open(Profile.self, at: ann), bench.store.open(Profile.self, at: cat)
    )
    for handle in [one, two] {
      bench.store.load(handle, into: &bench.wishes)
      bench.drain()
      bench.store[handle].relate(Profile.partner, to: bob)
    }
    let before = bench.tree
    try bench.commit { store, id in
      for handle in [one, two] { try store.save(handle, .edits, in: id) }
    }
    #expect(bench.tree == before)
    #expect(
      bench.ends().last?.hasSuffix("two relations want different ends at /people/bob/partner")
        == true)
    #expect(bench.store[one].hasEdits && bench.store[two].hasEdits)
  }

  /// The ends in the tree whose other end does not lead back.
  private func dangling(_ tree: Node) -> [Path] {
    var found: [Path] = []
    func look(at path: Path, of owner: Path) {
      guard let end = try? Coding.relationEnd.value(in: tree[path]) else { return }
      let other = end.target.appending(end.back)
      let back = try? Coding.relationEnd.value(in: tree[other])
      if back?.target != owner || back.map({ $0.target.appending($0.back) }) != path {
        found.append(path)
      }
    }
    for (key, _) in tree[Key("people")].children {
      let person = Path("people").appending(key)
      for name in ["team", "partner"] { look(at: person.appending(Key(name)), of: person) }
    }
    for (key, team) in tree[Key("teams")].children {
      let place = Path("teams").appending(key)
      for (member, _) in team[Key("members")].children {
        look(at: place.appending(Path("members")).appending(member), of: place)
      }
    }
    return found
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `whatever people do, every end leads to one that leads back`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, "relations")
    var bench = ObjectBench()
    let people = ["a", "b", "c", "d"].map { Path("people").appending(Key($0)) }
    let teams = ["x", "y"].map { Path("teams").appending(Key($0)) }
    var count = 0
    for round in 0..<60 {
      let person = bench.store.open(Profile.self, at: people[chance.index(below: people.count)])
      let team = bench.store.open(Team.self, at: teams[chance.index(below: teams.count)])
      bench.store.load(person, into: &bench.wishes)
      bench.drain()
      bench.store[person].change(Profile.name, to: "N")
      bench.store[person].change(Profile.born, to: 1)
      let id = bench.store.begin()
      for _ in 0...chance.index(below: 2) {
        switch chance.index(below: 7) {
        case 0:
          bench.store[person].relate(Profile.team, to: teams[chance.index(below: 2)])
          try bench.store.save(person, in: id)
        case 1:
          let other = people[chance.index(below: people.count)]
          if other == bench.store[person].place { continue }
          bench.store[person].relate(Profile.partner, to: other)
          try bench.store.save(person, .edits, in: id)
        case 2:
          bench.store[person].relate(Profile.team, to: nil)
          try bench.store.save(person, .edits, in: id)
        case 3:
          let other = people[chance.index(below: people.count)]
          try bench.store.relate(team, Team.members, with: other, in: id)
        case 4:
          let other = people[chance.index(below: people.count)]
          try bench.store.unrelate(team, Team.members, from: other, in: id)
        case 5: try bench.store.delete(person, in: id)
        default: try bench.store.delete(team, in: id)
        }
      }
      try bench.store.commit(id, into: &bench.wishes)
      bench.take()
      while !bench.reads.isEmpty || !bench.writes.isEmpty {
        while !bench.reads.isEmpty { bench.answerRead() }
        if !bench.writes.isEmpty {
          bench.answerWrite(chance.index(below: 6) == 0 ? .forbidden : .committed)
          #expect(dangling(bench.tree) == [], "round \(round)")
        }
      }
      count += bench.ends().filter { $0 == "ended \(id.number)" }.count
      for handle in [person.id, team.id] { bench.store.close(handle, into: &bench.wishes) }
      bench.take()
    }
    #expect(count > 20, "only \(count) transactions were written")
    #expect(bench.store.kept.isEmpty)
  }

  /// Mends the relations of an object; `true` if that wrote something.
  private func mend<Kind: ObjectKind>(
    _ bench: inout ObjectBench, _ kind: Kind.Type, at place: Path
  ) throws -> Bool {
    let handle = bench.store.open(kind, at: place)
    let id = bench.store.begin()
    try bench.store.mend(handle, in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.store.close(handle.id, into: &bench.wishes)
    bench.take()
    while !bench.reads.isEmpty { bench.answerRead() }
    defer { bench.drain() }
    return !bench.writes.isEmpty
  }

  @Test func `ends whose other ends are not there are taken away, and the others stay`() throws {
    var bench = try bench()
    try join(&bench, ann, red)
    try join(&bench, bob, red)
    // Somebody who knows of no relation removes Ann, and Cat comes to be led by two.
    bench.write(.null, at: ann)
    bench.write(
      try ObjectBench.node(#"{"t_pth": "people/cat", "r_prop": "team"}"#),
      at: Path("teams/red/members/cat"))
    #expect(members(red, bench) == ["ann", "bob", "cat"])
    #expect(try mend(&bench, Team.self, at: red))
    #expect(members(red, bench) == ["bob"])
    #expect(try !mend(&bench, Team.self, at: red))
    bench.write(.null, at: red)
    #expect(try mend(&bench, Profile.self, at: bob))
    #expect(bench.tree[bob][Key("team")].isNull)
    #expect(bench.tree[bob][Key("name")] == .text("N"))
  }

  @Test func `an end that came to lead elsewhere while it was looked at stays`() throws {
    var bench = try bench()
    try join(&bench, ann, red)
    bench.write(.null, at: Path("teams/red/members/ann"))
    let handle = bench.store.open(Profile.self, at: ann)
    let id = bench.store.begin()
    try bench.store.mend(handle, in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    bench.answerRead()
    // The ends are read now; somebody else is quicker.
    bench.write(
      try ObjectBench.node(#"{"t_pth": "teams/blue", "r_prop": "members/ann"}"#),
      at: Path("people/ann/team"))
    bench.write(
      try ObjectBench.node(#"{"t_pth": "people/ann", "r_prop": "team"}"#),
      at: Path("teams/blue/members/ann"))
    bench.drain()
    #expect(bench.tree[ann][Path("team/t_pth")] == .text("teams/blue"))
    #expect(dangling(bench.tree) == [])
  }

  @Test func `an end that came right while it was looked at stays`() throws {
    var bench = try bench()
    try join(&bench, ann, red)
    let end = bench.tree[red][Path("members/ann")]
    bench.write(.null, at: Path("teams/red/members/ann"))
    let handle = bench.store.open(Profile.self, at: ann)
    let id = bench.store.begin()
    try bench.store.mend(handle, in: id)
    bench.write(end, at: Path("teams/red/members/ann"))
    try bench.store.commit(id, into: &bench.wishes)
    bench.drain()
    #expect(bench.tree[ann][Path("team/t_pth")] == .text("teams/red"))
    #expect(bench.ends().last == "ended \(id.number)")
  }

  // MARK: Other kinds of relations

  /// A club of which one may be in many, which needs a seat and knows a sponsor that knows nothing of it.
  enum Club: ObjectKind {
    static let friends = Relations<Club, Club>("friends", back: .many("friends"))
    static let seat = Relation<Club, Team>("seat", back: .one("club"), .required)
    static let sponsor = Relation<Club, Team>("sponsor", back: .one("club"), isTwoSided: false)
    static let fields = Fields<Club> {
      friends
      seat
      sponsor
    }
  }

  @Test func `of many to many each keeps an end under the other one's key`() throws {
    var bench = ObjectBench()
    let (chess, go) = (Path("clubs/chess"), Path("clubs/go"))
    let handle = bench.store.open(Club.self, at: chess)
    let glimpse = Glimpse(payload: .text("old"))
    try bench.commit { store, id in
      try store.relate(handle, Club.friends, with: go, glimpse, in: id)
      try store.relate(handle, Club.friends, with: Path("clubs/dice"), in: id)
    }
    #expect(
      try bench.tree[chess][Path("friends/go")]
        == ObjectBench.node(
          #"{"t_pth": "clubs/go", "r_prop": "friends/chess", "__val": {"__pl": "old"}}"#))
    #expect(
      try bench.tree[go]
        == ObjectBench.node(
          #"{"friends": {"chess": {"t_pth": "clubs/chess", "r_prop": "friends/go"}}}"#))
    try bench.commit { store, id in try store.unrelate(handle, Club.friends, from: go, in: id) }
    #expect(bench.tree[go].isNull)
    #expect(bench.tree[chess][Key("friends")].children.map(\.key) == [Key("dice")])
    try bench.commit { store, id in try store.delete(handle, in: id) }
    #expect(bench.tree.isNull, "who is deleted leaves no end at others")
  }

  @Test func `a relation of one side writes that side alone, and one that is needed must be there`()
    throws
  {
    var bench = ObjectBench()
    let club = bench.store.open(Club.self, at: Path("clubs/chess"))
    bench.store[club].relate(Club.sponsor, to: red)
    #expect(bench.store[club].faults(in: .everything) == [.missing(Path("seat"))])
    bench.store[club].relate(Club.seat, to: blue)
    try bench.commit { store, id in try store.save(club, in: id) }
    #expect(bench.tree[red].isNull)
    #expect(bench.tree[blue][Path("club/t_pth")] == .text("clubs/chess"))
    #expect(
      try bench.tree[Path("clubs/chess/sponsor")]
        == ObjectBench.node(#"{"t_pth": "teams/red", "r_prop": "club"}"#))
    bench.store[club].relate(Club.sponsor, to: nil)
    try bench.commit { store, id in try store.save(club, in: id) }
    #expect(bench.tree[Path("clubs/chess/sponsor")].isNull)
  }

  @Test func `an object without a place has no relations`() {
    var bench = ObjectBench()
    let team = bench.store.open(Team.self)
    let id = bench.store.begin()
    #expect(throws: TransactionFault.self) {
      try bench.store.relate(team, Team.members, with: ann, in: id)
    }
    #expect(throws: TransactionFault.self) {
      try bench.store.unrelate(team, Team.members, from: ann, in: id)
    }
  }
}
