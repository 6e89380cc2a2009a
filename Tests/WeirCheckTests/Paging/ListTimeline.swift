// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The list of a server over virtual time.
///
///     var timeline = ListTimeline(["a", "b"].map(Key.init), at: .zero)
///     timeline.insert(Key("c"), at: 0, on: now)
///     timeline.keys(at: now)  // c, a, b
///
/// Of several changes of one instant, the last one counts from this instant on.
///
/// - Complexity: each change keeps a list of its own.
struct ListTimeline: Sendable {
  /// The list from an instant on.
  struct Version: Sendable {
    var start: Instant
    var keys: [Key]
  }

  private(set) var versions: [Version]

  /// Makes a timeline of a list that nothing changes yet.
  init(_ keys: [Key] = [], at start: Instant = .zero) {
    versions = [Version(start: start, keys: keys)]
  }

  /// The list after the last change.
  var latest: [Key] { versions[versions.count - 1].keys }

  /// Takes note of the list that a change left.
  mutating func become(_ keys: [Key], on instant: Instant) {
    let last = versions[versions.count - 1]
    invariant(instant >= last.start, "a list of \(instant) comes after one of \(last.start)")
    if instant == last.start { versions.removeLast() }
    versions.append(Version(start: instant, keys: keys))
  }

  /// Takes note of a row that came in at an index.
  mutating func insert(_ key: Key, at index: Int, on instant: Instant) {
    var keys = latest
    keys.insert(key, at: index)
    become(keys, on: instant)
  }

  /// Takes note of a row that went.
  mutating func remove(_ key: Key, on instant: Instant) {
    become(latest.filter { $0 != key }, on: instant)
  }

  /// Takes note of a row that moved to an index, counted without it.
  mutating func move(_ key: Key, to index: Int, on instant: Instant) {
    var keys = latest.filter { $0 != key }
    keys.insert(key, at: index)
    become(keys, on: instant)
  }

  /// Returns the list at an instant; before the first one known, that one.
  func keys(at instant: Instant) -> [Key] { versions[index(at: instant)].keys }

  /// Returns the number of the list that counts at an instant.
  func index(at instant: Instant) -> Int {
    max(0, versions.count { $0.start <= instant } - 1)
  }
}
