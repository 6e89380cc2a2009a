// SPDX-License-Identifier: GPL-3.0-or-later
import WeirScenario

extension Baseline {
  /// The memory that a run asked the allocator for.
  ///
  /// It is as exact as any other number, but of one build and one C library only: what an optimiser leaves out is not
  /// asked for, and libraries differ in how much room they give.
  package struct Memory: Hashable, Sendable {
    /// The number of times it asked.
    package var allocations: UInt64
    /// The number of bytes.
    package var bytes: UInt64
    /// The allocator that it asked: the library and its version.
    package var allocator: String

    /// Makes a count.
    package init(allocations: UInt64, bytes: UInt64, allocator: String) {
      (self.allocations, self.bytes, self.allocator) = (allocations, bytes, allocator)
    }
  }

  /// The part of the key that says whom a run asked for memory.
  static let allocatorKey = "allocator"

  /// The allocator that counted the memory that a run asked for; nil if it was not counted.
  package var allocator: String? { key.first { $0.name == Self.allocatorKey }?.value }

  /// Returns the same numbers, and what the run asked the allocator for.
  package func counting(_ memory: Memory) -> Baseline {
    var other = withoutMemory()
    other.key.append(KeyPart(name: Self.allocatorKey, value: memory.allocator))
    other.entries += [
      .cost("allocations", "1", memory.allocations), .cost("allocated-bytes", "B", memory.bytes),
    ]
    return other
  }

  /// `true` if another run has the same numbers; what memory they asked for counts where both have counted it.
  package func isSame(as other: Baseline) -> Bool {
    if allocator != nil, other.allocator != nil { return self == other }
    return withoutMemory() == other.withoutMemory()
  }

  /// Returns the baseline without the memory that the run asked for.
  package func withoutMemory() -> Baseline {
    var other = self
    other.key.removeAll { $0.name == Self.allocatorKey }
    other.entries.removeAll { Scenario.Gate.memoryMetrics.contains($0.metric) }
    return other
  }
}
