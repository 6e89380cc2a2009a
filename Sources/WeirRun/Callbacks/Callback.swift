// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// A callback that a phone has promised: of a listen, or after a delay.
///
///     let listen = phone.listen { batch in … }
///     listen.stop()  // nothing more of it comes, and the phone listens no longer
public final class Callback {
  /// `true` while it may still come.
  public private(set) var isGoingOn = true
  /// The number of what was asked for, greater than those before.
  let number: UInt32
  /// The moment at which it is due; nil: it is that of a listen.
  let due: Instant?
  private weak var phone: CallbackPhone?
  private var hear: ((DataEvent) -> Void)?
  private var end: ((Message.Refusal) -> Void)?
  private var fire: (() -> Void)?

  /// Makes the callback of a listen.
  init(
    _ number: UInt32, of phone: CallbackPhone, hear: @escaping (DataEvent) -> Void,
    end: @escaping (Message.Refusal) -> Void
  ) {
    self.number = number
    due = nil
    self.phone = phone
    self.hear = hear
    self.end = end
  }

  /// Makes the callback after a delay.
  init(
    _ number: UInt32, of phone: CallbackPhone, due: Instant, fire: @escaping () -> Void
  ) {
    self.number = number
    self.due = due
    self.phone = phone
    self.fire = fire
  }

  /// Stops it: from now on it is silent, whatever is under way.
  ///
  /// Once it is stopped, or over, this changes nothing.
  public func stop() {
    guard isGoingOn else { return }
    silence()
    phone?.forget(self)
  }

  /// Lets go of what it would call, and with it of the list.
  func silence() {
    isGoingOn = false
    (hear, end, fire) = (nil, nil, nil)
  }

  /// Tells an event of a listen.
  func tell(_ event: DataEvent) { hear?(event) }

  /// Tells that the listen was taken away, after which nothing more comes.
  func lose(_ refusal: Message.Refusal) {
    let end = end
    silence()
    end?(refusal)
  }

  /// Tells that the delay is over, after which nothing more comes.
  func ring() {
    let fire = fire
    silence()
    fire?()
  }
}
