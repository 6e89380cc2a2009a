// SPDX-License-Identifier: Apache-2.0

/// A way to keep a number right that counts rows; each has its price.
///
/// | | row and number | a restart | an answer that is lost | two clients destroy one row at once |
/// |---|---|---|---|---|
/// | ``increment`` | commit together | right | written and counted again | counted twice |
/// | ``transaction`` | one after the other | the doubt is told | the doubt is told | counted twice |
/// | ``recount`` | one after the other | right | right | right |
///
/// A write whose answer is lost with its connection is sent again. A row then stands as it should, but an
/// increment adds again; a rule that forbids to create what is there and to remove what is not turns the
/// second one away, row and number together, and saves two clients from counting twice as well. The app
/// then hears that the second one was rejected.
public enum CounterUpdate: String, Hashable, Sendable, CaseIterable {
  /// One write holds the row and a server value that adds to the number: both are committed, or neither.
  ///
  /// Take this one unless you know why not.
  case increment
  /// A transaction of the client changes the number when the row is committed. If the one that takes away comes before
  /// the one that adds, the number is below zero in between; to stop at zero would lose the one forever.
  case transaction
  /// The client reads all rows when the row is committed and writes how many there are, until what it wrote agrees with
  /// what it reads.
  ///
  /// Whatever went wrong before is put right by it. It costs reading the collection.
  case recount
}
