// SPDX-License-Identifier: Apache-2.0

/// Something that takes values: a closure with what it needs to know of its owner.
///
///     let label = Receiver.guarded(screen) { screen, text in screen.title = text }
///     let hearing = words.hear(onValue: label)
public struct Receiver<Value> {
  private let call: (Value) -> Void

  private init(call: @escaping (Value) -> Void) { self.call = call }

  /// Takes a value.
  public func take(_ value: Value) { call(value) }

  /// Returns one that calls a closure.
  public static func just(_ body: @escaping (Value) -> Void) -> Receiver { Receiver(call: body) }

  /// Returns one that calls a closure with its owner, or with nil when that is gone.
  public static func weak<Owner: AnyObject>(
    _ owner: Owner, _ body: @escaping (Owner?, Value) -> Void
  ) -> Receiver {
    let owner = Weak(owner)
    return Receiver { body(owner.object, $0) }
  }

  /// Returns one that calls a closure with its owner while that is alive.
  public static func guarded<Owner: AnyObject>(
    _ owner: Owner, _ body: @escaping (Owner, Value) -> Void
  ) -> Receiver {
    .weak(owner) { owner, value in if let owner { body(owner, value) } }
  }

  /// Returns one that calls a closure with its owner, which somebody else keeps alive.
  public static func unowned<Owner: AnyObject>(
    _ owner: Owner, _ body: @escaping (Owner, Value) -> Void
  ) -> Receiver {
    Receiver { [unowned owner] in body(owner, $0) }
  }

  /// Returns one that takes values when a queue is told to run.
  public func on(_ queue: DeliveryQueue) -> Receiver {
    Receiver { value in queue.add { take(value) } }
  }

  /// Returns one that calls a closure before it takes a value.
  public func with(_ body: @escaping (Value) -> Void) -> Receiver {
    Receiver { value in
      body(value)
      take(value)
    }
  }

  /// Returns one that calls a closure after it has taken a value.
  public func after(_ body: @escaping (Value) -> Void) -> Receiver {
    Receiver { value in
      take(value)
      body(value)
    }
  }

  /// Returns one that takes what is made of other values.
  public func map<Other>(_ transform: @escaping (Other) -> Value) -> Receiver<Other> {
    Receiver<Other> { take(transform($0)) }
  }

  /// Returns one that takes only the values that `isWanted` holds for.
  public func filter(_ isWanted: @escaping (Value) -> Bool) -> Receiver {
    Receiver { if isWanted($0) { take($0) } }
  }
}

// Where what is heard goes.
extension Listenable {
  /// Hands each value to one receiver, and each error to another one.
  ///
  ///     let hearing = numbers.hear(onValue: .just { show($0) })
  public func hear(
    onValue: Receiver<Value>, onError: Receiver<any Error> = .just { _ in }
  ) -> Disposable {
    hear(onValue: { onValue.take($0) }, onError: { onError.take($0) })
  }

  /// Sends all events on through a repeater.
  ///
  ///     let binding = numbers.bind(to: others)
  public func bind(to repeater: Repeater<Value>) -> Disposable {
    listening { [weak repeater] in repeater?.send($0) }
  }

  /// Sets each value in a storage, and sends the errors on through it.
  ///
  ///     let binding = numbers.bind(to: storage)
  public func bind(to storage: ValueStorage<Value>) -> Disposable {
    listening { [weak storage] event in
      switch event {
      case .value(let value): storage?.value = value
      case .error(let error): storage?.send(error: error)
      }
    }
  }

  /// Sets each value in a property of an object while that is alive.
  ///
  ///     let binding = words.bind(to: screen, \.title)
  public func bind<Owner: AnyObject>(
    to owner: Owner, _ property: ReferenceWritableKeyPath<Owner, Value>
  ) -> Disposable {
    hear(onValue: .guarded(owner) { owner, value in owner[keyPath: property] = value })
  }
}

extension Repeater {
  /// Sends all events of a source on.
  ///
  ///     let binding = others.depends(on: numbers)
  public func depends<Source: Listenable>(on source: Source) -> Disposable
  where Source.Value == Value { source.bind(to: self) }
}
