// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirTree

/// A list of an app that is written with `async` and `await`.
///
///     @MainActor final class ChatController: AsyncList {
///       private var rows: [Row] = []
///
///       func live(on phone: Phone) async throws {
///         for try await batch in phone.listen() {
///           for event in batch { take(event) }
///           try await Task.sleep(for: .milliseconds(50))
///           phone.show(rows)
///         }
///       }
///     }
///
/// Each start of the app on each phone makes one. It runs in virtual time, on one thread, and what could run at the same moment runs in an
/// order that the seed of the run decides, so that a list whose tasks overtake each other breaks a promise with some seed.
public protocol AsyncList: Sendable {
  /// Lives: from when the app opens the list until it closes it, which cancels the task.
  ///
  /// A list that is opened again lives again, with another phone: what the one before is told leads nowhere.
  func live(on phone: Phone) async throws

  /// Loads so many rows more, shows them, and says what came of it.
  func loadPage(of count: Int, on phone: Phone) async throws -> LoadedPage
}

extension AsyncList {
  /// Loads nothing: there are no pages.
  public func loadPage(of count: Int, on phone: Phone) async throws -> LoadedPage {
    LoadedPage(new: 0, hasMore: false)
  }
}

/// A page of a list that has come.
public struct LoadedPage: Hashable, Sendable {
  /// The number of rows that are new.
  public var new: Int
  /// `true` if there are more.
  public var hasMore: Bool

  /// Makes the news of a page.
  public init(new: Int, hasMore: Bool) {
    self.new = new
    self.hasMore = hasMore
  }
}

/// The server takes a listen away, or never gives it.
public struct ListenRefused: Error, Hashable {
  /// The reason.
  public var refusal: Message.Refusal

  /// Makes the error.
  public init(_ refusal: Message.Refusal) { self.refusal = refusal }
}
