// SPDX-License-Identifier: Apache-2.0

/// A mistake for which a diffable data source would have ended the app.
public struct DiffableFault: Hashable, Sendable, Error {
  /// The kind of mistake.
  public var rule: Rule
  /// The message of the data source.
  public var reason: String
  /// The fault of the list view, if the snapshot led it to one.
  public var listFault: ListViewFault?

  /// The possible mistakes in snapshots and in applying them.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// An item is in the snapshot twice.
    case duplicateItems
    /// A section is in the snapshot twice.
    case duplicateSections
    /// An item is named that the snapshot does not have.
    case unknownItem
    /// A section is named that the snapshot does not have.
    case unknownSection
    /// Snapshots are applied now on the main lane, now off it.
    case laneSwitched
    /// A snapshot is applied on the main lane while others are on their way from off it.
    case deadlock
    /// The cells do not show what the snapshot has.
    case wrongCells
  }

  init(_ rule: Rule, _ reason: String) {
    self.rule = rule
    self.reason = reason
  }

  init(_ fault: ListViewFault) {
    self.init(.wrongCells, fault.reason)
    listFault = fault
  }

  static func duplicates<ID>(_ rule: Rule, of kind: String, _ ids: [ID]) -> DiffableFault {
    let names = ids.map { "\($0)" }.joined(separator: ", ")
    return DiffableFault(
      rule,
      "Fatal: supplied \(kind) identifiers are not unique. Duplicate identifiers: \(names)")
  }

  static func unknown<ID>(_ rule: Rule, to verb: String, _ kind: String, _ id: ID) -> DiffableFault
  {
    DiffableFault(
      rule,
      "Attempted to \(verb) \(kind) identifier that does not exist in the snapshot: \(id)")
  }
}

extension DiffableFault: CustomStringConvertible {
  /// The rule and the reason.
  public var description: String { "\(rule): \(reason)" }
}
