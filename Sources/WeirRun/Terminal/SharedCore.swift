// SPDX-License-Identifier: GPL-3.0-or-later
import CCores
import Glibc
import Synchronization

/// The core on which a thread and the programs that it speaks with work.
///
///     let here = core.enter()  // and a program that is elsewhere is brought there
///     … lines are said and answered …
///     core.leave()
///
/// Only one of them works at a time. On two cores each would sleep meanwhile, and to wake a core takes several times as long as
/// the line. A thread is kept there while it handles events, and is free in between: what else it starts has nothing to do with
/// this.
package final class SharedCore: Sendable {
  /// The number of lines between two looks for a core with less to do.
  private static let patience = 1024

  private struct State {
    /// The thread that is kept on the core, and its number for the machine; nil: none is.
    var thread: (id: pthread_t, number: pid_t)?
    /// The core.
    var core: Int32?
    /// The cores that the thread may be on otherwise.
    var all = weir_cores()
    var lines = 0
  }

  private let state = Mutex(State())

  /// Makes the core of nobody yet.
  package init() {}

  deinit { leave() }

  /// Brings the thread, and with it whatever it starts before it leaves, to one core; nil: nobody knows of cores here.
  func enter() -> Int32? {
    state.withLock { state in
      state.lines += 1
      let isTime = state.lines % Self.patience == 0
      if let thread = state.thread, pthread_equal(thread.id, pthread_self()) != 0,
        !isTime
      {
        return state.core
      }
      Self.free(&state)
      if isTime {
        // Whoever wakes up is put where there is least to do.
        var moment = timespec(tv_sec: 0, tv_nsec: 1)
        unsafe nanosleep(&moment, nil)
      }
      let here = weir_core_here()
      guard here >= 0, unsafe weir_cores_read(&state.all) else { return nil }
      state.thread = (pthread_self(), weir_thread_here())
      state.core = here
      Self.keep(0, on: here)
      return here
    }
  }

  /// Sets the thread free.
  package func leave() { state.withLock { Self.free(&$0) } }

  private static func free(_ state: inout State) {
    guard let thread = state.thread else { return }
    unsafe weir_cores_keep(thread.number, &state.all)
    state.thread = nil
  }

  /// Brings a program and all that it has started to a core.
  package static func bring(_ program: Int32, to core: Int32) {
    weir_cores_keep_program(program, core)
  }

  private static func keep(_ thread: pid_t, on core: Int32) {
    var one = weir_cores_one(core)
    unsafe weir_cores_keep(thread, &one)
  }
}
