// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

extension Stage<UnionStream> {
  /// Adds items to a source that is a transient stream.
  mutating func add(_ number: Int, _ items: [(key: Key, node: Node)]) {
    change(number) { $0.add(items, at: $1, into: &$2) }
  }

  /// Removes items from a source that is a transient stream.
  mutating func remove(_ number: Int, _ letters: String) {
    change(number) { $0.remove(letters.map { Key("\($0)") }, at: $1, into: &$2) }
  }

  mutating func change(
    _ number: Int, _ body: (inout TransientStream, Instant, inout [StackWish]) -> Void
  ) {
    act { union, now, wishes in
      union.withSource(number, at: now, into: &wishes) { source, wishes in
        source.withTransient { body(&$0, now, &wishes) }
      }
    }
  }
}

extension Stage<PartitionedStream> {
  /// Adds items to a source that is a transient stream.
  mutating func add(_ items: [(key: Key, node: Node)]) {
    change { $0.add(items, at: $1, into: &$2) }
  }

  /// Removes items from a source that is a transient stream.
  mutating func remove(_ letters: String) {
    change { $0.remove(letters.map { Key("\($0)") }, at: $1, into: &$2) }
  }

  mutating func change(
    _ body: (inout TransientStream, Instant, inout [StackWish]) -> Void
  ) {
    act { parts, now, wishes in
      parts.withSource(at: now, into: &wishes) { source, wishes in
        source.withTransient { body(&$0, now, &wishes) }
      }
    }
  }
}
