// SPDX-License-Identifier: Apache-2.0

/// The models and lists of a simulated cache that are damaged.
struct CacheDamage: Sendable {
  // Looked up, and never walked.
  private var models: Set<ModelID> = []
  private var lists: Set<ListKey> = []

  /// Returns the name of the first damaged thing that a job reads, or `nil`.
  func name(in job: CacheJob, _ content: MemoryCache) -> String? {
    switch job {
    case .readModel(let id?, _): return models.contains(id) ? id.text : nil
    case .readList(let key?, _):
      if lists.contains(key) { return key.text }
      return content.rowIDs(of: key).first { models.contains($0) }?.text
    default: return nil
    }
  }

  /// Forgets the damage to what a job writes or deletes.
  mutating func repair(_ job: CacheJob) {
    switch job {
    case .writeModels, .deleteModel, .writeList:
      for id in job.modelIDs { models.remove(id) }
      if let key = job.listKey { lists.remove(key) }
    case .readModel, .readList: return
    }
  }

  /// Damages one of the things that a job writes; a number says which.
  mutating func strike(_ job: CacheJob, _ lot: UInt64) {
    if case .deleteModel = job { return }
    let ids = job.modelIDs
    let count = ids.count + (job.listKey == nil ? 0 : 1)
    if count == 0 { return }
    let index = Int(lot % UInt64(count))
    if index < ids.count {
      models.insert(ids[index])
    } else if let key = job.listKey {
      lists.insert(key)
    }
  }
}
