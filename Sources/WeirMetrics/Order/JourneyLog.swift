// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// The progress of each journey on its way to the server: when it was meant, sent, taken up and committed.
///
/// Only the last 65,536 journeys are kept, so that a long run needs no more memory than a short one; what is
/// asked of an older one has no answer.
struct JourneyLog: Sendable {
  /// One journey.
  struct Entry: Sendable {
    var number: UInt32
    var client: UInt32
    var meant: Instant
    /// The moment at which its first message was sent that arrived.
    var begun: Instant?
    /// The moment at which the request that was committed was sent, and when it arrived.
    var sent = Instant.zero
    var arrived = Instant.zero
    var taken = Instant.zero
    var isTaken = false
    /// The version of the tree that it made, 0 for none yet.
    var version: UInt64 = 0
  }

  private static let most: UInt32 = 1 << 16
  private var entries: [Entry] = []

  /// Somebody meant to do something.
  mutating func mean(_ step: Step) {
    let entry = Entry(number: step.journey, client: step.client, meant: step.at)
    // Journeys are counted from 1.
    let place = Int((max(step.journey, 1) - 1) % Self.most)
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
  }

  /// A request arrived at the backend; what comes again while it is in work does not count.
  mutating func arrive(_ step: Step) {
    guard let place = place(of: step.journey), !entries[place].isTaken else { return }
    entries[place].sent = Instant(nanoseconds: Int64(bitPattern: step.x))
    if entries[place].begun == nil { entries[place].begun = entries[place].sent }
    entries[place].arrived = step.at
  }

  /// The backend took a request up.
  mutating func take(_ step: Step) {
    guard let place = place(of: step.journey), !entries[place].isTaken else { return }
    entries[place].isTaken = true
    entries[place].taken = step.at
  }

  /// The backend turned a request away, or served it without a commit, as it does with what a transaction reads first
  /// and with a run of it that met newer data: whoever sends something again on this journey begins anew.
  mutating func pass(_ step: Step) {
    guard let place = place(of: step.journey), entries[place].version == 0 else { return }
    entries[place].isTaken = false
  }

  /// A request was committed.
  mutating func commit(_ step: Step) {
    guard let place = place(of: step.journey) else { return }
    entries[place].version = step.y
  }

  /// A journey, if it is not forgotten.
  subscript(number: UInt32) -> Entry? { place(of: number).map { entries[$0] } }

  private func place(of number: UInt32) -> Int? {
    guard number != 0 else { return nil }
    let place = Int((number - 1) % Self.most)
    return place < entries.count && entries[place].number == number ? place : nil
  }
}
