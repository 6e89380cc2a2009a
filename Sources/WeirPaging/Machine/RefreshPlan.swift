// SPDX-License-Identifier: Apache-2.0

/// A refresh under way, or one that failed and may go on.
struct RefreshPlan<Row: Sendable>: Sendable {
  /// The key of the next page to load.
  var key: PageKey
  var size: Int
  var isBackward = false
  /// `true` if somebody goes to another place of the list, so that the rows that were visible are left behind.
  var isJump = false
  /// The number of pages that are still to come.
  var pagesLeft = 1
  /// The pages that have come, when there will be more than one.
  var collected: [(request: PageRequest, answer: PageAnswer<Row>)] = []
  /// The number of rows of the whole list, as the last of these pages said it.
  var total: Int?
  /// The pages before the first one of this plan, for APIs that do not say what comes before a page.
  var before: [PageMark] = []
}
