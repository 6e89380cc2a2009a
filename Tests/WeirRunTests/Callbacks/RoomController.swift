// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun
import WeirTree

/// The newest messages of a room, as an app keeps them that is written with callbacks.
final class RoomController: CallbackList {
  private let phone: CallbackPhone
  private var heard: [Key: UInt64] = [:]

  init(_ phone: CallbackPhone) { self.phone = phone }

  func open() {
    heard = [:]
    phone.listen { batch in
      for event in batch {
        self.heard[event.key] = event.kind == .removed ? nil : event.node.fingerprint
      }
      self.phone.show(self.rows(of: self.phone.screen.sources[0]))
    }
  }

  private func rows(of list: QueryBuilder) -> [Row] {
    let rows = heard.map { Row(key: $0.key, stamp: $0.value) }
    let sorted = rows.sorted { list.isAscending ? $0.key < $1.key : $1.key < $0.key }
    return Array(sorted.prefix(list.limit ?? sorted.count))
  }
}

/// The same for an app that gathers what comes for a moment before it shows it.
final class PatientRoomController: CallbackList {
  private let phone: CallbackPhone
  private var heard: [Key: UInt64] = [:]
  private var pause: Callback?

  init(_ phone: CallbackPhone) { self.phone = phone }

  func open() {
    heard = [:]
    phone.listen { batch in
      for event in batch {
        self.heard[event.key] = event.kind == .removed ? nil : event.node.fingerprint
      }
      if self.pause?.isGoingOn == true { return }
      self.pause = self.phone.after(.milliseconds(30)) { self.show() }
    }
  }

  private func show() {
    let rows = heard.map { Row(key: $0.key, stamp: $0.value) }.sorted { $1.key < $0.key }
    phone.show(Array(rows.prefix(phone.screen.sources[0].limit ?? rows.count)))
  }
}

/// The same with a bug: the rows are shown a moment later, when the picture of the sender is there, and an older list may come
/// behind a newer one.
final class HastyRoomController: CallbackList {
  private let phone: CallbackPhone
  private var heard: [Key: UInt64] = [:]

  init(_ phone: CallbackPhone) { self.phone = phone }

  func open() {
    heard = [:]
    phone.listen { batch in
      for event in batch {
        self.heard[event.key] = event.kind == .removed ? nil : event.node.fingerprint
      }
      let rows = self.heard.map { Row(key: $0.key, stamp: $0.value) }.sorted { $1.key < $0.key }
      let shown = Array(rows.prefix(self.phone.screen.sources[0].limit ?? rows.count))
      let pause = Interval.milliseconds(Int64(1 + self.phone.chance.below(40)))
      self.phone.after(pause) { self.phone.show(shown) }
    }
  }
}

/// A list that does what a test says.
final class ScriptedRoom: CallbackList {
  let phone: CallbackPhone
  private let opening: (CallbackPhone) -> Void
  private let closing: (CallbackPhone) -> Void
  private let page: (CallbackPhone, Int, @escaping (PageEnd) -> Void) -> Void

  init(
    _ phone: CallbackPhone, open: @escaping (CallbackPhone) -> Void,
    close: @escaping (CallbackPhone) -> Void = { _ in },
    page: @escaping (CallbackPhone, Int, @escaping (PageEnd) -> Void) -> Void = { _, _, end in
      end(.loaded(new: 0, hasMore: false))
    }
  ) {
    self.phone = phone
    opening = open
    closing = close
    self.page = page
  }

  func open() { opening(phone) }
  func close() { closing(phone) }
  func loadPage(of count: Int, end: @escaping (PageEnd) -> Void) { page(phone, count, end) }
}
