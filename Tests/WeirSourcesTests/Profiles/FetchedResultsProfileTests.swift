// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirLists
import WeirSources

@Suite struct FetchedResultsProfileTests {
  /// Returns what a view says to one save in a style.
  private func fault(
    _ old: [Day], _ new: [Day], _ faults: Set<FetchedResultsProfile<Day>.Fault>,
    _ style: AdapterStyle
  ) -> ListViewRule? {
    var results = FetchedResultsProfile<Day>(faults: faults)
    _ = results.save(old)
    var view = StrictListView<Item>(sections: [])
    _ = view.take(results.performFetch(), style)
    let fault = results.save(new).flatMap { view.take($0, style) }
    #expect(view.sections == new.map(\.rows))
    return fault?.rule
  }

  private func day(_ id: Int, _ rows: [Item]) -> Day { Day(sectionID: id, rows: rows) }

  @Test func `nothing is told before the fetch, and then every save by itself`() {
    var results = FetchedResultsProfile<Day>()
    #expect(results.save([day(1, items(1))]) == nil)
    let first = results.performFetch()
    #expect(first.kind == .initial && first.content == [items(1)])
    #expect(results.save([day(1, items(1))]) == nil)
    #expect(results.save([day(1, items(1, 2))])?.inserts == [1])
    #expect(results.save([day(1, items(1, 2)), day(2, items(3))])?.sectionInserts == [1])
    #expect(results.save([day(2, items(3))])?.sectionDeletes == [0])
  }

  @Test func `a move implies a modification, of which nothing is said`() {
    var results = FetchedResultsProfile<Day>()
    _ = results.save([day(1, items(1, 2, 3))])
    _ = results.performFetch()
    let delivery = results.save([day(1, [Item(id: 3, look: 1), Item(id: 1, look: 1), Item(id: 2)])])
    #expect(delivery?.moves == [.init(from: 2, to: 0)])
    #expect(delivery?.modifiedOld == [0] && delivery?.modifiedNew == [1])
  }

  @Test func `an app that moves cells without refreshing them shows stale ones`() {
    let old = [day(1, items(1, 2, 3))]
    let new = [day(1, [Item(id: 3, look: 1), Item(id: 1), Item(id: 2)])]
    #expect(fault(old, new, [], .literal) == .staleCell)
    #expect(fault(old, new, [], .careful) == nil)
  }

  @Test func `a move in place leaves literal apps with a stale cell`() {
    let (old, new) = ([day(1, items(1, 2))], [day(1, [Item(id: 1), Item(id: 2, look: 1)])])
    #expect(fault(old, new, [], .literal) == nil)
    #expect(fault(old, new, [.moveInPlace], .literal) == .staleCell)
    #expect(fault(old, new, [.moveInPlace], .careful) == nil)
  }

  @Test func `a swap told as a move and an update of one place crashes literal apps`() {
    let (old, new) = ([day(1, items(1, 2))], [day(1, items(2, 1))])
    #expect(fault(old, new, [], .literal) == nil)
    #expect(fault(old, new, [.swapAsMoveAndUpdate], .literal) == .reloadOntoMove)
    #expect(fault(old, new, [.swapAsMoveAndUpdate], .careful) == nil)
    // Only neighbours are taken for a swap, and only where nothing else happens.
    let far = [day(1, items(3, 1, 2))]
    #expect(fault([day(1, items(1, 2, 3))], far, [.swapAsMoveAndUpdate], .literal) == nil)
  }

  @Test func `a row that leaves a section of one as a move crashes literal apps`() {
    let old = [day(1, items(1)), day(2, items(2))]
    let new = [day(2, items(1, 2))]
    #expect(fault(old, new, [], .literal) == nil)
    #expect(fault(old, new, [.moveAcrossReplacedSections], .literal) == .moveOutOfDeletedSection)
    #expect(fault(old, new, [.moveAcrossReplacedSections], .careful) == nil)
  }

  @Test func `a row that founds a section as a move crashes literal apps`() {
    let old = [day(2, items(1, 2))]
    let new = [day(1, items(1)), day(2, items(2))]
    #expect(fault(old, new, [], .literal) == nil)
    #expect(fault(old, new, [.moveAcrossReplacedSections], .literal) == .moveIntoInsertedSection)
    #expect(fault(old, new, [.moveAcrossReplacedSections], .careful) == nil)
  }

  @Test func `modifications taken for new places reload what is not there`() {
    let (old, new) = ([day(1, items(1))], [day(1, [Item(id: 2), Item(id: 1, look: 1)])])
    #expect(fault(old, new, [], .reloadsNewPlaces) == .deleteOutOfBounds)
    #expect(fault(old, new, [], .literal) == nil)
  }
}
