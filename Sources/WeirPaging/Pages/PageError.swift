// SPDX-License-Identifier: Apache-2.0

/// The reason why a page could not be loaded.
public enum PageError: Error, Hashable, Sendable {
  /// The request failed and may be made again; the text is for people.
  case failed(String)
  /// The server refuses the request and will do so again; it is not repeated without being told to.
  case refused(String)
  /// No answer came in time.
  case timedOut
  /// The request ended without an answer.
  case noAnswer
  /// The answer is not that of the page that was asked for, or leads back to the same page.
  case doesNotContinue

  /// `true` if to try again may help.
  public var mayPass: Bool {
    if case .refused = self { return false }
    return true
  }
}
