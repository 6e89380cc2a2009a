// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirClient

/// A list of an app that is written with callbacks: a controller, an adapter, a delegate.
///
///     final class RoomController: CallbackList {
///       private let phone: CallbackPhone
///       private var heard: [Key: UInt64] = [:]
///
///       init(_ phone: CallbackPhone) { self.phone = phone }
///
///       func open() {
///         heard = [:]
///         phone.listen { batch in
///           for event in batch { self.take(event) }
///           self.phone.show(self.rows)
///         }
///       }
///     }
///
/// Each start of the app on each phone makes one, and gives it its phone. All of it happens on one thread, in virtual time; the
/// list asks for a callback instead of sleeping, and starts no thread.
///
/// The order of calls:
///
/// - One callback runs at a time. None runs inside another one, nor inside anything that the list asks of its phone, also where
///   the answer is known already.
/// - Events, losses and answers come in the order in which the phone hears them. Of the delays that end at one moment the one
///   that ends first by its length comes first, and of equal ones the one that was asked for first.
/// - ``Callback/stop()`` silences a callback from that moment on, also in the middle of a batch.
/// - After ``close()`` no callback of that life comes any more, and none after the app was killed, which is not told.
public protocol CallbackList: AnyObject {
  /// Opens the list: it listens, and shows rows when it has heard some.
  ///
  /// A list that was closed is opened again, with the rows of the life before still on the screen. One that lost a listen is closed and
  /// opened when somebody opens it once more.
  func open()

  /// Closes the list: it may still write, whose answer will not come; nothing else that it asks for leads anywhere.
  ///
  /// The phone stops all its callbacks, and ends each page that is under way.
  func close()

  /// Loads so many rows more, shows them, and then says what came of it, once.
  func loadPage(of count: Int, end: @escaping (PageEnd) -> Void)
}

extension CallbackList {
  /// Does nothing more than the phone does by itself.
  public func close() {}

  /// Loads nothing: there are no pages.
  public func loadPage(of count: Int, end: @escaping (PageEnd) -> Void) {
    end(.loaded(new: 0, hasMore: false))
  }
}

/// The end of a page that somebody asked for.
public enum PageEnd: Hashable, Sendable {
  /// It is there and shown: so many rows are new, and there are more or not.
  case loaded(new: Int, hasMore: Bool)
  /// It did not come, because of this.
  case failed(StackNews.PageError)
}

extension Catalogue {
  /// The catalogue with a list of your own that is written with callbacks, for which scenarios ask by its name.
  ///
  ///     let catalogue = Catalogue.complete.adding("chat", "The newest messages of a room.", callbacks: { RoomController($0) })
  ///     Command.main(words, catalogue: catalogue)  // every verb knows it: run, sweep, shrink, follow, gate …
  ///
  /// Every promise that is made of lists is held against it. A name that something else has ends the program.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits, hyphens and underscores.
  ///   - about: What it is, in a sentence, for `weir list` and `weir explain`.
  ///   - loadsPages: `true` if it does ``CallbackList/loadPage(of:end:)``, so that people may `page`.
  ///   - makeList: Makes the list of a client whose app starts.
  public func adding(
    _ name: String, _ about: String, loadsPages: Bool = false,
    callbacks makeList: @escaping @Sendable (CallbackPhone) -> any CallbackList
  ) -> Catalogue {
    adding(name, about, loadsPages: loadsPages) { CallbackStack($0, makeList) }
  }
}
