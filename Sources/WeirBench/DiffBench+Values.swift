// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBenchmarks
import WeirDiff

extension DiffBench {
  /// Lists of texts that say themselves who they are; an operation is one text of the old list.
  ///
  /// The twin is the diff that knows only that texts can be hashed. The floor reads both lists once, not the letters.
  /// Under `diff/values/library`, the twin is `difference(from:)` of the standard library, with its moves.
  static let values: [Benchmark] =
    EditPattern.usual.flatMap { pattern in
      valueSizes.map { benchmark("text", pattern, $0, letters) }
    }
    + [EditPattern.edits1, .moves1, .shuffle].flatMap { pattern in
      [
        benchmark("short-text", pattern, sizes[2]) { String($0, radix: 36) },
        benchmark("beyond-ascii", pattern, sizes[2]) { "\u{E9}" + letters($0) },
      ]
    }
    + [EditPattern.identical, .edits1].map {
      benchmark("fresh-text", $0, sizes[2], isFresh: true, letters)
    }
    + [EditPattern.edits1, .shuffle].map(withOwnMemory)
    + [EditPattern.append1, .prepend50, .edits1, .moves1].map(library)

  private static let valueSizes = Array(sizes.prefix(3))

  private static func benchmark(
    _ kind: String, _ pattern: EditPattern, _ size: (Int, String), isFresh: Bool = false,
    _ make: @escaping @Sendable (Int) -> String
  ) -> Benchmark {
    let lists = { @Sendable (timer: borrowing Timer) in
      texts(pattern, max(600, timer.scaled(size.0)), isFresh, make)
    }
    return Benchmark(
      name: "diff/values/\(kind)/\(pattern.rawValue)/\(size.1)", note: "floor: both lists are read",
      subject: { timer in
        let texts = lists(timer)
        measure(texts.old.count, &timer) {
          diff(values: texts.old, to: texts.new, into: &$0, workspace: &$1)
        }
      },
      twin: { timer in
        let texts = lists(timer)
        measure(texts.old.count, &timer) {
          diffAsAnyValues(texts.old, texts.new, into: &$0, workspace: &$1)
        }
      },
      floor: { timer in
        let texts = lists(timer)
        measure(texts.old.count, &timer) { _, _ in
          consume(readAll(texts.old) &+ readAll(texts.new))
        }
      })
  }

  /// The overload that has memory of its own must know texts, too.
  private static func withOwnMemory(_ pattern: EditPattern) -> Benchmark {
    let lists = { @Sendable (timer: borrowing Timer) in
      texts(pattern, max(600, timer.scaled(sizes[1].0)), false, letters)
    }
    return Benchmark(
      name: "diff/values/own-memory/\(pattern.rawValue)/\(sizes[1].1)",
      subject: { timer in
        let texts = lists(timer)
        measure(texts.old.count, &timer) { changes, _ in
          changes = diff(values: texts.old, to: texts.new)
        }
      },
      twin: { timer in
        let texts = lists(timer)
        measure(texts.old.count, &timer) { changes, _ in
          changes = differenceOfAnyValues(texts.old, texts.new)
        }
      })
  }

  /// Only patterns with few edits: the standard library compares shuffled lists in quadratic time.
  private static func library(_ pattern: EditPattern) -> Benchmark {
    let lists = { @Sendable (timer: borrowing Timer) in
      texts(pattern, max(600, timer.scaled(sizes[0].0)), false, letters)
    }
    return Benchmark(
      name: "diff/values/library/\(pattern.rawValue)/\(sizes[0].1)",
      subject: { timer in
        let texts = lists(timer)
        measure(texts.old.count, &timer) {
          diff(values: texts.old, to: texts.new, into: &$0, workspace: &$1)
        }
      },
      twin: { timer in
        let texts = lists(timer)
        measure(texts.old.count, &timer) { _, _ in
          consume(UInt64(texts.new.difference(from: texts.old).inferringMoves().count))
        }
      })
  }

  /// Returns the texts of both lists; those of one id share their memory unless they are fresh.
  private static func texts(
    _ pattern: EditPattern, _ count: Int, _ isFresh: Bool, _ make: (Int) -> String
  ) -> (old: [String], new: [String]) {
    let edit = pattern.edit(count)
    let old = edit.old.map { make($0.id) }
    if isFresh { return (old, edit.new.map { make($0.id) }) }
    var known: [Int: String] = [:]
    for (row, text) in zip(edit.old, old) { known[row.id] = text }
    return (old, edit.new.map { known[$0.id] ?? make($0.id) })
  }
}

/// Diffs texts by the overload for all values, because nothing else is known of the type.
private func diffAsAnyValues<Value: Hashable>(
  _ old: [Value], _ new: [Value], into changes: inout ChangeSet, workspace: inout DiffWorkspace
) {
  diff(values: old, to: new, into: &changes, workspace: &workspace)
}

/// The same with memory of its own.
private func differenceOfAnyValues<Value: Hashable>(_ old: [Value], _ new: [Value]) -> ChangeSet {
  diff(values: old, to: new)
}
