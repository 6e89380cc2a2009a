// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// A cache in memory that holds at most so many rows or bytes; what was used least recently goes first.
///
///     var cache = MemoryCache(.rows(2))
///     cache.perform(.writeModels([a, b, c]))
///     cache.perform(.readModel("a", as: Message.self))  // nothing: b and c were used later
///
/// To read or write a list uses it and then its rows, so that a list goes before any of its rows: a list that is read is
/// whole, or not there at all.
///
/// - Complexity: a job is O(log *n*) for each model and row that it names.
public struct MemoryCache: ModelCache, Sendable {
  /// The most that it holds.
  public let limit: CacheLimit
  /// The rows or bytes that it holds, as the limit counts them; 0 without a limit.
  public private(set) var cost = 0
  /// The number of reads so far that found what they asked for.
  public private(set) var hitCount = 0
  /// The number of reads so far that did not.
  public private(set) var missCount = 0
  /// The number of models and lists so far that went to make room.
  public private(set) var evictionCount = 0
  private var modelByID: [ModelID: KeptModel] = [:]
  private var listByKey: [ListKey: KeptList] = [:]
  /// The models and lists in it, by the number of their last use.
  private var uses = SortedMap<Int, Kept>()
  private var nextNumber = 0

  /// The values under one identity.
  private struct KeptModel: Sendable {
    /// The values of several types and projections.
    var values: [any Model]
    /// The number that tells it from models of that identity that were deleted before.
    let number: Int
    /// The number of the last use; 0 before the first.
    var use: Int
    var cost: Int
  }

  /// The rows of a list.
  private struct KeptList: Sendable {
    var rows: [KeptRow]
    var use: Int
    var cost: Int
  }

  /// A row of a list.
  private enum KeptRow: Sendable {
    /// A model by its identity, and the one of its values that stands in the list.
    case model(ModelID, number: Int, type: any Model.Type, projection: String)
    /// A model without identity.
    case own(any Model)
  }

  /// Something that is kept.
  private enum Kept: Sendable {
    case model(ModelID)
    case list(ListKey)
  }

  /// Makes an empty cache.
  public init(_ limit: CacheLimit = .none) {
    invariant(limit.most >= 0, "a cache of at most \(limit.most)")
    self.limit = limit
  }

  /// The number of models and lists that it holds.
  public var count: Int { uses.count }

  /// Returns the identities of the rows of a list that it holds, deleted ones included; this does not count as a use.
  public func rowIDs(of key: ListKey) -> [ModelID] {
    listByKey[key]?.rows.compactMap { row in
      if case .model(let id, _, _, _) = row { id } else { nil }
    } ?? []
  }

  /// Does a job, and returns its result.
  public mutating func perform(_ job: CacheJob) -> CacheResult {
    switch job {
    case .readModel(let id, let type): return count(id.flatMap { readModel($0, as: type) })
    case .readList(let key, let type): return count(key.flatMap { readList($0, as: type) })
    case .writeModels(let models):
      if models.contains(where: { $0.modelID == nil }) { return .failed(.noIdentity) }
      for model in models { if let id = model.modelID { _ = write(model, id) } }
    case .deleteModel(let model):
      if let id = model.modelID { remove(id) }
    case .writeList(let key, let rows): write(rows, key)
    }
    makeRoom()
    return .done
  }

  private mutating func count(_ found: CacheResult?) -> CacheResult {
    if found == nil { missCount += 1 } else { hitCount += 1 }
    return found ?? .nothing
  }
}

// MARK: Models

extension MemoryCache {
  private mutating func readModel(_ id: ModelID, as type: any Model.Type) -> CacheResult? {
    let values = modelByID[id]?.values.filter { Swift.type(of: $0) == type } ?? []
    let first = values.min { $0.projection.utf8.lexicographicallyPrecedes($1.projection.utf8) }
    guard let model = first else { return nil }
    use(id)
    return .model(model)
  }

  /// Keeps a model, and returns the number of what is kept under its identity.
  private mutating func write(_ model: any Model, _ id: ModelID) -> Int {
    var kept = modelByID[id] ?? KeptModel(values: [], number: number(), use: 0, cost: 0)
    kept.values.removeAll { type(of: $0) == type(of: model) && $0.projection == model.projection }
    kept.values = [model] + kept.values.map { Self.merged($0, model) }
    cost -= kept.cost
    kept.cost = limit.cost(of: kept.values, under: id.text)
    cost += kept.cost
    modelByID[id] = kept
    use(id)
    return kept.number
  }

  private static func merged(_ model: some Model, _ newer: any Model) -> any Model {
    model.merging(newer) ?? model
  }

  private mutating func remove(_ id: ModelID) {
    guard let kept = modelByID.removeValue(forKey: id) else { return }
    cost -= kept.cost
    uses.remove(kept.use)
  }
}

// MARK: Lists

extension MemoryCache {
  private mutating func readList(_ key: ListKey, as type: any Model.Type) -> CacheResult? {
    guard let list = listByKey[key] else { return nil }
    var found: [any Model] = []
    for row in list.rows {
      switch row {
      case .own(let model):
        guard Swift.type(of: model) == type else { return nil }
        found.append(model)
      case .model(let id, let number, let rowType, let projection):
        // A row that is not there was deleted: the list would have gone before it.
        guard let kept = modelByID[id], kept.number == number else { continue }
        guard rowType == type else { return nil }
        let value = kept.values.first { Swift.type(of: $0) == type && $0.projection == projection }
        if let value { found.append(value) }
      }
    }
    use(key)
    return .list(found)
  }

  private mutating func write(_ models: [any Model], _ key: ListKey) {
    removeList(key)
    let identities = models.compactMap(\.modelID)
    let own = models.filter { $0.modelID == nil }
    let rows = models.map { model in
      guard let id = model.modelID else { return KeptRow.own(model) }
      return .model(
        id, number: write(model, id), type: type(of: model), projection: model.projection)
    }
    let list = KeptList(
      rows: rows, use: 0,
      cost: limit.cost(ofList: key, own: own, identities: identities))
    cost += list.cost
    listByKey[key] = list
    use(key)
  }

  private mutating func removeList(_ key: ListKey) {
    guard let list = listByKey.removeValue(forKey: key) else { return }
    cost -= list.cost
    uses.remove(list.use)
  }
}

// MARK: Room

extension MemoryCache {
  private mutating func number() -> Int {
    nextNumber += 1
    return nextNumber
  }

  private mutating func use(_ id: ModelID) {
    guard var kept = modelByID.removeValue(forKey: id) else { return }
    uses.remove(kept.use)
    kept.use = number()
    uses.set(.model(id), for: kept.use)
    modelByID[id] = kept
  }

  /// Uses a list, and after it its rows.
  private mutating func use(_ key: ListKey) {
    guard var list = listByKey.removeValue(forKey: key) else { return }
    uses.remove(list.use)
    list.use = number()
    uses.set(.list(key), for: list.use)
    listByKey[key] = list
    for row in list.rows { if case .model(let id, _, _, _) = row { use(id) } }
  }

  private mutating func makeRoom() {
    while cost > limit.most, let oldest = uses.first?.value {
      evictionCount += 1
      switch oldest {
      case .model(let id): remove(id)
      case .list(let key): removeList(key)
      }
    }
  }
}
