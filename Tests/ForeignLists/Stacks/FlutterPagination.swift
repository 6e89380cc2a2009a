// SPDX-License-Identifier: GPL-3.0-or-later
import WeirKit

/// The list of the Flutter package firebase_pagination, which asks for one row more than it shows.
///
/// Issue 10: the extra row is there to tell whether there are more, and it was shown. People saw limit and one rows, and the last of them
/// once more as the first of the next page.
final class FlutterPagination: CallbackList {
  private let phone: CallbackPhone
  private let isMended: Bool
  private var documents: [Key: Row] = [:]

  init(_ phone: CallbackPhone, mended: Bool) {
    self.phone = phone
    isMended = mended
  }

  func open() {
    documents = [:]
    let limit = phone.screen.sources[0].limit ?? 20
    phone.listen(Query(.key, limit: .last(limit + 1))) { batch in
      for event in batch {
        self.documents[event.key] = event.kind == .removed ? nil : event.row
      }
      let newestFirst = self.documents.sorted { $1.key < $0.key }.map(\.value)
      // The bug: the extra row is shown.
      self.phone.show(self.isMended ? Array(newestFirst.prefix(limit)) : newestFirst)
    }
  }
}
