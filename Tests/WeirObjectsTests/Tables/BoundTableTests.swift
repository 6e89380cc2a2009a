// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirLists
import WeirObjects
import WeirTestSupport
import WeirTree

@Suite struct BoundTableTests {
  private var table = BoundTable<TableDay>()
  private var bench = TableBench<TableDay>()

  private mutating func show(_ days: [TableDay]) -> [String] {
    table.show(days, into: &bench.wishes)
    return bench.take()
  }

  private mutating func display(_ section: Int32, _ row: Int32) throws -> TableCell {
    let cell = try table.display(Place(section: section, row: row), into: &bench.wishes)
    bench.take()
    return cell
  }

  private var ids: [[Int]] { table.rows.map { $0.map(\.id) } }

  @Test mutating func `the first rows are loaded anew, the next ones come as a batch`() {
    #expect(show([TableDay("mon", [1, 2])]) == ["reload"])
    #expect(show([TableDay("mon", [1, 2, 3])]) == ["inserts [2]"])
    #expect(show([TableDay("mon", [1, 2, 3])]) == [])
    #expect(bench.view.sections.map { $0.map(\.id) } == [[1, 2, 3]])
  }

  @Test mutating func `a cell observes while it is displayed, and goes along with its row`() throws
  {
    _ = show([TableDay("mon", [1, 2])])
    let cell = try display(0, 1)
    #expect(bench.bound.values.map(\.id) == [2])
    _ = show([TableDay("mon", [7, 1, 2])])
    #expect(table.place(of: cell) == Place(section: 0, row: 2))
    #expect(table.row(of: cell)?.id == 2)
    var days = [TableDay("mon", [7, 1, 2])]
    days[0].rows[2].text = "new"
    #expect(show(days).contains("refresh 2"))
    #expect(table.row(of: cell)?.text == "new")
    table.endDisplaying(cell, into: &bench.wishes)
    #expect(bench.take() == ["unbind"])
    #expect(bench.observers == 0)
    // News for it are late now, and a view that ends a display twice does no harm.
    #expect(table.row(of: cell) == nil)
    table.endDisplaying(cell, into: &bench.wishes)
    #expect(bench.take() == [])
  }

  @Test mutating func `a row that is gone is observed until its cell has left the screen`() throws {
    _ = show([TableDay("mon", [1, 2])])
    let cell = try display(0, 0)
    #expect(show([TableDay("mon", [2])]) == ["deletes [0]"])
    #expect(table.place(of: cell) == nil)
    #expect(bench.observers == 1)
    table.endDisplaying(cell, into: &bench.wishes)
    bench.take()
    #expect(bench.observers == 0)
  }

