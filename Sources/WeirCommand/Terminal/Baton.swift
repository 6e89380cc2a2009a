// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// A token that two processes hand to each other, so that only one of them works at a time.
///
///     var baton = Baton(.first)
///     for round in 0..<4 {
///       baton.begin(round)
///       for task in tasks {
///         work(task)
///         baton.finishTurn()  // the other does the same task, before or after
///       }
///     }
///
/// A process that does a task behind the other finds what they share warmed: libraries, files, the
/// system itself. Therefore they lead by turns, and the one that followed leads next, without
/// handing over in between: one, two, two, one, one, two. A task that one leads in one round the
/// other leads in the next.
package struct Baton {
  /// The position of a process: it works first or second.
  package enum Place: String {
    case first
    case second
  }

  /// The descriptor that it comes from in a process that was started for this: the standard input.
  static let inlet: Int32 = 0
  /// The descriptor that it goes to there: the one behind those that every program has.
  static let outlet: Int32 = 3

  /// `true` if this process does its task before the other does.
  private var leads: Bool
  private let place: Place
  private let inlet: Int32
  private let outlet: Int32

  /// The end of one process, which may not work before it has the baton.
  ///
  /// The second process has it from the start and passes it when it is ready; so the first waits for both.
  package init(_ place: Place, inlet: Int32 = Self.inlet, outlet: Int32 = Self.outlet) {
    (self.place, self.inlet, self.outlet) = (place, inlet, outlet)
    leads = place == .first
    if place == .second { pass() }
    take()
  }

  /// Begins to do all tasks once more.
  package mutating func begin(_ round: Int) {
    let leadsNow = (place == .first) == (round % 2 == 0)
    if leads, !leadsNow {
      pass()
      take()
    }
    leads = leadsNow
  }

  /// Ends a task: hands over, and waits for the next turn.
  package mutating func finishTurn() {
    leads.toggle()
    // The one that followed leads next, and has it already.
    if leads { return }
    pass()
    take()
  }

  /// Waits for the other process to pass it; not if that has ended.
  private func take() {
    var byte = UInt8(0)
    while unsafe read(inlet, &byte, 1) < 0, errno == EINTR {}
  }

  /// Gives it to the other process, if that is there still.
  private func pass() {
    var byte = UInt8(1)
    while unsafe write(outlet, &byte, 1) < 0, errno == EINTR {}
  }

  /// The descriptors with which the two processes are started.
  package struct Ends {
    /// The descriptors from which the process that goes first takes it, and to which it passes it.
    package let first: (inlet: Int32, outlet: Int32)
    /// The same for who goes second.
    package let second: (inlet: Int32, outlet: Int32)

    /// Makes two pipes; nil if the system has none left, with the reason in `errno`.
    package init?() {
      var there: [Int32] = [-1, -1]
      var back: [Int32] = [-1, -1]
      guard unsafe pipe(&there) == 0 else { return nil }
      guard unsafe pipe(&back) == 0 else {
        let number = errno
        for end in there { Glibc.close(end) }
        errno = number
        return nil
      }
      for end in there + back { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      first = (inlet: back[0], outlet: there[1])
      second = (inlet: there[0], outlet: back[1])
    }

    /// Gives them up, so that who has lost the other process hears of it.
    func close() {
      for end in [first.inlet, first.outlet, second.inlet, second.outlet] { Glibc.close(end) }
    }
  }
}
