// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

@Suite struct DiffTests {
  @Test func `equal lists differ in nothing`() {
    #expect(diff(from: letters("abc"), to: letters("abc")).isEmpty)
    #expect(diff(from: letters(""), to: letters("")).isEmpty)
  }

  @Test func `a window that slides loses its head and gains a tail, and nothing moves`() {
    #expect(
      diff(from: letters("abcdefgh"), to: letters("bcdefghi"))
        == ChangeSet(deletes: [0], inserts: [7]))
  }

  @Test func `the example of the change set is what the diff says`() {
    #expect(
      diff(from: letters("abc"), to: letters("cad"))
        == ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)]))
  }

  @Test func `of two rows that swap, the one that ends up behind stays`() {
    #expect(
      diff(from: letters("ab"), to: letters("ba")) == ChangeSet(moves: [.init(from: 1, to: 0)]))
  }

  @Test func `one row that goes far is one move`() {
    let old = letters("abcdefghijklmnopqrstuvwxyz")
    #expect(
      diff(from: old, to: letters("zabcdefghijklmnopqrstuvwxy"))
        == ChangeSet(moves: [.init(from: 25, to: 0)]))
    #expect(
      diff(from: old, to: letters("bcdefghijklmnopqrstuvwxyza"))
        == ChangeSet(moves: [.init(from: 0, to: 25)]))
  }

  @Test func `a row that moves and changes is in both arrays`() {
    var new = letters("cab")
    new[0].look = 1
    #expect(
      diff(from: letters("abc"), to: new)
        == ChangeSet(moves: [.init(from: 2, to: 0)], updates: [.init(old: 2, new: 0)]))
  }

  @Test func `changes at the common start, in the middle and at the common end are found in order`()
  {
    var new = letters("abxde")
    new[0].look = 1
    new[3].look = 1
    #expect(
      diff(from: letters("abcde"), to: new)
        == ChangeSet(
          deletes: [2], inserts: [2],
          updates: [.init(old: 0, new: 0), .init(old: 3, new: 3)]))
  }

  @Test func `twins pair from the start and the end inwards, then in order`() {
    #expect(
      diff(from: letters("aba"), to: letters("ca")) == ChangeSet(deletes: [0, 1], inserts: [0]))
    #expect(diff(from: letters("aab"), to: letters("ab")) == ChangeSet(deletes: [1]))
    #expect(
      diff(from: letters("xaay"), to: letters("yaax"))
        == ChangeSet(moves: [.init(from: 3, to: 0), .init(from: 0, to: 3)]))
  }

  @Test func `twins that the walk meets stay a pair, however little else it meets`() {
    // The "b" that comes first in the new list is not the old one, which still follows "a".
    #expect(
      diff(from: letters("abxyz"), to: letters("babuvw"))
        == ChangeSet(deletes: [2, 3, 4], inserts: [0, 3, 4, 5]))
  }

  @Test func `of two gaps as long, the walk goes past the one with fewer old rows`() {
    // Fifteen rows of each list are passed and three more of one of them: those of the new list, with the first "cd".
    let (gone, come) = (letters("ABCDEFGHIJKLMNO"), letters("PQRSTUVWXYZ0123"))
    let changes = diff(
      from: gone + letters("abecdf"), to: come + letters("cd4abcd5"))
    #expect(changes.moves.isEmpty)
    #expect(changes.deletes == (0..<15).map { Place($0) } + [17, 20])
    #expect(changes.inserts == (0..<18).map { Place($0) } + [22])
  }

  @Test(arguments: triedLists)
  func `obeys the law for all pairs of short lists over four ids`(old: [Letter]) {
    // The names of the ids decide nothing, so that one old list of each pattern stands for all.
    var workspace = DiffWorkspace()
    var changes = ChangeSet()
    var breaches: [String] = []
    for new in allLists(of: 4, upTo: longestOfAll) {
      diff(from: old, to: new, into: &changes, workspace: &workspace)
      if let breach = breach(from: old, to: new, changes) { breaches.append("\(new): \(breach)") }
    }
    #expect(breaches.prefix(3).isEmpty)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `obeys the law on any lists, with twins, changes and moves`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "diff")
    var workspace = DiffWorkspace()
    var changes = ChangeSet()
    for _ in 0..<roundsOfLaws {
      let old = randomList(&stream)
      let new = edited(old, &stream)
      diff(from: old, to: new, into: &changes, workspace: &workspace)
      #expect(breach(from: old, to: new, changes) == nil, "\(old) → \(new)")
      #expect(diff(from: old, to: new) == changes, "a used workspace gives another result")
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `the hash of an id decides nothing`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "hash")
    for _ in 0..<40 {
      let old = randomList(&stream)
      let new = edited(old, &stream)
      let crowded = diff(from: old.map(Crowded.init), to: new.map(Crowded.init))
      #expect(diff(from: old, to: new) == crowded)
      #expect(diff(from: old.map(Named.init), to: new.map(Named.init)) == crowded)
      #expect(diff(from: old.map(Cornered.init), to: new.map(Cornered.init)) == crowded)
    }
  }
}

