// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirSources

/// A chain of all kinds of sources beside a model that works everything out again, on a random history.
///
///     three lists → inner container → mapped → filtered → outer container → sorted → sections
///
/// Each container is given other sources on the way, from outside or from within an observer. Readers come late and read
/// seldom, some of them by more than the journals keep.
final class SourceWorld {
  private var stream: RandomStream
  private var bases: [[Item]] = []
  private let lists: [ManualSource<Item>]
  private let inner: SourceContainer<Items>
  private let mapped: MappedSource<Item, Item>
  private let filtered: FilteredSource<Item>
  private let outer: SourceContainer<Items>
  private let sorted: SortedSource<Item>
  private let sections: SectionedSource<Int, Item>

  // The same, as the model knows it.
  private var innerList = 0
  /// The list that the outer container follows, or `nil` if it follows the filtered rows.
  private var outerList: Int?
  private var factor = 1
  private var threshold = 0
  private var naive: NaiveSorted
  private var modulus = 3
  private var isDescending = false

  private var readers: [(node: Int, cursor: SourceCursor<Items>, shadow: Shadow)] = []
  private var sectionReaders: [(SourceCursor<SectionedRows<Int, Item>>, SectionShadow)] = []
  private var observers: [SourceObserver<Items>] = []
  private var pushed: [Shadow] = []
  /// The number of exchanges and edits that observers may still make from within.
  private var reactions = 0
  private(set) var breach: String?

  init(seed: UInt64, isPushing: Bool) {
    stream = RandomStream(seed: seed, "source-world")
    for list in 0..<3 {
      var rows: [Item] = []
      for _ in 0..<stream.index(below: 8) {
        if let row = Self.freshItem(beside: rows, &stream) { rows.append(row) }
      }
      bases.append(list == 2 ? [] : rows)
    }
    lists = bases.map { ManualSource($0, keeping: 3) }
    inner = SourceContainer(lists[0])
    mapped = inner.mapped { Self.mapped($0, 1) }
    filtered = mapped.filtered { $0.rank >= 0 }
    outer = filtered.contained()
    sorted = outer.sorted { $0.rank < $1.rank }
    sections = sorted.sectioned { $0.group % 3 }
    naive = NaiveSorted { $0.rank < $1.rank }
    naive.pull(outer)
    for node in 0..<5 { addReader(node) }
    if isPushing { push() }
  }

  /// Does one thing at random and, now and then, lets readers read; returns the first breach.
  func step() -> String? {
    reactions = 2
    switch stream.index(below: 12) {
    case 0: swapInner(stream.index(below: 3))
    case 1: swapOuter(stream.index(below: 4))
    case 2: change()
    case 3 where readers.count < 12: addReader(stream.index(below: 5))
    case 4: failOrRecover()
    default: edit(stream.index(below: 3))
    }
    for reader in readers.indices where stream.index(below: 4) == 0 { read(reader) }
    if stream.index(below: 4) == 0 { readSections() }
    return breach
  }

  /// Lets every reader read, and returns the first breach.
  func end() -> String? {
    for reader in readers.indices { read(reader) }
    readSections()
    for (node, shadow) in pushed.enumerated() where shadow.rows != model(node) {
      note("observer of \(node) has \(shadow.rows) instead of \(model(node))")
    }
    return breach
  }
}

// MARK: The model

extension SourceWorld {
  private func model(_ node: Int) -> [Item] {
    let inner = bases[innerList]
    let mapped = inner.map { Self.mapped($0, factor) }
    let filtered = mapped.filter { $0.rank >= threshold }
    switch node {
    case 0: return inner
    case 1: return mapped
    case 2: return filtered
    case 3: return outerList.map { bases[$0] } ?? filtered
    default: return naive.rows
    }
  }

  private var modelSections: [[Item]] {
    var keys: [Int] = []
    for row in naive.rows where !keys.contains(row.group % modulus) {
      keys.append(row.group % modulus)
    }
    keys.sort { isDescending ? $0 > $1 : $0 < $1 }
    return keys.map { key in naive.rows.filter { $0.group % modulus == key } }
  }

  private static func mapped(_ item: Item, _ factor: Int) -> Item {
    var item = item
    item.rank *= factor
    item.look /= 2
    return item
  }

  private func node(_ index: Int) -> any DataSource<Items> {
    [inner, mapped, filtered, outer, sorted][index]
  }

  private func note(_ words: String) { if breach == nil { breach = words } }
}

// MARK: What happens

extension SourceWorld {
  private static func freshItem(beside rows: [Item], _ stream: inout RandomStream) -> Item? {
    let id = stream.index(below: 14)
    if rows.contains(where: { $0.id == id }) { return nil }
    return Item(
      id: id, look: stream.index(below: 4), rank: stream.index(below: 4),
      group: stream.index(below: 6))
  }

