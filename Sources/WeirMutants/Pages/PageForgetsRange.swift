// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Asks for a page without the range of the list.
///
/// StreamBaseKit, quirk Q3: the pager ignores the start and the end that the list was made with.
///
///     a to m by tens; page, page  // shows n to t, too
enum PageForgetsRange: StackHabits {
  static let mutant = Mutant(
    "page-forgets-range", of: "StreamBaseKit Q3", caughtBy: "contiguity",
    about: "A page goes past the end of the list's range.", Self.self)

  static func page(
    _ rows: Int, of source: PlainSource
  ) -> (anchored: Query?, beyond: Query) {
    var (anchored, beyond) = RightHabits.page(rows, of: source)
    if source.builder.isAscending { beyond.end = nil } else { beyond.start = nil }
    return (anchored, beyond)
  }
}
