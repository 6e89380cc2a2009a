// SPDX-License-Identifier: Apache-2.0

/// The right to hear something, which ends when it is disposed of, and with its last reference.
///
///     let disposable = numbers.listening { event in show(event) }
///     disposable.dispose()
///     disposable.isDisposed  // true
///
/// Nothing is delivered after ``dispose()`` has returned, not even what was sent before.
public final class Disposable {
  private let life: any Ending

  /// Makes one that calls `end` when it is disposed of.
  public init(_ end: @escaping () -> Void) { life = EndingCall(end) }

  init(_ life: any Ending) { self.life = life }

  /// One that was disposed of already.
  public static var empty: Disposable {
    let disposable = Disposable {}
    disposable.dispose()
    return disposable
  }

  /// `true` if it was disposed of, by the app or by what was listened to, as ``Listenable/once()`` does it.
  public var isDisposed: Bool { !life.isOpen }

  /// Ends the listening; to do so twice is to do so once.
  public func dispose() { life.end() }

  deinit { life.end() }
}

/// Disposables that end together.
///
///     let store = DisposableStore()
///     store.add(numbers.listening { event in show(event) })
///     store.dispose()  // ends all of them, and keeps none
///
/// It can be filled again, and ends what it has with its last reference.
public final class DisposableStore {
  private var disposables: [Disposable] = []

  /// Makes an empty store.
  public init() {}

  /// The number of those in it that are not disposed of.
  public var count: Int { disposables.count { !$0.isDisposed } }

  /// Takes one in.
  public func add(_ disposable: Disposable) {
    disposables.removeAll(where: \.isDisposed)
    disposables.append(disposable)
  }

  /// Disposes of all, in the order in which they came.
  public func dispose() {
    let ended = disposables
    disposables = []
    for disposable in ended { disposable.dispose() }
  }
}

extension Disposable {
  /// Puts it into a store, which keeps it.
  public func store(in store: DisposableStore) { store.add(self) }
}

/// Something that a disposable ends.
protocol Ending: AnyObject {
  var isOpen: Bool { get }
  func end()
}

/// A call that is made once.
final class EndingCall: Ending {
  private var call: (() -> Void)?

  init(_ call: @escaping () -> Void) { self.call = call }

  var isOpen: Bool { call != nil }

  func end() {
    let last = call
    call = nil
    last?()
  }
}
