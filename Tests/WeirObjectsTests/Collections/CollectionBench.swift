// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirObjects
import WeirTree

/// A live view over a tree that others write to, with what was told of each of its listens.
struct ViewBench<Item: CollectionItem> {
  var view: LiveView<Item>
  var wishes: [CollectionWish] = []
  var listens: [(tag: UInt32, query: Query, told: Node?)] = []
  var reads: [(tag: UInt32, query: Query)] = []
  /// The rows, as whoever applies each change has them.
  var shadow: [CollectionRow<Item>] = []
  var news: [String] = []

  init(_ view: LiveView<Item>) { self.view = view }

  mutating func take() {
    for wish in wishes {
      switch wish {
      case .listen(let tag, let place, let query):
        #expect(place == view.place)
        listens.append((tag, query, nil))
      case .unlisten(let tag):
        #expect(listens.contains { $0.tag == tag })
        listens.removeAll { $0.tag == tag }
      case .initial:
        shadow = Array(view.rows)
        news.append("initial")
      case .changed(let changes):
        #expect(!changes.isEmpty && changes == diff(from: shadow, to: Array(view.rows)))
        shadow = changes.applied(to: shadow, contents: Array(view.rows))
        news.append("changed \(changes)")
      case .read(let tag, let place, let query):
        #expect(place == view.place)
        reads.append((tag, query))
      case .loaded(let refusal): news.append("loaded" + (refusal.map { ": \($0)" } ?? ""))
      case .notExtended: news.append("not extended")
      case .lost: news.append("lost")
      }
    }
    wishes = []
  }

  /// The children of the view's place that a listen has.
  func window(_ query: Query, _ tree: Node) -> Node {
    let children = Array(tree[view.place].children)
    return Node(children[query.ranks(of: children.count)].map { ($0.key, $0.value) })
  }

  /// Answers the oldest reading.
  mutating func answerRead(_ tree: Node, _ refusal: Message.Refusal? = nil) {
    let (tag, query) = reads.removeFirst()
    let found: Result<Node, ReadRefusal> =
      refusal.map { .failure(ReadRefusal($0)) } ?? .success(window(query, tree))
    view.take(found, of: tag, into: &wishes)
    take()
  }

  /// Tells one listen what there is, in one batch.
  mutating func tell(_ place: Int, _ tree: Node) {
    let (tag, query, told) = listens[place]
    let now = window(query, tree)
    listens[place].told = now
    for (key, _) in (told ?? .null).children where now[key].isNull {
      view.hear(DataEvent(.removed, key, .null), from: tag, into: &wishes)
    }
    for (key, child) in now.children where told?[key] != child {
      let isNew = told.map { $0[key].isNull } ?? true
      view.hear(DataEvent(isNew ? .added : .changed, key, child), from: tag, into: &wishes)
    }
    view.hear(.value, from: tag, into: &wishes)
    take()
  }

  /// Tells all listens, those too that begin meanwhile.
  mutating func tellAll(_ tree: Node) {
    take()
    while let place = listens.firstIndex(where: { $0.told != window($0.query, tree) }) {
      tell(place, tree)
    }
  }

  /// Returns the rows that a listen's children are, in the order of the view.
  func rows(of node: Node) -> [CollectionRow<Item>] {
    let rows = node.children.compactMap { key, child in
      (try? Item(stored: child)).map { CollectionRow(key: key, item: $0) }
    }
    return view.order == .newestFirst ? rows.reversed() : rows
  }
}

extension ChangeSet {
  /// Carries the changes out as a list view does, with new contents from the new rows.
  func applied<Row>(to old: [Row], contents new: [Row]) -> [Row] {
    let gone = Set(deletes + moves.map(\.from))
    var rows = old.indices.filter { !gone.contains(Place(Int32($0))) }.map { old[$0] }
    let coming =
      (inserts.map { ($0, new[Int($0.row)]) } + moves.map { ($0.to, old[Int($0.from.row)]) })
      .sorted { $0.0 < $1.0 }
    for (place, row) in coming { rows.insert(row, at: Int(place.row)) }
    for update in updates { rows[Int(update.new.row)] = new[Int(update.new.row)] }
    return rows
  }
}