  @Test mutating func `what stands above a section is observed and refreshed as rows are`() throws {
    _ = show([TableDay("mon", title: "Monday", [1])])
    let cell = try table.displayHeader(of: 0, into: &bench.wishes)
    #expect(bench.take() == ["bind header mon"])
    #expect(
      show([TableDay("sun", [9]), TableDay("mon", title: "Mo", [1])]).last == "refresh header mon")
    #expect(table.section(of: cell)?.title == "Mo")
    #expect(show([TableDay("mon", title: "Mo", [1])]) == ["sections: deletes [0]"])
    #expect(table.row(of: cell) == nil)
    table.refreshAll(into: &bench.wishes)
    #expect(bench.take() == ["refresh header mon"])
    #expect(throws: TableFault.noSection(2)) {
      try table.displayHeader(of: 2, into: &bench.wishes)
    }
    #expect(throws: TableFault.noRow(Place(section: 1, row: 1))) {
      try table.display(Place(section: 1, row: 1), into: &bench.wishes)
    }
  }

  @Test mutating func `a table that is loaded anew, or leaves the screen, observes nothing`() throws
  {
    _ = show([TableDay("mon", [1, 2])])
    _ = try display(0, 0)
    table.reload([TableDay("mon", [1])], into: &bench.wishes)
    #expect(bench.take() == ["unbind", "reload"])
    _ = try display(0, 0)
    table.leave(into: &bench.wishes)
    #expect(bench.take() == ["unbind"])
    // A call of the view that comes late binds nothing.
    #expect(throws: TableFault.notShown) { try table.display(0, into: &bench.wishes) }
    #expect(throws: TableFault.notShown) { try table.displayHeader(of: 0, into: &bench.wishes) }
    #expect(bench.take() == [])
    #expect(show([TableDay("mon", [3])]) == ["reload"])
  }

  @Test mutating func `too many changes at once are a reload`() throws {
    table = BoundTable(reloadOver: 2)
    _ = show([TableDay("mon", [1])])
    _ = try display(0, 0)
    #expect(show([TableDay("mon", [1, 2, 3, 4])]) == ["unbind", "reload"])
    #expect(show([TableDay("mon", [1, 2])]) == ["deletes [2, 3]"])
  }

  @Test mutating func `a row that was swiped away stays away, and its echo changes nothing`() throws
  {
    _ = show([TableDay("mon", [1, 2, 3])])
    #expect(try table.remove(at: 1, into: &bench.wishes).id == 2)
    #expect(bench.take() == ["deletes [1]"])
    // News that came before the removal was done.
    #expect(show([TableDay("mon", [1, 2, 3, 4])]) == ["inserts [2]"])
    #expect(table.unsettled == [2])
    #expect(show([TableDay("mon", [1, 3, 4])]) == [])
    #expect(table.unsettled == [])
    // Somebody else has written it again.
    #expect(show([TableDay("mon", [1, 2, 3, 4])]) == ["inserts [1]"])
  }

  @Test mutating func `a removal that is turned away brings the row back`() throws {
    _ = show([TableDay("mon", [1, 2])])
    _ = try table.remove(at: 0, into: &bench.wishes)
    bench.take()
    table.settle(1, into: &bench.wishes)
    #expect(bench.take() == ["inserts [0]"])
    table.settle(1, into: &bench.wishes)
    #expect(bench.take() == [])
    #expect(throws: TableFault.noRow(5)) { try table.remove(at: 5, into: &bench.wishes) }
  }

  @Test mutating func `a row that was dragged lies where it was let go until the source says so`()
    throws
  {
    _ = show([TableDay("mon", [1, 2, 3]), TableDay("tue", [4, 5])])
    // The view has moved it by itself.
    _ = try table.move(from: 0, to: Place(section: 1, row: 1))
    #expect(ids == [[2, 3], [4, 1, 5]])
    bench.view.reloadData(sections: table.rows)
    #expect(
      show([TableDay("mon", [1, 2, 3]), TableDay("tue", [9, 4, 5])])
        == ["inserts [0 of section 1]"])
    #expect(ids == [[2, 3], [9, 4, 1, 5]])
    #expect(show([TableDay("mon", [2, 3]), TableDay("tue", [9, 4, 1, 5])]) == [])
    #expect(table.unsettled == [])
    _ = try table.move(from: Place(section: 1, row: 3), to: 0)
    #expect(ids == [[5, 2, 3], [9, 4, 1]])
    bench.view.reloadData(sections: table.rows)
    table.settle(5, into: &bench.wishes)
    #expect(bench.take().count == 1)
    #expect(ids == [[2, 3], [9, 4, 1, 5]])
    #expect(throws: TableFault.noSection(2)) {
      try table.move(from: 0, to: Place(section: 2, row: 0))
    }
    #expect(throws: TableFault.noRow(2)) { try table.move(from: 0, to: 2) }
  }

  @Test mutating func `a list without sections is a table of one`() throws {
    var list = BoundTable<OnlySection<CollectionRow<Word>>>(style: .staged)
    var screen = TableBench<OnlySection<CollectionRow<Word>>>()
    var asked: [CollectionWish] = []
    var view = Word.view(into: &asked)
    list.show(view.rows, into: &screen.wishes)
    #expect(screen.take() == ["reload"])
    _ = try list.display(1, into: &screen.wishes)
    view.hear(DataEvent(.changed, Key("b"), .text("deux")), from: 1, into: &asked)
    view.hear(.value, from: 1, into: &asked)
    list.show(view.rows, into: &screen.wishes)
    #expect(screen.take() == ["bind b", "updates [1 → 1]", "refresh b"])
  }

  @Test func `the lines of the article do what they say`() throws {
    var asked: [CollectionWish] = []
    let view = Word.view(into: &asked)
    var wishes: [TableWish<OnlySection<CollectionRow<Word>>>] = []
    var table = BoundTable<OnlySection<CollectionRow<Word>>>()
    table.show(view.rows, into: &wishes)
    let cell = try table.display(0, into: &wishes)
    let gone = try table.remove(at: 1, into: &wishes)
    table.show(view.rows, into: &wishes)
    table.settle(gone.key, into: &wishes)
    table.endDisplaying(cell, into: &wishes)
    var screen = TableBench<OnlySection<CollectionRow<Word>>>()
    screen.wishes = wishes
    #expect(screen.take() == ["reload", "bind a", "deletes [1]", "inserts [1]", "unbind"])
  }

  @Test(arguments: fewerInDebug(0..<240))
  func `through any history the view takes every batch and nothing is observed unseen`(
    seed: UInt64
  ) throws {
    var play = TablePlay(seed)
    for _ in 0..<60 { try play.step() }
    try play.end()
  }
}

