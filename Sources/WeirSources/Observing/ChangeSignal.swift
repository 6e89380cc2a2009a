// SPDX-License-Identifier: Apache-2.0

/// A bell that a source rings when there may be something new; it carries no news itself.
///
/// A listener pulls when it hears it. A bell that is rung while it rings is rung once more when all have heard it, so listeners
/// are never called within one another.
public final class ChangeSignal {
  private var listeners: [(number: Int, call: () -> Void)] = []
  private var nextNumber = 0
  private var isRinging = false
  private var isRungAgain = false

  /// Makes a bell that nobody hears.
  public init() {}

  /// Calls `listener` at each ring for as long as the returned object lives.
  public func listen(_ listener: @escaping () -> Void) -> SignalListener {
    nextNumber += 1
    listeners.append((nextNumber, listener))
    return SignalListener(self, nextNumber)
  }

  /// Calls every listener, in the order in which they came.
  public func ring() {
    if isRinging {
      isRungAgain = true
      return
    }
    isRinging = true
    repeat {
      isRungAgain = false
      for (number, call) in listeners where isListening(number) { call() }
    } while isRungAgain
    isRinging = false
  }

  fileprivate func remove(_ number: Int) { listeners.removeAll { $0.number == number } }

  private func isListening(_ number: Int) -> Bool {
    listeners.contains { $0.number == number }
  }
}

/// The right to be called by a signal; it ends with this object.
public final class SignalListener {
  private weak let signal: ChangeSignal?
  private let number: Int

  fileprivate init(_ signal: ChangeSignal, _ number: Int) {
    self.signal = signal
    self.number = number
  }

  deinit { signal?.remove(number) }
}
