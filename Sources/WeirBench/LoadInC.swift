// SPDX-License-Identifier: GPL-3.0-or-later
import CFloors

/// A load on the event queue that is written in C, its whole loop included.
///
///     let load = LoadInC(weir_floor_hold, pending: 100)
///     load.turn(1_000)  // what `Hold(pending: 100)` returns for a thousand turns
@safe
struct LoadInC: ~Copyable {
  private let run: OpaquePointer

  /// Fills a queue.
  init?(_ load: weir_floor_load, pending: Int) {
    guard let run = unsafe weir_floor_run_make(load, UInt64(pending)) else { return nil }
    unsafe self.run = run
  }

  deinit { unsafe weir_floor_run_end(run) }

  /// Does `count` operations, and returns something that depends on all of them.
  func turn(_ count: Int) -> UInt64 { unsafe weir_floor_run_turn(run, UInt64(count)) }
}
