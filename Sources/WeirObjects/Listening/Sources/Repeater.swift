// SPDX-License-Identifier: Apache-2.0

/// A source that sends whatever it is told to all of its listeners.
///
///     let words = Repeater<String>()
///     let hearing = words.listening { event in show(event) }
///     words.send("hello")
///
/// - Those hear an event who listened when it was sent, in the order in which they came. Who comes while it is delivered
///   does not hear it, and who was disposed of while it is delivered does not hear it any more.
/// - What a listener sends while an event is delivered is delivered after that, so that all hear the same order.
public final class Repeater<Value>: Listenable {
  private var outlets: [(number: Int, outlet: Outlet<Value>)] = []
  private var lastNumber = 0
  private var waiting: [(event: ListenEvent<Value>, to: [Outlet<Value>])] = []
  private var isDelivering = false
  private let dispatcher: Dispatcher

  /// Makes a source that nobody listens to.
  public init(_ dispatcher: Dispatcher = .immediate) { self.dispatcher = dispatcher }

  /// The number of those who listen.
  public var listenerCount: Int { outlets.count }

  /// Sends an event to all who listen now.
  public func send(_ event: ListenEvent<Value>) {
    let listeners = outlets.map(\.outlet)
    // Kept until it is delivered: what was sent is heard even if the source is dropped meanwhile.
    dispatcher.dispatch { self.deliver(event, to: listeners) }
  }

  /// Sends a value to all who listen now.
  public func send(_ value: Value) { send(.value(value)) }

  /// Sends an error to all who listen now.
  public func send(error: any Error) { send(.error(error)) }

  /// Sends events into an outlet until that ends.
  public func connect(_ outlet: Outlet<Value>) {
    lastNumber += 1
    let number = lastNumber
    outlets.append((number, outlet))
    outlet.whenEnded { [weak self] in self?.outlets.removeAll { $0.number == number } }
  }

  private func deliver(_ event: ListenEvent<Value>, to listeners: [Outlet<Value>]) {
    waiting.append((event, listeners))
    if isDelivering { return }
    isDelivering = true
    while !waiting.isEmpty {
      let (event, listeners) = waiting.removeFirst()
      for outlet in listeners { outlet.send(event) }
    }
    isDelivering = false
  }
}

/// The moment at which a ``Repeater`` delivers what was sent.
public struct Dispatcher {
  let dispatch: (@escaping () -> Void) -> Void

  /// Delivers at once, before `send` returns.
  public static var immediate: Dispatcher { Dispatcher { $0() } }

  /// Delivers when a queue is told to run.
  ///
  ///     let turn = DeliveryQueue()
  ///     let later = Repeater<Int>(.queue(turn))
  public static func queue(_ queue: DeliveryQueue) -> Dispatcher { Dispatcher { queue.add($0) } }

  /// Hands each delivery to the app, which makes it once, in the order in which they came.
  public static func custom(_ dispatch: @escaping (@escaping () -> Void) -> Void) -> Dispatcher {
    Dispatcher(dispatch: dispatch)
  }

  private init(dispatch: @escaping (@escaping () -> Void) -> Void) { self.dispatch = dispatch }
}

/// Deliveries that wait until the app says so, for instance in the next turn of its loop.
///
///     let turn = DeliveryQueue()
///     turn.add { show("later") }
///     turn.run()  // shows it
public final class DeliveryQueue {
  private var waiting: [() -> Void] = []

  /// Makes an empty queue.
  public init() {}

  /// The number of deliveries that wait.
  public var count: Int { waiting.count }

  /// Lets a delivery wait.
  public func add(_ delivery: @escaping () -> Void) { waiting.append(delivery) }

  /// Makes all deliveries that wait now, in order; what is added meanwhile waits for the next run.
  public func run() {
    let now = waiting
    waiting = []
    for delivery in now { delivery() }
  }
}
