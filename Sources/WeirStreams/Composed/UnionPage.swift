// SPDX-License-Identifier: Apache-2.0
import WeirClient
import WeirTree

/// The sources of a union that have loaded, and the refusal of the first one that never will.
struct UnionLoading: Sendable {
  private var isDone: [Bool]
  private var refusal: Message.Refusal?

  /// Makes the state of sources that have loaded or not.
  init(_ isDone: [Bool]) { self.isDone = isDone }

  /// `true` if nothing more is waited for.
  var isOver: Bool { isDone.allSatisfy(\.self) }

  /// Records that a source is no longer kept up to date.
  mutating func lose(_ refusal: Message.Refusal) {
    if self.refusal == nil { self.refusal = refusal }
  }

  /// Records that a source has loaded, or never will; returns what is told after the last one.
  mutating func note(_ number: Int, _ refusal: Message.Refusal?) -> StackNews? {
    if isDone[number] { return nil }
    isDone[number] = true
    if self.refusal == nil { self.refusal = refusal }
    return isOver ? .loaded(self.refusal) : nil
  }
}

/// A page of a union: one of each source that is kept up to date, told as one when all have answered.
///
/// The page has failed if it failed anywhere, so that the app may try again; rows that came are shown anyway.
/// Else it has as many new rows as came, and there are more if any source says so. A key that comes from two
/// sources counts twice.
struct UnionPage: Sendable {
  let call: UInt32
  private var left: Int
  private var new = 0
  private var hasMore = false
  private var failure: StackNews.PageError?

  /// A page that so many sources are asked for.
  init(call: UInt32, sources: Int) {
    self.call = call
    left = sources
  }

  /// Takes in the answer of a source; returns what is told after the last one.
  mutating func note(_ answer: StackNews) -> StackNews? {
    switch answer {
    case .paged(call, let new, let hasMore):
      self.new += new
      self.hasMore = self.hasMore || hasMore
    case .pageFailed(call, let error):
      if failure == nil { failure = error }
    default: return nil
    }
    left -= 1
    if left > 0 { return nil }
    if let failure { return .pageFailed(call: call, failure) }
    return .paged(call: call, new: new, hasMore: hasMore)
  }
}
