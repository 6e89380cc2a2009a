// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirRun
import WeirTrace
import WeirTree

/// Publications that clients share, against publications that each of them makes alone.
@Suite struct SharedPublicationsTests {
  /// A few rows of one section, or of two.
  private static func rows(_ chance: inout RandomStream) -> [[Row]] {
    (0..<(chance.index(below: 8) == 0 ? 2 : 1)).map { _ in
      ["a", "b", "c"].filter { _ in chance.index(below: 2) == 0 }.map {
        Row(key: Key($0), stamp: UInt64(chance.index(below: 2)))
      }
    }
  }

  /// An update that says some change, right or wrong.
  private static func update(_ chance: inout RandomStream) -> StackUpdate {
    var update = StackUpdate()
    if chance.index(below: 2) == 0 { update.changes.inserts = [Place(0)] }
    if chance.index(below: 4) == 0 { update.changes.deletes = [Place(0), Place(1)] }
    if chance.index(below: 4) == 0 { update.changes.updates = [.init(old: 0, new: 1)] }
    if chance.index(below: 8) == 0 { update.changes.moves = [.init(from: 0, to: 1)] }
    if chance.index(below: 8) == 0 { update.changes.sections.inserts = [1] }
    if chance.index(below: 8) == 0 { update.reloads = [Place(0)] }
    if chance.index(below: 8) == 0 { update.news = [.loaded(nil)] }
    update.isFirst = chance.index(below: 8) == 0
    update.isProvisional = chance.index(below: 8) == 0
    return update
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `publications of one number say the same after the same rows`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "shared publications")
    var table = SharedPublications(clients: 4)
    var shown = Array(repeating: (number: UInt32(0), sections: [[Row]]()), count: 4)
    // Only looked up in.
    var made: [UInt32: (publication: Publication, old: [[Row]])] = [:]
    var rows: [UInt32: [[Row]]] = [:]
    // Only looked up in.
    var lastSaid: [UInt32: (sections: [[Row]], update: StackUpdate)] = [:]
    // Only looked up in.
    var said: [UInt32: [(sections: [[Row]], update: StackUpdate)]] = [:]
    var (shares, hints) = (0, 0)
    for _ in 0..<3000 {
      let client = chance.index(below: shown.count)
      let old = shown[client]
      var (sections, update) = (Self.rows(&chance), Self.update(&chance))
      if let last = lastSaid[old.number], chance.index(below: 2) == 0 { (sections, update) = last }
      lastSaid[old.number] = (sections, update)
      if let known = table.precedents(after: old.number).rows(after: update.changes) {
        hints += 1
        // Somebody came from the same rows to those by the same changes.
        #expect(
          said[old.number, default: []].contains {
            $0.sections == [known] && $0.update.changes == update.changes
          })
      }
      said[old.number, default: []].append((sections, update))
      let publication = table.publication(of: update, sections, after: old.number)
      let identity = publication.identity
      #expect(publication.sections == sections && publication.digest == rowsDigest(sections))
      #expect(publication.changes == update.changes && publication.reloads == update.reloads)
      #expect(
        publication.isFirst == update.isFirst && publication.hasNews == !update.news.isEmpty
          && publication.isProvisional == update.isProvisional)
      #expect(identity.old == old.number)
      #expect(identity.number != 0 || old.number == 0)
      #expect(rows[identity.new] ?? sections == sections)
      rows[identity.new] = sections
      if let known = made[identity.number] {
        shares += 1
        #expect(known.publication === publication && known.old == old.sections)
      } else if identity.number != 0 {
        made[identity.number] = (publication, old.sections)
      }
      shown[client] = (identity.new, sections)
    }
    #expect(shares > 50 && hints > 50)
    #expect(table.precedents(after: 0).rows(after: ChangeSet()) == nil)
  }
}
