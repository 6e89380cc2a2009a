// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirRules
import WeirTree

@Suite struct PermissionsTests {
  private func reads(_ rules: Permissions, _ path: String, _ root: Node = .null) -> Bool {
    rules.allowsRead(at: Path(path), auth: nil, now: .zero, root: root)
  }

  /// `true` if the user may put all of `writes` into `root` at once.
  private func writes(
    _ rules: Permissions, _ writes: [(String, Node)], into root: Node = .null, by uid: String? = nil
  ) -> Bool {
    var after = root
    for (path, node) in writes { after.set(node, at: Path(path)) }
    return rules.allowsWrite(
      of: writes.map { (Path($0.0), $0.1) }, auth: uid.map { .init(uid: $0) }, now: .zero,
      before: root, after: after)
  }

  @Test func `without rules everything is allowed, with empty ones nothing`() throws {
    #expect(
      reads(Permissions(nil), "a/b") && writes(Permissions(nil), [("a", .null), ("", .null)]))
    let none = Permissions(Rules())
    #expect(!reads(none, "a") && !reads(none, "") && !writes(none, [("a", .bool(true))]))
    #expect(writes(none, []))
  }

  @Test func `what is granted above cannot be taken back below`() throws {
    let rules = try permissions(
      """
      open: { .read: true, .write: true, shut: { .read: false, .write: false } }
      shut: { .read: false, open: { .read: true, .write: true } }
      """)
    for path in ["open", "open/shut", "open/shut/deeper", "shut/open", "shut/open/x/y"] {
      #expect(reads(rules, path) && writes(rules, [(path, .bool(true))]), "\(path)")
    }
    for path in ["", "shut", "shut/other", "elsewhere"] {
      #expect(!reads(rules, path) && !writes(rules, [(path, .bool(true))]), "\(path)")
    }
  }

  @Test func `a wildcard stands for every place without rules of its own`() throws {
    let rules = try permissions(
      """
      rooms:
        lobby: { secret: { .read: true } }
        $room:
          .write: "$room.beginsWith('a') && newData.child('is').val() == $room"
          $row: { .read: "$row == $room" }
      """)
    #expect(reads(rules, "rooms/x/x") && !reads(rules, "rooms/x/y"))
    #expect(reads(rules, "rooms/lobby/secret") && !reads(rules, "rooms/lobby/lobby"))
    #expect(writes(rules, [("rooms/anne", tree([("is", .text("anne"))]))]))
    #expect(!writes(rules, [("rooms/anne", tree([("is", .text("bob"))]))]))
    #expect(!writes(rules, [("rooms/bob", tree([("is", .text("bob"))]))]))
  }

  static let checked = """
    .write: true
    rooms:
      $room:
        .validate: "newData.hasChildren(['title'])"
        title: { .validate: "newData.isString() && newData.val().length < 10" }
        rows:
          $row: { .validate: "newData.child('by').val() != null" }
        sealed: { .validate: false }
    """
  private let room = tree([
    ("rooms", tree([("a", tree([("title", .text("Old")), ("sealed", .bool(true))]))]))
  ])

  @Test func `a written subtree is validated on the way, at its place and within`() throws {
    let rules = try permissions(Self.checked)
    let row = tree([("by", .text("ann"))])
    func allows(_ path: String, _ node: Node) -> Bool { writes(rules, [(path, node)]) }
    #expect(allows("rooms/a", tree([("title", .text("Fine"))])))
    #expect(!allows("rooms/a", tree([("title", .text("Much too long"))])))
    #expect(!allows("rooms/a", tree([("rows", tree([("1", row)]))])))
    #expect(!allows("rooms/a/rows/1", row))  // The room would have no title.
    let sound = tree([("title", .text("Fine")), ("rows", tree([("1", row), ("2", row)]))])
    let unsound = tree([
      ("title", .text("Fine")), ("rows", tree([("1", row), ("2", .bool(true))])),
    ])
    #expect(allows("rooms/a", sound) && !allows("rooms/a", unsound))
    #expect(allows("rooms", tree([("x", sound), ("y", sound)])))
    #expect(!allows("rooms", tree([("x", sound), ("y", unsound)])))
    #expect(!allows("", tree([("rooms", tree([("y", unsound)]))])))
    #expect(allows("elsewhere", .integer(1)))
    #expect(!allows("rooms/a", tree([("title", .text("Fine")), ("sealed", .integer(1))])))
  }

  @Test func `a delete is not validated where it leaves nothing`() throws {
    let rules = try permissions(Self.checked)
    #expect(writes(rules, [("rooms/a", .null)], into: room))
    #expect(writes(rules, [("", .null)], into: room))
    #expect(writes(rules, [("rooms/a/sealed", .null)], into: room))
    // The room stays, and without its title it is not what it must be.
    #expect(!writes(rules, [("rooms/a/title", .null)], into: room))
  }

  @Test func `validate looks at what is written, not at what lies beside it`() throws {
    let rules = try permissions(Self.checked)
    #expect(writes(rules, [("rooms/a/title", .text("New"))], into: room))
    #expect(!writes(rules, [("rooms/a/sealed", .bool(false))], into: room))
  }

  @Test func `each path of an update is judged against the tree after all of it`() throws {
    let rules = try permissions(
      """
      members: { $who: { .write: "auth.uid == $who" } }
      posts:
        $post:
          .write: "newData.parent().parent().child('members').hasChild(auth.uid)"
          .validate: "!root.child('members').hasChild(newData.child('by').val())"
      """)
    let member = ("members/ann", Node.bool(true))
    let post = ("posts/1", tree([("by", .text("ann"))]))
    #expect(!writes(rules, [post], by: "ann"))
    #expect(writes(rules, [member, post], by: "ann"))
    #expect(writes(rules, [post, member], by: "ann"))
    #expect(!writes(rules, [member, post], by: "bob"))
    // Before the update she was no member, and root is the tree before.
    #expect(!writes(rules, [post], into: tree([("members", tree([member]))]), by: "ann"))
    #expect(!writes(rules, [member, post, ("other", .bool(true))], by: "ann"))
  }

  @Test func `a priority is written at the place that carries it`() throws {
    let rules = try permissions(
      "rows: { $row: { .write: \"$row == 'a'\", .validate: \"newData.getPriority() != 3\" } }")
    let before = tree([("rows", tree([("a", .text("x")), ("b", .text("x"))]))])
    func put(_ row: String, _ priority: Node) -> Bool {
      let path = Path([Key("rows"), Key(row), .priority])
      var after = before
      after.set(priority, at: path)
      return rules.allowsWrite(
        of: [(path, priority)], auth: nil, now: .zero, before: before, after: after)
    }
    #expect(put("a", .number(2)) && !put("a", .number(3)) && !put("b", .number(2)))
  }

  @Test func `the example of the format does what it says`() throws {
    let rules = try permissions(
      """
      rooms:
        $room:
          .read: "auth != null"
          .write: "auth.uid == 'ann' || !data.exists()"
          $message: { .validate: "newData.hasChildren(['by', 'word']) && newData.child('word').val().length < 200" }
      """)
    let good = tree([("by", .text("bob")), ("word", .text("hi"))])
    let long = tree([
      ("by", .text("bob")), ("word", .text(String(repeating: "x", count: 200))),
    ])
    let lobby = tree([("rooms", tree([("lobby", tree([("0", good)]))]))])
    #expect(writes(rules, [("rooms/lobby/1", good)]))
    #expect(!writes(rules, [("rooms/lobby/1", good)], into: lobby))
    #expect(writes(rules, [("rooms/lobby/1", good)], into: lobby, by: "ann"))
    #expect(!writes(rules, [("rooms/lobby/1", long)], into: lobby, by: "ann"))
    #expect(writes(rules, [("rooms/lobby/0", .null)], into: lobby, by: "ann"))
    #expect(!reads(rules, "rooms/lobby"))
    let known = rules.allowsRead(
      at: Path("rooms/lobby"), auth: .init(uid: "x"), now: .zero, root: lobby)
    #expect(known)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `random trees of plain rules agree with a naive reading`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, "rules", of: "tree")
    var naive: [(pattern: [String], read: Bool, validate: Bool)] = []
    let lines = Self.lines(&chance, [], &naive)
    let rules = try permissions(lines)
    for _ in 0..<60 {
      let keys = (0..<Int(chance.below(4))).map { _ in ["a", "b", "c"][Int(chance.below(3))] }
      let path = keys.joined(separator: "/")
      let way = (0...keys.count).compactMap { Self.rule(Array(keys.prefix($0)), naive) }
      let granted = way.contains { $0.read }
      #expect(reads(rules, path) == granted, "\(path) in\n\(lines)")
      let valid = way.allSatisfy { $0.validate }
      #expect(writes(rules, [(path, .bool(true))]) == (granted && valid), "\(path) in\n\(lines)")
      #expect(writes(rules, [(path, .null)]) == granted, "\(path) in\n\(lines)")
    }
  }

  /// The rule at a place: a name counts before a wildcard at every step.
  private static func rule(
    _ keys: [String], _ all: [(pattern: [String], read: Bool, validate: Bool)]
  ) -> (pattern: [String], read: Bool, validate: Bool)? {
    var pattern: [String] = []
    for key in keys {
      if all.contains(where: { $0.pattern == pattern + [key] }) {
        pattern.append(key)
      } else {
        pattern.append("$v\(pattern.count)")
      }
    }
    return all.first { $0.pattern == pattern }
  }

  private static func lines(
    _ chance: inout RandomStream, _ pattern: [String],
    _ naive: inout [(pattern: [String], read: Bool, validate: Bool)]
  ) -> String {
    let (read, validate) = (chance.below(4) == 0, chance.below(5) != 0)
    naive.append((pattern, read, validate))
    let indent = String(repeating: " ", count: pattern.count)
    var text =
      "\(indent).read: \(read)\n\(indent).write: \(read)\n\(indent).validate: \(validate)\n"
    if pattern.count == 3 { return text }
    for name in ["a", "b", "$v\(pattern.count)"] where chance.below(2) == 0 {
      text += "\(indent)\(name):\n" + lines(&chance, pattern + [name], &naive)
    }
    return text
  }
}
