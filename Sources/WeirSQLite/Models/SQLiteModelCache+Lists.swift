// SPDX-License-Identifier: GPL-3.0-or-later
import WeirModels

extension SQLiteModelCache {
  /// Returns the rows of a list as values of a type, or `nil` if there is no such list.
  func read(_ key: ListKey, as type: any Model.Type) throws -> [any Model]? {
    guard let type = formats.name(of: type) else { return nil }
    var result = Result<[any Model]?, any Error>.success(nil)
    // While the statement stands on its row, the rows are read in the same state.
    try database.run(statements.list, [.text(key.text)]) { columns in
      result = Result {
        guard case .blob(let bytes) = columns.value(0),
          columns.value(1) == StoredDigest.of(bytes, key.text), let list = StoredList(bytes)
        else { throw Self.damage(key.text) }
        return try models(of: list, named: type, key)
      }
    }
    return try result.get()
  }

  /// Returns the models of a list without those that were deleted, or `nil` if they are of another type.
  private func models(
    of list: StoredList, named type: String, _ key: ListKey
  ) throws -> [any Model]? {
    let numbers = list.rows.compactMap { row in
      if case .kept(let number) = row { number } else { nil }
    }
    let found = try stored(numbers, key)
    var models: [any Model] = []
    models.reserveCapacity(list.rows.count)
    for row in list.rows {
      switch row {
      case .kept(let number):
        guard let stored = found[number] else { continue }
        if stored.type != type { return nil }
        models.append(try model(stored.bytes, type, under: key.text))
      case .own(let name, let bytes):
        if name != type { return nil }
        models.append(try model(bytes, type, under: key.text))
      }
    }
    return models
  }

  /// Returns what is kept under some numbers, to be looked up.
  private func stored(_ numbers: [Int64], _ key: ListKey) throws -> [Int64: StoredModel] {
    var found: [Int64: StoredModel] = [:]
    found.reserveCapacity(numbers.count)
    var isDamaged = false
    for start in stride(from: 0, to: numbers.count, by: ModelStatements.severalCount) {
      var arguments = numbers[start...].prefix(ModelStatements.severalCount).map {
        SQLiteValue.integer($0)
      }
      while arguments.count < ModelStatements.severalCount { arguments.append(.null) }
      try database.run(statements.several, arguments) { columns in
        if let model = StoredModel(columns) {
          found[model.number] = model
        } else {
          isDamaged = true
        }
      }
    }
    if isDamaged { throw Self.damage(key.text) }
    return found
  }

  /// Keeps a list and its rows, in place of the list that was there.
  func write(_ models: [any Model], _ key: ListKey) throws {
    try database.transaction {
      let rows = try models.map { model in
        if model.modelID != nil { return StoredList.Row.kept(try write(model)) }
        return .own(
          type: try name(of: type(of: model)), Self.bytes(of: model, formats))
      }
      let bytes = StoredList(rows).bytes
      try database.run(
        statements.keepList, [.text(key.text), .blob(bytes), StoredDigest.of(bytes, key.text)]
      ) { _ in }
    }
  }

  private static func bytes(of model: some Model, _ formats: ModelFormats) -> [UInt8] {
    formats.bytes(of: model) ?? []
  }
}
