// SPDX-License-Identifier: Apache-2.0
extension CacheJob {
  /// `true` if the job changes nothing.
  public var isRead: Bool {
    switch self {
    case .readModel, .readList: true
    case .writeModels, .deleteModel, .writeList: false
    }
  }

  /// The identities of the models that the job names, in order.
  public var modelIDs: [ModelID] {
    switch self {
    case .readModel(let id, _): id.map { [$0] } ?? []
    case .writeModels(let models), .writeList(_, let models): models.compactMap(\.modelID)
    case .deleteModel(let model): model.modelID.map { [$0] } ?? []
    case .readList: []
    }
  }

  /// The key of the list that the job names.
  public var listKey: ListKey? {
    switch self {
    case .readList(let key, _): key
    case .writeList(let key, _): key
    case .readModel, .writeModels, .deleteModel: nil
    }
  }
}

extension CacheOrder {
  /// Returns `true` if a job waits for an earlier one in this order.
  ///
  /// Which rows a list has is known once it is read, so that it waits for every write, and every write for it.
  func waits(_ job: CacheJob, for earlier: CacheJob) -> Bool {
    switch self {
    case .serial: return true
    case .unordered: return false
    case .perKey:
      if job.isRead && earlier.isRead { return false }
      if case .readList = job { return true }
      if case .readList = earlier { return true }
      if let key = job.listKey, key == earlier.listKey { return true }
      let ids = Set(earlier.modelIDs)
      return job.modelIDs.contains { ids.contains($0) }
    }
  }
}
