// SPDX-License-Identifier: Apache-2.0

/// A replacement for the children of a model; see ``Model/mapChildren(_:)``.
///
///     let shout = ChildTransform { child in (child as? Author)?.shouting }
///     shout(author)  // an `Author`, or nil if it is to go
///
/// A child keeps its type. A replacement of another type counts as none.
public struct ChildTransform {
  private let transform: (any Model) -> (any Model)?

  /// Makes a replacement that is nil for children that are to go.
  public init(_ transform: @escaping (any Model) -> (any Model)?) { self.transform = transform }

  /// Returns the replacement of a child, or nil if the child is to go.
  public func callAsFunction<Child: Model>(_ child: Child) -> Child? { transform(child) as? Child }

  /// Returns the replacements of children, without those that are to go.
  public func callAsFunction<Child: Model>(_ children: [Child]) -> [Child] {
    children.compactMap { transform($0) as? Child }
  }

  /// Returns the replacements of children of several types, without those that are to go.
  public func callAsFunction(_ children: [any Model]) -> [any Model] {
    children.compactMap { transform($0) }
  }
}
