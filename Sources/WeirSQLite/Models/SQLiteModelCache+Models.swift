// SPDX-License-Identifier: GPL-3.0-or-later
import WeirModels

extension SQLiteModelCache {
  /// Returns the value of a type under an identity, or `nil` if there is none.
  func read(_ id: ModelID, as type: any Model.Type) throws -> (any Model)? {
    guard let type = formats.name(of: type) else { return nil }
    var (isFound, found): (Bool, StoredModel?) = (false, nil)
    try database.run(statements.model, [.text(id.text), .text(type)]) { columns in
      isFound = true
      found = StoredModel(columns)
    }
    if !isFound { return nil }
    guard let found else { throw Self.damage(id.text) }
    return try model(found.bytes, type, under: id.text)
  }

  /// Keeps models, all or none.
  func write(_ models: [any Model]) throws {
    if models.contains(where: { $0.modelID == nil }) {
      throw CacheError("a model without identity can be kept in a list alone")
    }
    if models.count == 1, formats.count == 1, models[0].projection.isEmpty {
      // One statement is a transaction by itself.
      let draft = try Draft(models[0], self)
      try database.run(statements.keep, draft.arguments) { _ in }
    } else {
      try database.transaction { for model in models { _ = try write(model) } }
    }
  }

  /// Keeps a model within a transaction, and returns the number under which it is kept.
  func write(_ model: any Model) throws -> Int64 {
    let draft = try Draft(model, self)
    var (number, isSame): (Int64?, Bool) = (nil, false)
    try database.run(statements.known, draft.arguments) { columns in
      number = columns.integer(0)
      isSame = columns.integer(1) == 1
    }
    if let number {
      if isSame { return number }
      try change(number, draft)
    } else {
      try database.run(statements.add, draft.arguments) { _ in }
    }
    let kept = number ?? database.lastRowid
    if formats.count > 1 || !draft.projection.isEmpty { try merge(model, draft.id, kept) }
    return kept
  }

  private func change(_ number: Int64, _ draft: Draft) throws {
    let arguments = [.blob(draft.bytes), draft.digest, .integer(number)]
    try database.run(statements.change, arguments) { _ in }
  }

  /// Merges a model that was written into the values of other types and projections under its identity.
  private func merge(_ newer: any Model, _ id: String, _ number: Int64) throws {
    var others: [StoredModel] = []
    try database.run(statements.others, [.text(id), .integer(number)]) {
      if let other = StoredModel($0) { others.append(other) }
    }
    for other in others {
      // What an app cannot read any more it cannot merge.
      guard let old = formats.model(of: other.bytes, named: other.type),
        let merged = Self.merged(old, newer)
      else { continue }
      let draft = try Draft(merged, self)
      if draft.bytes != other.bytes { try change(other.number, draft) }
    }
  }

  private static func merged(_ model: some Model, _ newer: any Model) -> (any Model)? {
    model.merging(newer)
  }

  /// A model that is to be kept.
  private struct Draft {
    var id: String
    var type: String
    var projection: String
    var bytes: [UInt8]
    var digest: SQLiteValue

    init(_ model: some Model, _ cache: SQLiteModelCache) throws {
      id = model.modelID?.text ?? ""
      type = try cache.name(of: Swift.type(of: model))
      projection = model.projection
      bytes = cache.formats.bytes(of: model) ?? []
      digest = StoredDigest.of(bytes, id, type, projection)
    }

    /// The arguments with which a value is kept, or found if it is kept already.
    var arguments: [SQLiteValue] {
      [.text(id), .text(type), .text(projection), .blob(bytes), digest]
    }
  }
}
