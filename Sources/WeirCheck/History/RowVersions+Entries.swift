// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

extension RowVersions {
  /// The versions of a row, from the oldest on.
  ///
  /// The first one lies in the row itself: most rows are written once and never again, and memory of its own costs more
  /// than what would be put there.
  package struct Entries: RandomAccessCollection, Sendable {
    /// The first version, if there is any.
    private var first = Entry(version: 0, stamp: 0, at: .zero, order: 0, client: 0, journey: 0)
    /// All versions but the first.
    private var later: [Entry] = []
    private var hasFirst = false

    /// No versions yet.
    init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { hasFirst ? later.count + 1 : 0 }

    package subscript(place: Int) -> Entry {
      @inline(__always) get { place == 0 && hasFirst ? first : later[place - 1] }
      @inline(__always) set {
        if place == 0, hasFirst { first = newValue } else { later[place - 1] = newValue }
      }
    }

    mutating func append(_ entry: Entry) {
      if hasFirst {
        later.append(entry)
      } else {
        first = entry
        hasFirst = true
      }
    }

    /// The version that shows this content: the first one from `start` on, else the last one before it.
    func find(_ stamp: UInt64, from start: Int) -> Int32? {
      let count = count
      var place = start
      while place < count {
        if self[place].stamp == stamp { return Int32(place) }
        place += 1
      }
      place = Swift.min(start, count) - 1
      while place >= 0 {
        if self[place].stamp == stamp { return Int32(place) }
        place -= 1
      }
      return nil
    }
  }
}
