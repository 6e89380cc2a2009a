// SPDX-License-Identifier: Apache-2.0

/// A value that can be listened to: a listener hears the current one at once, and then each that is set.
///
///     let name = ValueStorage("Ann")
///     let hearing = name.listening { event in show(event) }  // shows Ann
///     name.value = "Eve"                                      // shows Eve
///
/// It is told of after it was stored, so whoever hears it and asks for the value gets that or a newer one.
public final class ValueStorage<Value>: Listenable {
  private let repeater: Repeater<Value>
  private let load: () -> Value
  private let store: (Value) -> Void

  /// Makes a storage that keeps the value.
  public convenience init(_ value: Value, _ dispatcher: Dispatcher = .immediate) {
    var kept = value
    self.init({ kept }, { kept = $0 }, dispatcher)
  }

  private init(
    _ load: @escaping () -> Value, _ store: @escaping (Value) -> Void, _ dispatcher: Dispatcher
  ) {
    (self.load, self.store) = (load, store)
    repeater = Repeater(dispatcher)
  }

  /// Makes a storage that does not keep its object alive; it has nil when that is gone, and tells nobody of it.
  public static func weak<Object: AnyObject>(
    _ object: Object?, _ dispatcher: Dispatcher = .immediate
  ) -> ValueStorage where Value == Object? {
    let box = WeakObject(object)
    return ValueStorage({ box.object }, { box.object = $0 }, dispatcher)
  }

  /// Makes a storage whose object is kept alive by somebody else for as long as it is asked for.
  public static func unowned(
    _ object: Value, _ dispatcher: Dispatcher = .immediate
  ) -> ValueStorage where Value: AnyObject {
    let box = UnownedObject(object)
    return ValueStorage({ box.object }, { box.object = $0 }, dispatcher)
  }

  /// The number of those who listen.
  public var listenerCount: Int { repeater.listenerCount }

  /// The value; to set it is to tell all who listen, even if it is the same.
  public var value: Value {
    get { load() }
    set {
      store(newValue)
      repeater.send(newValue)
    }
  }

  /// Sends an error to all who listen; the value stays.
  public func send(error: any Error) { repeater.send(error: error) }

  /// Stores another value without telling anybody, and returns the one before.
  public func replace(with value: Value) -> Value {
    defer { store(value) }
    return load()
  }

  /// Changes the value without telling anybody.
  public func mutate(_ body: (inout Value) throws -> Void) rethrows {
    var value = load()
    try body(&value)
    store(value)
  }

  /// Sends the value and all later ones into an outlet until that ends.
  public func connect(_ outlet: Outlet<Value>) {
    // First, so that nothing is missed that the listener sets while it hears the value.
    repeater.connect(outlet)
    outlet.send(value: load())
  }
}

private final class WeakObject<Object: AnyObject> {
  weak var object: Object?
  init(_ object: Object?) { self.object = object }
}

private final class UnownedObject<Object: AnyObject> {
  unowned var object: Object
  init(_ object: Object) { self.object = object }
}

/// A value that tells of each that is set, and not of the one that it has when somebody begins to listen.
///
///     let level = Trivial(1)
///     let hearing = level.listening { event in show(event) }  // shows nothing yet
///     level.value = 2                                         // shows 2
public final class Trivial<Value>: Listenable {
  private let repeater: Repeater<Value>

  /// The value; to set it is to tell all who listen.
  public var value: Value { didSet { repeater.send(value) } }

  /// Makes one of a value.
  public init(_ value: Value, _ dispatcher: Dispatcher = .immediate) {
    self.value = value
    repeater = Repeater(dispatcher)
  }

  /// The number of those who listen.
  public var listenerCount: Int { repeater.listenerCount }

  /// Sends all later values into an outlet until that ends.
  public func connect(_ outlet: Outlet<Value>) { repeater.connect(outlet) }
}
