// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

/// A record of each journey, in pages that are given back when they were left alone for long.
///
///     var pages = JourneyPages(blank: 0, for: .seconds(600))
///     pages.change(7, at: .zero) { $0 += 1 }        // the first touch makes the page
///     pages[7]                                      // 1
///     pages.sweep(at: hourLater) { _, count in count > 1 }
///     pages[7]                                      // 0: it was old, and nobody asked to keep it
///
/// A page goes when nothing touched any of its journeys for the span that is given. What `sweep` is told to keep
/// then moves to a place of its own until it is told otherwise, so that one journey that goes on for days does not hold the
/// page of those that began beside it.
///
/// - Complexity: O(1) to look a record up, O(log *k*) for one of *k* that were kept. A sweep looks at the pages that
///   are left, and at those that were kept once they are twice as many as at the last look.
@frozen
public struct JourneyPages<Record: Sendable>: Sendable {
  /// The number of journeys on a page.
  @inlinable static var size: Int { 256 }

  @usableFromInline let blank: Record
  @usableFromInline let span: Interval
  /// By number: the pages; empty where there is none any more, or none yet.
  @usableFromInline var pages: [[Record]] = []
  /// By number: when a page was touched last.
  @usableFromInline var touchedAt: [Instant] = []
  /// The numbers of the pages that are there.
  @usableFromInline var there: [Int] = []
  /// The records of pages that are gone.
  @usableFromInline var kept = SortedMap<UInt32, Record>()
  /// By number: `true` once a page was given back, for there is no way back.
  @usableFromInline var gone: [Bool] = []
  @usableFromInline var keptAtLastLook = 0
  @usableFromInline var hasNewPage = false

  /// `true` if a page was made since the last sweep: only then a sweep finds anything to do.
  @inlinable
  public var isDue: Bool { hasNewPage }

  /// Makes pages on which every record is `blank`; each is remembered for `span` after the last touch at least.
  @inlinable
  public init(blank: Record, for span: Interval) {
    (self.blank, self.span) = (blank, span)
  }

  /// The number of records for which there is memory.
  @inlinable
  public var room: Int { there.count * Self.size + kept.count }

  /// The record of a journey, blank if nothing is known of it.
  @inlinable
  public subscript(journey: UInt32) -> Record {
    let page = Int(journey) / Self.size
    guard page < pages.count else { return blank }
    if !pages[page].isEmpty { return pages[page][Int(journey) % Self.size] }
    return kept.isEmpty ? blank : kept[journey] ?? blank
  }

  /// Changes the record of a journey, which is touched at this moment.
  ///
  /// To lend the record out would take memory for each loan.
  @inlinable
  @inline(__always)
  public mutating func change(
    _ journey: UInt32, at now: Instant, _ change: (inout Record) -> Void
  ) {
    let page = Int(journey) / Self.size
    if page >= pages.count || pages[page].isEmpty { makeWay(to: page, at: now) }
    if gone[page] {
      var late = kept[journey] ?? blank
      change(&late)
      kept.set(late, for: journey)
    } else {
      touchedAt[page] = now
      change(&pages[page][Int(journey) % Self.size])
    }
  }

  /// Changes the record of a journey without a touch: it is no reason to remember its neighbours for longer.
  @inlinable
  public mutating func change(_ journey: UInt32, _ change: (inout Record) -> Void) {
    let page = Int(journey) / Self.size
    guard page < pages.count else { return }
    if !pages[page].isEmpty {
      change(&pages[page][Int(journey) % Self.size])
    } else if var record = kept[journey] {
      change(&record)
      kept.set(record, for: journey)
    }
  }

  /// `true` if the page of a journey was given back.
  @inlinable
  public func isGone(_ journey: UInt32) -> Bool {
    let page = Int(journey) / Self.size
    return page < gone.count && gone[page]
  }

  @inlinable
  mutating func makeWay(to page: Int, at now: Instant) {
    while pages.count <= page {
      pages.append([])
      touchedAt.append(.zero)
      gone.append(false)
    }
    guard pages[page].isEmpty, !gone[page] else { return }
    pages[page] = Array(repeating: blank, count: Self.size)
    touchedAt[page] = now
    there.append(page)
    hasNewPage = true
  }

  /// Gives back the pages that nothing has touched for long, and forgets the records that need not be kept.
  @inlinable
  public mutating func sweep(at now: Instant, keeping isNeeded: (UInt32, Record) -> Bool) {
    hasNewPage = false
    var rest: [Int] = []
    for page in there {
      guard touchedAt[page] + span <= now else {
        rest.append(page)
        continue
      }
      for (place, record) in pages[page].enumerated() {
        let journey = UInt32(page * Self.size + place)
        if isNeeded(journey, record) { kept.set(record, for: journey) }
      }
      (pages[page], gone[page]) = ([], true)
    }
    there = rest
    guard kept.count > 2 * keptAtLastLook + Self.size else { return }
    var needed = SortedMap<UInt32, Record>()
    for (journey, record) in kept where isNeeded(journey, record) {
      needed.set(record, for: journey)
    }
    kept = needed
    keptAtLastLook = kept.count
  }
}
