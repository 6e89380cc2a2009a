// SPDX-License-Identifier: GPL-3.0-or-later

/// Measured lengths of time, in the order in which they were measured.
///
/// All of them are kept, because quantiles are exact: four bytes for a length below four seconds, and twelve for a longer one.
package struct Samples: Sendable {
  /// The lengths in nanoseconds, in pages; ``tooLong`` in the place of a longer one.
  private var pages: [[UInt32]] = []
  /// The lengths that need more than four bytes, in their order.
  private var longOnes: [Int64] = []
  /// The number of lengths.
  package private(set) var count = 0
  /// The stage of the load that each belongs to; empty while all belong to the first.
  package private(set) var stages: [UInt16] = []
  /// The group of clients that each belongs to; empty while all belong to the first.
  package private(set) var groups: [UInt16] = []

  private static let tooLong = UInt32.max
  private static let size = 1 << 14

  /// No samples.
  package init() {}

  /// Takes in a length.
  package mutating func add(_ nanoseconds: Int64, stage: UInt16, group: UInt16 = 0) {
    Self.note(stage, in: &stages, before: count)
    Self.note(group, in: &groups, before: count)
    if count % Self.size == 0 { pages.append([]) }
    if let short = UInt32(exactly: nanoseconds), short != Self.tooLong {
      pages[pages.count - 1].append(short)
    } else {
      pages[pages.count - 1].append(Self.tooLong)
      longOnes.append(nanoseconds)
    }
    count += 1
  }

  /// Appends a number to a list that is left empty as long as all numbers are 0.
  private static func note(_ number: UInt16, in list: inout [UInt16], before count: Int) {
    if number != 0, list.isEmpty { list = Array(repeating: 0, count: count) }
    if number != 0 || !list.isEmpty { list.append(number) }
  }

  /// The length at a place; `long` is the number of long ones before it, and then with it.
  @inline(__always)
  func length(at place: Int, _ long: inout Int) -> Int64 {
    let short = pages[place / Self.size][place % Self.size]
    guard short == Self.tooLong else { return Int64(short) }
    defer { long += 1 }
    return longOnes[long]
  }

  /// All lengths, in nanoseconds.
  package var all: Part { Part(samples: self) }

  /// The lengths that belong to a stage.
  package func part(ofStage stage: UInt16) -> Part {
    Part(samples: self, numbers: stages, number: stage)
  }

  /// The lengths that belong to a group of clients.
  package func part(ofGroup group: UInt16) -> Part {
    Part(samples: self, numbers: groups, number: group)
  }
}