/// The length of the lists of which all pairs are tried.
#if DEBUG
  private let longestOfAll = 4
#else
  private let longestOfAll = 6
#endif

/// A row whose ids all have one hash.
private struct Crowded: ListRow {
  var letter: Letter
  var rowID: Int { letter.id }
  func showsTheSame(as other: Crowded) -> Bool { letter.look == other.letter.look }
  static func hashOf(_ id: Int) -> UInt64 { 7 }
}

/// A row whose id has the least hash or the greatest: the ends of the table are full.
private struct Cornered: ListRow {
  var letter: Letter
  var rowID: Int { letter.id }
  func showsTheSame(as other: Cornered) -> Bool { letter.look == other.letter.look }
  static func hashOf(_ id: Int) -> UInt64 { id % 2 == 0 ? 0 : .max }
}

/// A row with a text for an id, hashed as every process pleases.
private struct Named: ListRow {
  var letter: Letter
  var rowID: String { "\(letter.id)" }
  func showsTheSame(as other: Named) -> Bool { letter.look == other.letter.look }
}

/// All lists of at most `count` rows over `ids` ids; what a row shows depends on its place.
private func allLists(of ids: Int, upTo count: Int) -> [[Letter]] {
  var all: [[Letter]] = [[]]
  var last = all
  for length in 1...count {
    last = last.flatMap { list in (0..<ids).map { list + [Letter(id: $0, look: length % 2)] } }
    all += last
  }
  return all
}

/// The old lists that are tried with all new ones: one of each pattern, or those of the part that `WEIR_SHORT_LISTS` names: the
/// second of four by "1 4".
private let triedLists: [[Letter]] = {
  let all = allLists(of: 4, upTo: longestOfAll).filter(isFirstOfItsPattern)
  let wanted = ProcessInfo.processInfo.environment["WEIR_SHORT_LISTS"] ?? ""
  let words = wanted.split(separator: " ").compactMap { Int($0) }
  guard words.count == 2, words[1] > 0 else { return all }
  return all.enumerated().filter { $0.offset % words[1] == words[0] }.map(\.element)
}()

/// `true` if new ids appear in the order of the numbers.
private func isFirstOfItsPattern(_ list: [Letter]) -> Bool {
  var known = 0
  for row in list {
    if row.id > known { return false }
    known = max(known, row.id + 1)
  }
  return true
}

private func randomList(_ stream: inout RandomStream) -> [Letter] {
  let count = stream.index(below: 70)
  let ids = stream.index(below: 3) == 0 ? 1 + stream.index(below: 30) : 0
  var list = (0..<count).map {
    Letter(id: ids == 0 ? $0 : stream.index(below: ids), look: stream.index(below: 2))
  }
  if stream.index(below: 2) == 0 { stream.shuffle(&list) }
  return list
}

/// A list that a few edits, or many, make of `old`.
private func edited(_ old: [Letter], _ stream: inout RandomStream) -> [Letter] {
  var list = old
  for _ in 0..<[0, 1, 3, 10, 60][stream.index(below: 5)] {
    let place = stream.index(below: list.count + 1)
    switch stream.index(below: 4) {
    case 0: list.insert(Letter(id: stream.index(below: 100)), at: place)
    case 1 where place < list.count: list.remove(at: place)
    case 2 where place < list.count:
      let row = list.remove(at: place)
      list.insert(row, at: stream.index(below: list.count + 1))
    case 3 where place < list.count: list[place].look ^= 1
    default: continue
    }
  }
  if stream.index(below: 10) == 0 { stream.shuffle(&list) }
  return list
}
