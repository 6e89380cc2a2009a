// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// A list that is not published as soon as it wishes it, and hears more until then.
struct LateApp {
  var list = ListStream(QueryBuilder(Path("list")), batching: .none)
  private(set) var rows: [[Row]] = []
  private(set) var changes = ChangeSet()

  init() {
    var wishes: [StackWish] = []
    list.open(at: .zero, into: &wishes)
    list.receive(.value, from: 0, at: .zero, into: &wishes)
    publish()
  }

  /// Hears of new children, each in a batch of its own.
  mutating func hear(_ keys: [String]) {
    for key in keys { hear(.added, key, 1) }
  }

  /// Hears one event of a child, and the end of its batch.
  mutating func hear(_ kind: DataEvent.Kind, _ key: String, _ number: Int64) {
    var wishes: [StackWish] = []
    let event = DataEvent(kind, Key(key), .integer(number))
    list.receive(event, from: 0, at: .zero, into: &wishes)
    list.receive(.value, from: 0, at: .zero, into: &wishes)
  }

  mutating func publish() {
    var update = StackUpdate()
    list.publish(into: &update, rows: &rows)
    changes = update.changes
  }

  var keys: [String] { rows[0].map(\.key.description) }
}
