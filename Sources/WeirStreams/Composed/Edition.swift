// SPDX-License-Identifier: Apache-2.0
import WeirClient
import WeirDiff
import WeirTree

/// The publications of a composed stream: what it has published, and what it has gathered since.
///
///     edition.touched.append(key)                       // this item may look different
///     edition.finish(edition.hasNews(in: steps()), into: &wishes)  // .publish, once, if it does
///     edition.publish(steps(), into: &update)           // the change set, and what is told with it
///
/// It wishes to publish once until it was published, and not at all where nothing would look different.
struct Edition: Sendable {
  /// The rows as they were last published.
  private(set) var shown: ShownRows
  /// The items that may look different since then, in the order in which that became known.
  var touched: [Key] = []
  /// The news that are told with the next publication.
  var news: [StackNews] = []
  /// `true` if the first publication of this life has happened.
  private(set) var isLoaded: Bool
  /// `true` if a publication was wished for that has not come yet.
  private var isAsked = false

  /// Makes an edition with nothing published, in `fixedSections` numbered sections, or in sections
  /// that come and go.
  init(order: StreamOrder, fixedSections: Int? = 1) {
    shown = ShownRows(isAscending: order.isAscending, fixedSections: fixedSections)
    isLoaded = false
  }

  /// Shows what sources had published before there was anybody to tell.
  mutating func take(over steps: [ShownRows.Step], isLoaded: Bool) {
    var changes = ChangeSet()
    shown.take(steps, into: &changes)
    touched.removeAll()
    self.isLoaded = isLoaded
  }

  /// Begins another life: the rows stay, and the next publication is the first.
  mutating func begin() {
    news.removeAll()
    isLoaded = false
    isAsked = false
  }

  /// `true` if a publication would tell anything, where these steps are what has become of all touched items.
  func hasNews(in steps: @autoclosure () -> [ShownRows.Step]) -> Bool {
    if isAsked || !isLoaded || !news.isEmpty { return true }
    return steps().contains(where: shown.isNews)
  }

  /// Wishes to publish if there are news, and forgets what was touched if there are none.
  mutating func finish(_ hasNews: Bool, into wishes: inout [StackWish]) {
    if isAsked { return }
    if hasNews {
      isAsked = true
      wishes.append(.publish)
    } else {
      touched.removeAll(keepingCapacity: true)
    }
  }

  /// Makes the steps of all touched items what is shown, and says so.
  mutating func publish(_ steps: [ShownRows.Step], into update: inout StackUpdate) {
    update.removeAll()
    update.isFirst = !isLoaded
    isLoaded = true
    isAsked = false
    update.news += news
    shown.take(steps, into: &update.changes)
    touched.removeAll(keepingCapacity: true)
    news.removeAll(keepingCapacity: true)
  }
}
