// SPDX-License-Identifier: GPL-3.0-or-later

// The names of Firebase's SDK for Apple platforms that the article "Streams in your app" uses, for that SDK does not exist
// for Linux. What is asked is kept as words, and the test says what is heard.

enum DataEventType { case childAdded, childRemoved, childChanged, childMoved, value }

struct DataSnapshot {
  let key: String
  var value: Any?
}

struct AccessDenied: Error {}

/// A database that remembers who observes it.
final class StandInDatabase {
  struct Observer {
    let words: String
    let type: DataEventType
    let hear: (DataSnapshot, String?) -> Void
    let lose: (any Error) -> Void
  }
  var observers: [UInt: Observer] = [:]
  var count: UInt = 0

  func tell(_ type: DataEventType, _ key: String, _ value: Any?, after previous: String?) {
    for handle in observers.keys.sorted() {
      guard let observer = observers[handle], observer.type == type else { continue }
      observer.hear(DataSnapshot(key: key, value: value), previous)
    }
  }

  func deny() {
    for handle in observers.keys.sorted() { observers[handle]?.lose(AccessDenied()) }
    observers = [:]
  }
}

class DatabaseQuery {
  let database: StandInDatabase
  let words: String

  init(_ database: StandInDatabase, _ words: String) {
    self.database = database
    self.words = words
  }

  private func with(_ more: String) -> DatabaseQuery { DatabaseQuery(database, words + more) }

  func queryOrderedByKey() -> DatabaseQuery { with(" by key") }
  func queryOrderedByValue() -> DatabaseQuery { with(" by value") }
  func queryOrderedByPriority() -> DatabaseQuery { with(" by priority") }
  func queryOrdered(byChild child: String) -> DatabaseQuery { with(" by child \(child)") }
  func queryLimited(toFirst count: UInt) -> DatabaseQuery { with(", first \(count)") }
  func queryLimited(toLast count: UInt) -> DatabaseQuery { with(", last \(count)") }
  func queryStarting(atValue value: Any?, childKey: String?) -> DatabaseQuery {
    with(", from \(value ?? "null") \(childKey ?? "-")")
  }
  func queryStarting(afterValue value: Any?, childKey: String?) -> DatabaseQuery {
    with(", after \(value ?? "null") \(childKey ?? "-")")
  }
  func queryEnding(atValue value: Any?, childKey: String?) -> DatabaseQuery {
    with(", to \(value ?? "null") \(childKey ?? "-")")
  }
  func queryEnding(beforeValue value: Any?, childKey: String?) -> DatabaseQuery {
    with(", before \(value ?? "null") \(childKey ?? "-")")
  }

  func observe(
    _ type: DataEventType,
    andPreviousSiblingKeyWith hear: @escaping (DataSnapshot, String?) -> Void,
    withCancel lose: ((any Error) -> Void)?
  ) -> UInt {
    database.count += 1
    database.observers[database.count] = .init(
      words: words, type: type, hear: hear, lose: lose ?? { _ in })
    return database.count
  }

  func removeObserver(withHandle handle: UInt) { database.observers[handle] = nil }
}

final class DatabaseReference: DatabaseQuery {
  func child(_ path: String) -> DatabaseReference {
    DatabaseReference(database, words + path)
  }
}
