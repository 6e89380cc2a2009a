// SPDX-License-Identifier: Apache-2.0

/// Something that the engine has to tell.
public enum EngineNotice: Sendable {
  /// The rows of a holder changed.
  case changed(HolderChange)
  /// An update or deletion has reached all holders.
  case delivered(ModelDelivery)
  /// All updates under way were dropped and all holders let go.
  case cleared
  /// A mistake was found.
  case fault(ModelFault)
}

/// A change of the rows of one holder.
public struct HolderChange: Sendable {
  /// The holder.
  public var holder: HolderID
  /// The rows before.
  public var old: [any Model]
  /// The rows now.
  public var rows: [any Model]
  /// The fates of the rows before, one for each; nil if rows came, so that the two lists are to be compared.
  public var fates: [RowFate]?
  /// The identities that the holder had and whose models changed, in the order in which a walk meets them.
  public var changed: [ModelID]
  /// The identities that are gone, each by itself or with something that it needs.
  public var deleted: [ModelID]
  /// The time of the update.
  public var time: ChangeTime
  /// The context of the update.
  public var context: (any Sendable)?
}

/// An update or deletion that has reached all holders.
public struct ModelDelivery: Sendable {
  /// The models as they were handed in; empty for a deletion.
  public var models: [any Model]
  /// The identities that were updated, in the order in which a walk meets them.
  public var updated: [ModelID]
  /// The identities that were deleted.
  public var deleted: [ModelID]
  /// The time of the update.
  public var time: ChangeTime
  /// The context of the update.
  public var context: (any Sendable)?
}
