// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A moment at which something is due, told from others of the same moment by a number.
struct DueTime: Comparable, Sendable {
  var moment: Instant
  var number: UInt64

  init(_ moment: Instant, _ number: UInt64) {
    self.moment = moment
    self.number = number
  }

  static func < (a: DueTime, b: DueTime) -> Bool {
    a.moment != b.moment ? a.moment < b.moment : a.number < b.number
  }
}
