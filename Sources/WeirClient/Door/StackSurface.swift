// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// Something that an app shows beside its main list, such as a badge or a detail screen.
///
/// It has a list view of its own, which is as strict as that of the main list, and, if it is live, promises of its own: it
/// shows what its screen selects.
public struct StackSurface: Sendable {
  /// The name by which reports call it: "client 2's badge".
  public var name: String
  /// The rows that it shows; its sources must be lists to which the stack listens.
  public var screen: Screen
  /// `true` if it is kept up to date with all that its screen selects; otherwise it shows what somebody has chosen of it,
  /// and only the family's own checkers say what it promises.
  public var isLive: Bool

  /// Makes a surface.
  public init(_ name: String, _ screen: Screen, isLive: Bool = true) {
    self.name = name
    self.screen = screen
    self.isLive = isLive
  }
}
