// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// The fields of a kind of objects.
///
///     static let fields = Fields<Profile> { name; likes; home }
///
/// No field may lie inside of another one, and no object inside of one of its own kind.
public struct Fields<Kind: ObjectKind>: Sendable {
  let entries: [FieldEntry<Kind>]
  private let numbers: [Path: Int]

  /// Takes fields and nested objects in any order.
  public init(@FieldList<Kind> _ fields: () -> [FieldEntry<Kind>]) {
    let entries = fields().sorted { $0.path < $1.path }
    for (one, next) in zip(entries, entries.dropFirst()) {
      invariant(
        !next.path.leads(below: one.path),
        "\(Kind.self) has a field \(next.path) at or inside of its field \(one.path)")
    }
    invariant(entries.first?.path != .root, "\(Kind.self) has a field without a name")
    self.entries = entries
    numbers = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($0.element.path, $0.offset) })
  }

  /// The number of fields, with those of nested objects.
  public var count: Int { entries.count }

  /// The paths of all fields, in order.
  public var paths: [Path] { entries.map(\.path) }

  /// The paths of the fields that play a part.
  func paths(of role: FieldRole) -> [Path] {
    entries.filter { $0.role == role }.map(\.path)
  }

  /// Returns the number of a field.
  func number(of path: Path) -> Int {
    guard let number = numbers[path] else { invariantBroken("\(Kind.self) has no field \(path)") }
    return number
  }
}

/// The part that a field plays in its object.
enum FieldRole: Sendable {
  /// A value of the object's own.
  case value
  /// An end of a relation, of which the other one is kept, too.
  case end
  /// Ends of any number of relations, which no save of the object writes.
  case ends
  /// Files, which no save of the object writes.
  case files
  /// A value that somebody else writes.
  case given
}

/// A field as its kind keeps it, whatever the type of its values.
public struct FieldEntry<Kind: ObjectKind>: Sendable {
  let path: Path
  let rule: FieldRule
  var role = FieldRole.value
  /// The innermost object around it that may be missing as a whole; nil: the field is one of the kind's own.
  var home: Path?
  /// The kinds with versions of the objects around it, but for the object itself.
  var inner: [InnerKind] = []
  /// Returns what is wrong with a node that is not nothing.
  let fault: @Sendable (Node) -> CodingFault?

  /// `true` if a save of the object writes it.
  var isWritten: Bool { role == .value || role == .end }
}

/// A kind with versions whose objects lie inside of others.
struct InnerKind: Sendable {
  /// The place of the inner object, seen from the outermost one.
  var path: Path
  let versions: ModelVersions
  let migrate: @Sendable (Node, ModelVersions) throws(TransactionFault) -> [Write.Part]
}

/// Lists the fields of a kind, one below the other.
@resultBuilder
public enum FieldList<Kind: ObjectKind> {
  /// Takes a field.
  public static func buildExpression<Value>(_ field: Field<Kind, Value>) -> [FieldEntry<Kind>] {
    [entry(field, .value)]
  }

  /// Takes a relation to one other object.
  public static func buildExpression<Target>(
    _ relation: Relation<Kind, Target>
  ) -> [FieldEntry<Kind>] {
    [entry(relation.field, relation.isTwoSided ? .end : .value)]
  }

  /// Takes relations to any number of other objects.
  public static func buildExpression<Target>(
    _ relations: Relations<Kind, Target>
  ) -> [FieldEntry<Kind>] {
    [entry(relations.field, .ends)]
  }

  /// Takes the fields of a nested object, with its files, relations and versions.
  public static func buildExpression<Inner>(_ nested: Nested<Kind, Inner>) -> [FieldEntry<Kind>] {
    let own =
      Inner.versions.isEmpty
      ? [] : [InnerKind(path: .root, versions: Inner.versions, migrate: Inner.migrate)]
    return Inner.fields.entries.map { entry in
      FieldEntry(
        path: nested.path.appending(entry.path), rule: entry.rule, role: entry.role,
        home: entry.home.map(nested.path.appending) ?? nested.path,
        inner: (own + entry.inner).map {
          InnerKind(
            path: nested.path.appending($0.path), versions: $0.versions, migrate: $0.migrate)
        },
        fault: entry.fault)
    }
  }

  static func entry<Value>(
    _ field: Field<Kind, Value>, _ role: FieldRole
  ) -> FieldEntry<Kind> {
    let coding = field.coding
    return FieldEntry(path: field.path, rule: field.rule, role: role) { node in
      do throws(CodingFault) {
        _ = try coding.value(in: node)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Takes all fields of a loop.
  public static func buildArray(_ entries: [[FieldEntry<Kind>]]) -> [FieldEntry<Kind>] {
    entries.flatMap(\.self)
  }

  /// Puts them together.
  public static func buildBlock(_ entries: [FieldEntry<Kind>]...) -> [FieldEntry<Kind>] {
    entries.flatMap(\.self)
  }
}