/// A word in a collection.
struct Word: CollectionItem {
  var word: String
  init(stored node: Node) throws(CodingFault) { word = try Coding.text.value(in: node) }

  /// A view of two words.
  static func view(into wishes: inout [CollectionWish]) -> LiveView<Word> {
    var view = LiveView<Word>(at: Path("words"), .oldestFirst)
    view.observe(into: &wishes)
    for (key, word) in [("a", "one"), ("b", "two")] {
      view.hear(DataEvent(.added, Key(key), .text(word)), from: 1, into: &wishes)
    }
    view.hear(.value, from: 1, into: &wishes)
    return view
  }
}

/// A history of a table, beside lists of numbers that are worked out anew.
private struct TablePlay {
  private var table: BoundTable<TableDay>
  private var bench = TableBench<TableDay>()
  private var chance: RandomStream
  private var days: [TableDay] = []
  private var isShown = false
  /// The rows that were removed, or dragged below another one, in that order.
  private var deeds: [(id: Int, to: String?, below: Int?)] = []
  private var cells: [(cell: TableCell, id: Int)] = []

  init(_ seed: UInt64) {
    chance = RandomStream(seed: seed, "table")
    let styles = PlanStyle.allCases
    table = BoundTable(
      style: styles[chance.index(below: styles.count)],
      reloadOver: chance.index(below: 3) == 0 ? 3 : .max)
  }

  /// The rows that are to be seen.
  private var wanted: [(day: String, rows: [Int])] {
    var lists = days.map { (day: $0.id, rows: $0.rows.map(\.id)) }
    for deed in deeds {
      guard lists.contains(where: { $0.rows.contains(deed.id) }) else { continue }
      if let to = deed.to, !lists.contains(where: { $0.day == to }) { continue }
      for index in lists.indices { lists[index].rows.removeAll { $0 == deed.id } }
      guard let to = deed.to, let day = lists.firstIndex(where: { $0.day == to }) else { continue }
      let above = lists[day].rows.prefix { $0 != deed.below }.count
      let isThere = above < lists[day].rows.count
      lists[day].rows.insert(deed.id, at: isThere ? above + 1 : 0)
    }
    return lists
  }

  private mutating func change() {
    switch chance.index(below: 4) {
    case 0 where days.count < 4:
      let free = ["a", "b", "c", "d"].filter { name in !days.contains { $0.id == name } }
      days.insert(
        TableDay(free[chance.index(below: free.count)], []),
        at: chance.index(below: days.count + 1))
    case 1 where days.count > 1: days.remove(at: chance.index(below: days.count))
    case 2 where days.count > 1: days.swapAt(0, days.count - 1)
    default:
      guard !days.isEmpty else { return }
      let day = chance.index(below: days.count)
      let free = (0..<12).filter { id in !days.contains { $0.rows.contains { $0.id == id } } }
      if let id = free.first, chance.index(below: 3) > 0 {
        days[day].rows.insert(
          TableRow(id: id), at: chance.index(below: days[day].rows.count + 1))
      } else if !days[day].rows.isEmpty {
        let row = chance.index(below: days[day].rows.count)
        if chance.index(below: 2) == 0 {
          days[day].rows[row].text += "!"
        } else {
          let taken = days[day].rows.remove(at: row)
          let other = chance.index(below: days.count)
          days[other].rows.insert(taken, at: chance.index(below: days[other].rows.count + 1))
        }
      }
    }
    if !days.isEmpty, chance.index(below: 5) == 0 { days[0].title += "!" }
  }

