// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirTrace
package import WeirTree

/// Every version of every row, in the order in which the server committed them.
///
/// Rows and versions have numbers, so that whoever remembers one of them remembers a word. A row can be forgotten with all
/// its versions; its number then stands for no row, and its key gets a new one if it comes again. Who remembers a number asks
/// ``knows(_:)``, unless something keeps the row from being forgotten.
package struct RowVersions: Sendable {
  /// A version of a row, by their numbers.
  package struct Spot: Hashable, Sendable {
    package var row: Int32
    package var entry: Int32

    /// No version of any row.
    package static let none = Spot(row: -1, entry: -1)
    /// `true` if it is a version of a row.
    package var isSome: Bool { row >= 0 }
  }

  /// A version of a row.
  package struct Entry: Sendable {
    /// The version of the tree.
    var version: UInt64
    /// 0: the row is gone.
    var stamp: UInt64
    var at: Instant
    /// The number of the step among all that were seen.
    var order: Int
    var client: UInt32
    var journey: UInt32
    /// The version that the same client had committed to the same list before.
    package var prior = Spot.none
    /// The newest version of any row that the client had seen when it wrote this.
    var read = Spot.none
    /// The version of this row that the client had seen then.
    var basis: Int32 = -1
    /// The number of the commit that changed several rows, or -1.
    var group: Int32 = -1
  }

  /// A row with its versions.
  package struct Row: Sendable {
    var list: UInt32
    /// A number of its own that lies beside those of other rows of the list.
    var home: Int32
    var key: Key
    var entries = Entries()
    /// `true` if the same content was committed more than once.
    var repeats = false
    /// `true` if a server counted in it.
    var isCounted = false
  }

  /// A commit that changed several rows at once.
  package struct Group: Sendable {
    var version: UInt64
    package var spots: [Spot]
  }

  private(set) var rows = RowTable()
  package private(set) var groups: [Group] = []
  /// By list: the home of the last row that it got; homes are given to lists in blocks.
  private var lastHomes: [Int32] = []
  private var homeBlocks: Int32 = 0
  private static let block = Int32(NumberPages.size)
  /// By list and key: the number of a row.
  private var numbers = NumberIndex()
  /// By a mixture of row and stamp, of rows with many versions: whether it was there.
  private var contents = NumberMap()
  /// By list: the homes of rows that are forgotten.
  private var freeHomes: [[Int32]] = []
  /// The most versions of a row that are looked through for one content.
  private static let most = 32
  /// By list and client: the last commit.
  private var last = NumberMap()
  private var lastSpot = Spot.none

  /// The number of versions there are.
  private(set) var count = 0

  /// Makes versions of no row yet.
  package init() {}

  /// The number of a row that was entered, or nil.
  package func number(of key: Key, in list: UInt32) -> Int32? {
    numbers.find(Self.hash(of: key, in: list)) {
      rows[Int($0)].key == key && rows[Int($0)].list == list
    }
  }

  /// The number of a row, which is given one if it has none.
  package mutating func enter(_ key: Key, in list: UInt32) -> Int32 {
    if let number = number(of: key, in: list) { return number }
    let number = Int32(rows.count)
    numbers.add(number, under: Self.hash(of: key, in: list))
    let home = makeHome(in: list)
    rows.append(Row(list: list, home: home, key: key))
    return number
  }

  /// The next home of a list, which has blocks of its own, each as long as a page of neighbours.
  private mutating func makeHome(in list: UInt32) -> Int32 {
    while lastHomes.count <= Int(list) {
      lastHomes.append(-1)
      freeHomes.append([])
    }
    if let home = freeHomes[Int(list)].popLast() { return home }
    var home = lastHomes[Int(list)] + 1
    if home % Self.block == 0 {
      home = homeBlocks * Self.block
      homeBlocks += 1
    }
    lastHomes[Int(list)] = home
    return home
  }

  /// The home of a row.
  package func home(of row: Int32) -> Int32 { rows[Int(row)].home }

  private static func hash(of key: Key, in list: UInt32) -> UInt64 {
    key.hash64 ^ UInt64(list) << 40
  }

  /// A version, by its numbers.
  package func entry(_ spot: Spot) -> Entry { rows[Int(spot.row)].entries[Int(spot.entry)] }

  /// Takes in a commit.
  package mutating func commit(
    _ step: Step, order: Int, read: Spot, basis: Int32
  ) -> Spot {
    let row = enter(step.key, in: step.list)
    let spot = Spot(row: row, entry: Int32(rows[Int(row)].entries.count))
    var entry = Entry(
      version: step.y, stamp: step.x, at: step.at, order: order, client: step.client,
      journey: step.journey)
    (entry.read, entry.basis) = (read, basis)
    if !rows[Int(row)].repeats { noteContent(step.x, of: row) }
    if step.client != Step.nobody {
      let writer = UInt64(step.list) << 32 | UInt64(step.client)
      if let word = last[writer] {
        entry.prior = Spot(row: Int32(word >> 32), entry: Int32(word & 0xFFFF_FFFF))
      }
      last.set(UInt64(row) << 32 | UInt64(spot.entry), for: writer)
    }
    if step.y != 0, lastSpot.isSome, self.entry(lastSpot).version == step.y {
      entry.group = join(step.y)
    }
    rows[Int(row)].entries.append(entry)
    if entry.group >= 0 { groups[Int(entry.group)].spots.append(spot) }
    lastSpot = spot
    count += 1
    return spot
  }

  /// Notes that a row gets a content, and whether it has had it before.
  private mutating func noteContent(_ stamp: UInt64, of row: Int32) {
    let count = rows[Int(row)].entries.count
    if count < Self.most {
      rows[Int(row)].repeats = rows[Int(row)].entries.contains { $0.stamp == stamp }
      return
    }
    if count == Self.most {
      for entry in rows[Int(row)].entries { contents.set(1, for: Self.content(entry.stamp, row)) }
    }
    let content = Self.content(stamp, row)
    if contents[content] != nil { rows[Int(row)].repeats = true }
    contents.set(1, for: content)
  }

  private static func content(_ stamp: UInt64, _ row: Int32) -> UInt64 {
    min(
      stamp ^ UInt64(row).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93).low, NumberMap.free - 1)
  }

  /// `true` if a row of this number was entered, and is not forgotten.
  func knows(_ row: Int32) -> Bool { rows.contains(row) }

  /// The server counts in a row, which is remembered for ever from then on.
  mutating func count(_ key: Key, in list: UInt32) {
    let row = enter(key, in: list)
    rows[Int(row)].isCounted = true
  }

  /// `true` if a row is gone for this long, or was never there.
  func isGone(_ row: Int32, since now: Instant, for span: Interval) -> Bool {
    if rows[Int(row)].isCounted { return false }
    guard let last = rows[Int(row)].entries.last else { return true }
    return last.stamp == 0 && last.at + span <= now
  }

  /// `true` if a row can be forgotten: it is not the last one of which anything was committed.
  func canForget(_ row: Int32) -> Bool { row != lastSpot.row }

  /// Forgets a row with all its versions.
  mutating func forget(_ row: Int32) {
    let old = rows[Int(row)]
    numbers.remove(row, under: Self.hash(of: old.key, in: old.list))
    freeHomes[Int(old.list)].append(old.home)
    if old.entries.count >= Self.most {
      for entry in old.entries { contents.remove(Self.content(entry.stamp, row)) }
    }
    count -= old.entries.count
    rows.remove(Int(row))
    for entry in old.entries where entry.group >= 0 {
      let spots = groups[Int(entry.group)].spots
      if !spots.contains(where: { rows.contains($0.row) }) { groups[Int(entry.group)].spots = [] }
    }
  }

  /// The group of the last commit, which another row of the same commit joins.
  private mutating func join(_ version: UInt64) -> Int32 {
    let last = entry(lastSpot)
    if last.group >= 0 { return last.group }
    groups.append(Group(version: version, spots: [lastSpot]))
    let group = Int32(groups.count - 1)
    rows[Int(lastSpot.row)].entries[Int(lastSpot.entry)].group = group
    return group
  }

  /// `true` if a version has the content of this one or of a later one, so that who shows it may show that.
  ///
  /// Whoever hears of two changes at once that undo each other is told of neither.
  func isAlike(_ version: Int32, since spot: Spot) -> Bool {
    let stamp = rows[Int(spot.row)].entries[Int(version)].stamp
    return rows[Int(spot.row)].entries[Int(spot.entry)...].contains { $0.stamp == stamp }
  }

  /// `true` if a client has committed to a row after one of its versions.
  func hasCommit(of client: UInt32, to row: Int32, after version: Int32) -> Bool {
    rows[Int(row)].entries[(Int(version) + 1)...].contains {
      $0.client == client && $0.journey != 0
    }
  }

  /// The version that shows this content: the first one from `start` on, else the last one before it.
  ///
  /// With no `start` it is the last one, or the first one if contents repeat themselves.
  package func find(_ stamp: UInt64, of row: Int32, from start: Int32) -> Int32? {
    if start >= 0 { return rows[Int(row)].entries.find(stamp, from: Int(start)) }
    let repeats = rows[Int(row)].repeats
    return rows[Int(row)].entries.find(stamp, from: repeats ? 0 : Int.max)
  }
}
