// SPDX-License-Identifier: Apache-2.0

/// The words of a server about what lies beyond a page.
///
/// An end is an end because the server says so. Only where it says nothing is the end found by counting.
public enum PageLink: Hashable, Sendable {
  /// The server says nothing.
  case unstated
  /// There is nothing beyond the page.
  case end
  /// The next page in this direction has this key.
  case key(PageKey)

  /// Makes the link of an API that always says what comes next, and `nil` at the end.
  public init(stated key: PageKey?) { self = key.map { .key($0) } ?? .end }
}
