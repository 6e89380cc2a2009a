// SPDX-License-Identifier: GPL-3.0-or-later
import WeirKit

/// The paging adapter of FirebaseUI for Android: a list that loads further pages when somebody scrolls to its end.
///
/// Issues 1949 and 2011: a page is read once. People edited or removed a row further down, and the list went on showing it as it was. Here the
/// phone goes on listening to the page and nobody looks at what comes, for what a list has loaded is judged by what it listens to.
final class AndroidPages: CallbackList {
  private let phone: CallbackPhone
  private let isMended: Bool
  /// The rows that the listens brought, by the listen: the window, and the page that was loaded last.
  private var window: [Key: Row] = [:]
  private var page: [Key: Row] = [:]
  private var pageLimit = 0
  private var listens: [Callback] = []
  private var isLoading = false

  init(_ phone: CallbackPhone, mended: Bool) {
    self.phone = phone
    isMended = mended
  }

  func open() {
    (window, page, pageLimit, listens, isLoading) = ([:], [:], 0, [], false)
    listens = [
      phone.listen { batch in
        Self.take(batch, into: &self.window)
        self.phone.show(self.rows)
      }
    ]
  }

  /// The rows of the window and the page, the newest first; a row behind a full one only says that there are more.
  private var rows: [Row] {
    let all = window.merging(page) { $1 }.sorted { $1.key < $0.key }.map(\.value)
    let isFull =
      pageLimit > 0
      ? page.count > pageLimit : window.count > phone.screen.sources[0].limit ?? .max
    return isFull ? all.dropLast() : all
  }

  func loadPage(of count: Int, end: @escaping (PageEnd) -> Void) {
    let old = rows
    if isLoading { return end(.failed(.busy)) }
    guard let last = old.last else { return end(.loaded(new: 0, hasMore: false)) }
    isLoading = true
    // All that is shown becomes a range that nothing is pushed out of, and the page lies behind it.
    let above = Query(.key, from: Query.Bound(last.key))
    let below = Query(
      .key, to: Query.Bound(last.key, isExclusive: true), limit: .last(count + 1))
    var (newWindow, newPage): ([Key: Row], [Key: Row]) = ([:], [:])
    var (isWindowThere, isPageThere, hasEnded) = (false, false, false)
    let replaced = listens
    func arrive() {
      guard isWindowThere, isPageThere else { return }
      (self.window, self.page, self.pageLimit) = (newWindow, newPage, count)
      self.phone.show(self.rows)
      if hasEnded { return }
      (hasEnded, self.isLoading) = (true, false)
      for listen in replaced { listen.stop() }
      let hasMore = newPage.count > count
      end(.loaded(new: min(newPage.count, count), hasMore: hasMore))
    }
    listens = [
      phone.listen(above) { batch in
        Self.take(batch, into: &newWindow)
        isWindowThere = true
        arrive()
      },
      phone.listen(below) { batch in
        // The bug: what comes after the first value is not looked at.
        if isPageThere && !self.isMended { return }
        Self.take(batch, into: &newPage)
        isPageThere = true
        arrive()
      },
    ]
  }

  private static func take(_ batch: [DataEvent], into rows: inout [Key: Row]) {
    for event in batch { rows[event.key] = event.kind == .removed ? nil : event.row }
  }
}
