// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirSources

/// A row for tests: who it is, what it shows, and what it is sorted and grouped by.
struct Item: ListRow, Hashable, Sendable, CustomStringConvertible {
  var id: Int
  var look = 0
  var rank = 0
  var group = 0
  var rowID: Int { id }
  func showsTheSame(as other: Item) -> Bool { self == other }
  var description: String { "\(id):\(look),\(rank),\(group)" }
}

/// The flat content of sources of items.
typealias Items = SharedList<Item>

/// Items with these ids that look alike.
func items(_ ids: Int...) -> [Item] { ids.map { Item(id: $0) } }

/// Items with these ids and ranks.
func ranked(_ pairs: (Int, Int)...) -> [Item] { pairs.map { Item(id: $0.0, rank: $0.1) } }

/// Items with these ids and groups.
func grouped(_ pairs: (Int, Int)...) -> [Item] { pairs.map { Item(id: $0.0, group: $0.1) } }

extension DataSource where Content == Items {
  /// The ids of the rows, in order.
  var ids: [Int] { content.rows.map(\.id) }
}

/// A reader that keeps every event.
final class Listener<Content: SourceContent> {
  private(set) var events: [SourceEvent<Content>] = []
  private var observer: SourceObserver<Content>?
  /// The act that follows an event, after it was noted.
  var reaction: (SourceEvent<Content>) -> Void = { _ in }

  init(_ source: any DataSource<Content>, initial: InitialPolicy = .send) {
    observer = SourceObserver(source, initial: initial) { [unowned self] event in
      events.append(event)
      reaction(event)
    }
  }

  /// The kinds of the events: `i`nitial, `c`hanged, `r`estarted, `f`ailed, re`C`overed.
  var kinds: String {
    events.map { event in
      switch event {
      case .initial: "i"
      case .changed: "c"
      case .restarted: "r"
      case .failed: "f"
      case .recovered: "C"
      }
    }.joined()
  }

  /// The changes that were heard of.
  var changes: [ChangeSet] { events.compactMap(\.changes) }

  func cancel() { observer?.cancel() }
}