  /// The source has changed: what it says by itself is no deed any more.
  private mutating func show() {
    deeds.removeAll { deed in
      guard let day = days.first(where: { $0.rows.contains { $0.id == deed.id } }) else {
        return true
      }
      let ids = day.rows.map(\.id)
      guard deed.to == day.id, let place = ids.firstIndex(of: deed.id) else { return false }
      return (place == 0 ? nil : ids[place - 1]) == deed.below
    }
    table.show(days, into: &bench.wishes)
    isShown = true
  }

  mutating func step() throws {
    let rows = table.rows
    switch chance.index(below: 10) {
    case 0...4:
      for _ in 0...chance.index(below: 4) { change() }
      show()
    case 5 where isShown:
      guard let place = place(among: rows) else { return }
      cells.append(
        (
          try table.display(place, into: &bench.wishes),
          rows[Int(place.section)][Int(place.row)].id
        ))
    case 6 where !cells.isEmpty:
      let cell = cells.remove(at: chance.index(below: cells.count)).cell
      table.endDisplaying(cell, into: &bench.wishes)
    case 7 where isShown:
      guard let place = place(among: rows) else { return }
      let id = try table.remove(at: place, into: &bench.wishes).id
      deeds.removeAll { $0.id == id }
      deeds.append((id, nil, nil))
    case 8 where isShown:
      guard let place = place(among: rows) else { return }
      let id = rows[Int(place.section)][Int(place.row)].id
      let section = chance.index(below: rows.count)
      var others = rows[section].map(\.id)
      others.removeAll { $0 == id }
      let row = chance.index(below: others.count + 1)
      _ = try table.move(from: place, to: Place(section: Int32(section), row: Int32(row)))
      deeds.removeAll { $0.id == id }
      deeds.append((id, wanted[section].day, row == 0 ? nil : others[row - 1]))
      bench.view.reloadData(sections: table.rows)
      bench.view.layOut()
    case 9 where !deeds.isEmpty:
      let id = deeds.remove(at: chance.index(below: deeds.count)).id
      table.settle(id, into: &bench.wishes)
    default: return
    }
    let isReloaded = bench.take().contains("reload")
    if isReloaded { cells = [] }
    check()
  }

  private mutating func place(among rows: [[TableRow]]) -> Place? {
    let all = rows.enumerated().flatMap { section, rows in
      rows.indices.map { Place(section: Int32(section), row: Int32($0)) }
    }
    return all.isEmpty ? nil : all[chance.index(below: all.count)]
  }

  private func check() {
    if !isShown { return }
    #expect(table.rows.map { $0.map(\.id) } == wanted.map(\.rows))
    #expect(bench.view.sections == table.rows)
    #expect(table.unsettled == deeds.map(\.id))
    #expect(bench.observers == cells.count)
    for (cell, id) in cells {
      #expect(bench.bound[cell]?.id == id)
      let place = table.place(of: cell)
      #expect((place != nil) == wanted.contains { $0.rows.contains(id) })
      if let place {
        // A cell shows what its row says now.
        #expect(bench.view.sections[Int(place.section)][Int(place.row)] == bench.bound[cell])
      }
    }
  }

  mutating func end() throws {
    for (cell, _) in cells { table.endDisplaying(cell, into: &bench.wishes) }
    bench.take()
    #expect(bench.observers == 0)
    for id in table.unsettled { table.settle(id, into: &bench.wishes) }
    bench.take()
    if isShown { #expect(table.rows == days.map(\.rows)) }
  }
}
