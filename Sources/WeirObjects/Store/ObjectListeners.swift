// SPDX-License-Identifier: Apache-2.0

/// The objects of a store as things to listen to: a screen hears of each change, with all operators between.
///
///     let listeners = ObjectListeners()
///     let hearing = listeners.object(ann).map { $0.name ?? "nobody" }.distinctUntilChanged().bind(to: screen, \.title)
///     // Whoever carries the wishes of the store out hands each of them on:
///     for wish in wishes { listeners.take(wish, of: store) }
///
/// A listener hears the object as it is after each change that the store tells of, edits of the app aside, of which the app
/// itself says so (``tell(_:of:)``). Who begins to listen hears nothing before the next change.
public final class ObjectListeners {
  private var changes: [Int: Repeater<ObjectStore>] = [:]

  /// Makes one of which nobody listens to anything.
  public init() {}

  /// The number of objects that somebody listens to.
  public var count: Int { changes.count }

  /// Returns an object as something to listen to.
  public func object<Kind>(_ handle: ObjectHandle<Kind>) -> AnyListenable<Object<Kind>> {
    let number = handle.id.number
    return AnyListenable { outlet in
      let changes = self.changes[number] ?? Repeater()
      self.changes[number] = changes
      outlet.connect(to: changes) { event in
        switch event {
        case .value(let store): outlet.send(value: store[handle])
        case .error(let error): outlet.send(error: error)
        }
      }
      outlet.whenEnded { [weak self] in
        if self?.changes[number]?.listenerCount == 0 { self?.changes[number] = nil }
      }
    }
  }

  /// Returns a field of an object as something to listen to: nil while it has no value.
  ///
  /// The same value is told once.
  public func field<Kind, Value: Equatable>(
    _ field: Field<Kind, Value>, of handle: ObjectHandle<Kind>
  ) -> AnyListenable<Value?> {
    object(handle).map { $0[field] }.distinctUntilChanged()
  }

  /// Takes in what a store wants to have told; what is no change of an object somebody listens to is nothing.
  ///
  /// The reason for which an object is heard of no longer, or was not loaded, comes as an error.
  public func take(_ wish: ObjectWish, of store: ObjectStore) {
    switch wish {
    case .changed(let id): tell(id, of: store)
    case .loaded(let id, let fault?): changes[id.number]?.send(error: fault)
    case .lost(let id, let refusal): changes[id.number]?.send(error: ReadRefusal(refusal))
    default: break
    }
  }

  /// Tells those who listen to an object how it is now, as after an edit.
  ///
  /// Of one that was closed meanwhile nothing is told.
  public func tell(_ id: ObjectID, of store: ObjectStore) {
    if store.objects[id.number] != nil { changes[id.number]?.send(store) }
  }
}