  private func edit(_ list: Int) {
    var rows = bases[list]
    let source = lists[list]
    switch stream.index(below: 7) {
    case 0, 1:
      guard let row = Self.freshItem(beside: rows, &stream) else { return }
      let index = stream.index(below: rows.count + 1)
      bases[list].insert(row, at: index)
      source.insert(row, at: index)
    case 2 where !rows.isEmpty:
      let index = stream.index(below: rows.count)
      bases[list].remove(at: index)
      source.remove(at: index)
    case 3 where !rows.isEmpty:
      let index = stream.index(below: rows.count)
      bases[list][index] = changed(rows[index])
      source.replace(at: index, with: bases[list][index])
    case 4 where rows.count > 1:
      let (origin, target) = (stream.index(below: rows.count), stream.index(below: rows.count))
      bases[list].insert(bases[list].remove(at: origin), at: target)
      source.move(from: origin, to: target)
    default:
      mix(&rows)
      bases[list] = rows
      if stream.index(below: 2) == 0 {
        source.replaceAll(with: rows)
      } else {
        source.edit { draft in
          while draft.count > 0 { draft.remove(at: draft.count - 1) }
          for row in rows { draft.append(row) }
        }
      }
    }
  }

  /// Deletes, changes, moves and inserts some rows.
  private func mix(_ rows: inout [Item]) {
    rows.removeAll { _ in stream.index(below: 4) == 0 }
    for index in rows.indices where stream.index(below: 3) == 0 {
      rows[index] = changed(rows[index])
    }
    for _ in 0..<stream.index(below: 3) where rows.count > 1 {
      let row = rows.remove(at: stream.index(below: rows.count))
      rows.insert(row, at: stream.index(below: rows.count + 1))
    }
    for _ in 0..<stream.index(below: 3) {
      if let row = Self.freshItem(beside: rows, &stream) {
        rows.insert(row, at: stream.index(below: rows.count + 1))
      }
    }
  }

  private func changed(_ item: Item) -> Item {
    var item = item
    switch stream.index(below: 3) {
    case 0: item.look = stream.index(below: 4)
    case 1: item.rank = stream.index(below: 4)
    default: item.group = stream.index(below: 6)
    }
    return item
  }

  private func swapInner(_ list: Int) {
    innerList = list
    inner.swap(to: lists[list])
  }

  private func swapOuter(_ choice: Int) {
    outerList = choice == 3 ? nil : choice
    outer.swap(to: outerList.map { lists[$0] } ?? filtered)
  }

  /// Gives a derived source another parameter.
  private func change() {
    let number = stream.index(below: 4)
    switch stream.index(below: 5) {
    case 0:
      factor = number - 1
      mapped.setTransform { [factor] in Self.mapped($0, factor) }
    case 1:
      threshold = number - 1
      filtered.setCondition { [threshold] in $0.rank >= threshold }
    case 2:
      let isBefore: (Item, Item) -> Bool =
        switch number {
        case 0: { $0.rank < $1.rank }
        case 1: { $0.rank > $1.rank }
        case 2: { $0.id % 4 < $1.id % 4 }
        default: { $0.look < $1.look }
        }
      naive.pull(outer)
      naive.setOrder(isBefore)
      sorted.setOrder(isBefore)
    case 3:
      modulus = number + 1
      naive.pull(outer)
      sections.setKey { [modulus] in $0.group % modulus }
    default:
      isDescending.toggle()
      naive.pull(outer)
      sections.setSectionOrder { [isDescending] in isDescending ? $0 > $1 : $0 < $1 }
    }
  }

  private func failOrRecover() {
    let list = lists[stream.index(below: 3)]
    if list.snapshot.state == .live { list.fail(SourceFailure("lost")) } else { list.recover() }
  }
}

// MARK: Readers

extension SourceWorld {
  private func addReader(_ node: Int) {
    readers.append((node, SourceCursor(), Shadow()))
    if sectionReaders.count < 3 { sectionReaders.append((SourceCursor(), SectionShadow())) }
  }

  private func read(_ index: Int) {
    let number = readers[index].node
    // The model of a sorted list looks at the same versions at the same time.
    if number == 4 { naive.pull(outer) }
    let source = node(number)
    if stream.index(below: 4) == 0 {
      for event in readers[index].cursor.all(in: source) {
        readers[index].shadow.isUnique = false
        readers[index].shadow.take(event).map { note("\(number): \($0)") }
        readers[index].shadow.isUnique = true
      }
    } else {
      while let event = readers[index].cursor.next(in: source) {
        readers[index].shadow.take(event).map { note("\(number): \($0)") }
      }
    }
    if readers[index].shadow.rows != model(number) {
      note("\(number) shows \(readers[index].shadow.rows) instead of \(model(number))")
    }
  }

  private func readSections() {
    naive.pull(outer)
    for index in sectionReaders.indices {
      while let event = sectionReaders[index].0.next(in: sections) {
        sectionReaders[index].1.take(event).map { note("sections: \($0)") }
      }
      if sectionReaders[index].1.sections != modelSections {
        note("sections are \(sectionReaders[index].1.sections) instead of \(modelSections)")
      }
    }
  }

  /// Has every node observed, by somebody who may exchange and edit from within.
  private func push() {
    let watch = outer.observe { [unowned self] _ in naive.pull(outer) }
    observers.append(watch)
    for number in 0..<5 {
      pushed.append(Shadow())
      var depth = 0
      let observer = node(number).observe { [unowned self] event in
        depth += 1
        if depth > 1 { note("an event within an event") }
        pushed[number].take(event).map { note("observer of \(number): \($0)") }
        if reactions > 0, stream.index(below: 8) == 0 {
          reactions -= 1
          switch stream.index(below: 3) {
          case 0: swapInner(stream.index(below: 3))
          case 1: swapOuter(stream.index(below: 4))
          default: edit(stream.index(below: 3))
          }
        }
        depth -= 1
      }
      observers.append(observer)
    }
  }
}
