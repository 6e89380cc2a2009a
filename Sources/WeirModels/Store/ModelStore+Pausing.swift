// SPDX-License-Identifier: Apache-2.0
import WeirCore

extension ModelStore {
  /// Keeps what a provider shows as it is, but for its own writes.
  public mutating func pause(_ id: ProviderID) {
    self[id].isPaused = true
    engine.pause(self[id].holder)
  }

  /// Lets a provider go on, and shows what it missed at once.
  ///
  /// A batch listener that is paused keeps its providers paused.
  public mutating func resume(_ id: ProviderID, into wishes: inout [StoreWish]) {
    self[id].isPaused = false
    goOn([id], into: &wishes)
  }

  /// `true` if a provider, or the batch listener that it belongs to, is paused.
  public func isPaused(_ id: ProviderID) -> Bool {
    self[id].isPaused || self[id].batch.map { isPaused($0) } ?? false
  }

  /// Opens a listener that is told once of all changes that come to its providers in one step.
  ///
  /// A provider may belong to one batch listener only.
  public mutating func openBatch(_ providers: [ProviderID]) -> BatchListener {
    let batch = BatchListener(number: nextNumber())
    for id in providers {
      invariant(self[id].batch == nil, "provider \(id.number) belongs to a batch listener already")
      self[id].batch = batch
    }
    batches[batch.number] = Batch(providers: providers)
    return batch
  }

  /// Closes a batch listener; its providers go on by themselves.
  public mutating func close(_ batch: BatchListener, into wishes: inout [StoreWish]) {
    let providers = self[batch].providers
    batches[batch.number] = nil
    for id in providers { self[id].batch = nil }
    goOn(providers, into: &wishes)
  }

  /// Pauses all providers of a batch listener.
  public mutating func pause(_ batch: BatchListener) {
    let providers = self[batch].providers
    batches[batch.number]?.isPaused = true
    for id in providers { engine.pause(self[id].holder) }
  }

  /// Lets the providers of a batch listener go on, except those that are paused by themselves.
  public mutating func resume(_ batch: BatchListener, into wishes: inout [StoreWish]) {
    let providers = self[batch].providers
    batches[batch.number]?.isPaused = false
    goOn(providers, into: &wishes)
  }

  /// `true` if a batch listener is paused.
  public func isPaused(_ batch: BatchListener) -> Bool { self[batch].isPaused }

  private subscript(batch: BatchListener) -> Batch {
    guard let known = batches[batch.number] else {
      invariantBroken("batch listener \(batch.number) was closed or never opened")
    }
    return known
  }

  private mutating func goOn(_ ids: [ProviderID], into wishes: inout [StoreWish]) {
    var notices: [EngineNotice] = []
    for id in ids where !isPaused(id) { engine.resume(self[id].holder, into: &notices) }
    tell(notices, into: &wishes)
  }
}
