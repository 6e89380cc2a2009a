// SPDX-License-Identifier: GPL-3.0-or-later
internal import CAllocations
package import WeirGate

/// The requests of a thread to the allocator so far.
///
///     let before = Allocations.soFar
///     work()
///     Allocations.soFar?.memory(since: before)  // 1204 times, 96 kB, of glibc 2.36
package struct Allocations {
  private var count: UInt64
  private var bytes: UInt64

  /// `true` if the numbers of this build say something: a debug build asks for what an optimiser leaves out.
  static var areOfUse: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// The requests of the calling thread since it began; nil if they are not counted.
  package static var soFar: Allocations? {
    weir_allocations_are_counted()
      ? Allocations(count: weir_allocations(), bytes: weir_allocated_bytes()) : nil
  }

  /// Makes what is asked for from now on independent of where things lie in memory.
  ///
  /// A process does so before it does anything else.
  package static func beginAlike() { weir_allocations_begin_alike() }

  /// Returns the memory that was asked for between two readings.
  package func memory(since before: Allocations) -> Baseline.Memory {
    Baseline.Memory(
      allocations: count - before.count, bytes: bytes - before.bytes, allocator: Self.allocator)
  }

  /// The library that is asked.
  private static var allocator: String {
    unsafe "glibc \(String(cString: weir_allocator_version()))"
  }
}
