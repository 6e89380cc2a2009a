// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
package import WeirCore
package import WeirDiff
package import WeirTree

/// The stack of one phone whose list is written with callbacks.
///
/// Each thing that it is told calls back what waits for it, and what the list asked for meanwhile are the wishes.
package struct CallbackStack: ClientStack {
  private let app: App

  package init(
    _ context: StackContext, _ makeList: @Sendable (CallbackPhone) -> any CallbackList
  ) {
    app = App(CallbackPhone(context), makeList)
  }

  package mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    let phone = app.phone
    if phone.isOpen {
      if !phone.hasLost { return }
      phone.close(app.list)
    }
    phone.open(app.list, at: now)
    phone.takeWishes(into: &wishes)
  }

  package mutating func close(into wishes: inout [StackWish]) {
    guard app.phone.isOpen else { return }
    app.phone.close(app.list)
    app.phone.takeWishes(into: &wishes)
  }

  package mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    app.phone.hear(event, from: tag, at: now)
    app.phone.takeWishes(into: &wishes)
  }

  package mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    app.phone.lose(tag, refusal, at: now)
    app.phone.takeWishes(into: &wishes)
  }

  package mutating func answer(
    _ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]
  ) {
    // Nothing else is asked for.
    guard case .settled(let tag, let answer) = answer else { return }
    app.phone.settle(tag, answer, at: now)
    app.phone.takeWishes(into: &wishes)
  }

  package mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    // No scenario lets people do anything else with it.
    guard case .loadPage(let call, let rows) = command else { return }
    app.phone.loadPage(call, of: rows, from: app.list, at: now)
    app.phone.takeWishes(into: &wishes)
  }

  package mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    app.phone.wake(at: now)
    app.phone.takeWishes(into: &wishes)
  }

  package mutating func publish(into update: inout StackUpdate) {
    app.phone.publish(into: &update)
  }

  package var sectionCount: Int { 1 }
  package func rowCount(in section: Int) -> Int { app.phone.shown.count }
  package func row(at place: Place) -> Row { app.phone.shown[Int(place.row)] }
}

extension CallbackStack {
  /// An app with its list, which goes on while copies of its stack are made.
  private final class App: @unchecked Sendable {
    // Touched by the thread alone that runs the world of phones.
    let phone: CallbackPhone
    let list: any CallbackList

    init(_ phone: CallbackPhone, _ makeList: (CallbackPhone) -> any CallbackList) {
      self.phone = phone
      list = makeList(phone)
    }

    /// An app that is killed is gone: nobody calls it any more.
    deinit { phone.silence() }
  }
}
