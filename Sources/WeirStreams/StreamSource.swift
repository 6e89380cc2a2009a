// SPDX-License-Identifier: Apache-2.0
public import WeirClient
public import WeirCore
public import WeirDiff
public import WeirTree

/// Anything that publishes items: a list, a union of lists, items of this app alone, any of them in sections.
///
/// A source is a `ClientStack` that can also be looked into, so that one stream can be built on
/// another. All that it shows is as it was last published. A stream that is built on a source hands
/// it the events of the listens that it ``owns(_:)``, and asks it to publish as soon as it wishes
/// to.
public protocol StreamSource: ClientStack {
  /// Returns the item at a place of the published list.
  func item(at place: Place) -> StreamItem
  /// Returns the place of the item of a key in the published list, or nil if it is not there.
  ///
  /// - Complexity: O(log *n*).
  func place(of key: Key) -> Place?
  /// `true` if a listen is one of the source's own.
  func owns(_ tag: UInt32) -> Bool
  /// Sets the state of this app for an item; its children are seen by the filter over what is stored.
  ///
  /// If several sources have the item, each one takes it.
  mutating func setLocal(
    _ local: Node, of key: Key, at now: Instant, into wishes: inout [StackWish])
  /// `true` if the first publication of this life has happened.
  var isLoaded: Bool { get }
  /// The reason that the source is no longer kept up to date, or never was; nil while it is.
  var refusal: Message.Refusal? { get }
  /// The order of the items.
  var order: StreamOrder { get }
}

extension StreamSource {
  /// The number of items that are published, in all sections.
  public var count: Int { (0..<sectionCount).reduce(0) { $0 + rowCount(in: $1) } }
}
