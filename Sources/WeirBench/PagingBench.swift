// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirPaging

/// The cost of a page of twenty rows at the end of a list, from the answer to the change set, by the length of the list.
///
/// The twin puts the page behind an array and compares the whole list with the one before. The exponent is that of a
/// line through the logarithms of the medians at 1,000, 10,000 and 100,000 rows; lists grow by a tenth while they are
/// measured, so that no table has to be made larger.
enum PagingBench {
  static let all: [Benchmark] =
    sizes.map { size in
      Benchmark(
        name: "paging/append/\(size / 1000)k", subject: { append(size, .keepFirst, &$0) },
        twin: { compareAll(size, &$0) }, floor: { append(size, .off, &$0) })
    } + [
      Benchmark(
        name: "growth/time/paging/append", unit: "exponent", goal: 0.15,
        subject: { $0.record(exponent(of: append(.keepFirst), $0)) },
        twin: { $0.record(exponent(of: compareAll, $0)) },
        floor: { $0.record(exponent(of: append(.off), $0)) })
    ]

  private struct Post: ListRow, Sendable {
    var id: Int
    var likes = 0
    var rowID: Int { id }
    func showsTheSame(as other: Post) -> Bool { likes == other.likes }
  }

  private typealias Load = (_ size: Int, _ timer: inout Timer) -> Void

  private static let sizes = [1_000, 10_000, 100_000]
  private static let pageSize = 20
  /// The rows that all lists of one measurement have together.
  private static let rows = 100_000

  private static func append(_ policy: DuplicatePolicy) -> Load {
    { size, timer in append(size, policy, &timer) }
  }

  /// Measures pages at the ends of as many lists as it takes.
  private static func append(_ size: Int, _ policy: DuplicatePolicy, _ timer: inout Timer) {
    let pages = max(1, size / 10 / pageSize)
    var pagers = (0..<timer.scaled(rows / size)).map { _ in pager(of: size, policy) }
    let answers = (0..<pages).map { answer(from: size + $0 * pageSize) }
    var wishes: [PagerWish] = []
    var changes = ChangeSet()
    var sum = 0
    timer.start()
    for index in pagers.indices {
      for answer in answers {
        wishes.removeAll(keepingCapacity: true)
        pagers[index].loadNextPageIfNeeded(at: .zero, into: &wishes)
        guard case .fetch(let request) = wishes.first else { continue }
        pagers[index].receive(answer, to: request.id, at: .zero, into: &wishes)
        pagers[index].publish(into: &changes)
        sum += changes.inserts.count
      }
    }
    timer.stop(after: pagers.count * pages)
    invariant(sum == pagers.count * pages * pageSize, "a page was lost")
    consume(UInt64(sum))
  }

  /// Measures arrays that are compared as a whole.
  private static func compareAll(_ size: Int, _ timer: inout Timer) {
    let pages = min(20, max(1, size / 10 / pageSize))
    var lists = (0..<timer.scaled(min(5, rows / size))).map { _ in posts(0..<size) }
    let answers = (0..<pages).map { answer(from: size + $0 * pageSize) }
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    var sum = 0
    timer.start()
    for index in lists.indices {
      for answer in answers {
        let longer = lists[index] + answer.items
        diff(from: lists[index], to: longer, into: &changes, workspace: &workspace)
        lists[index] = longer
        sum += changes.inserts.count
      }
    }
    timer.stop(after: lists.count * pages)
    consume(UInt64(sum))
  }

  private static func exponent(of load: Load, _ timer: Timer) -> Double {
    let sizes = sizes.map { timer.isQuick ? $0 / 10 : $0 }
    var samples = [[Double]](repeating: [], count: sizes.count)
    for _ in 0..<(timer.isQuick ? 1 : 3) {
      for (index, size) in sizes.enumerated() {
        var watch = timer
        load(size, &watch)
        samples[index].append(watch.nanoseconds)
      }
    }
    return GrowthBench.exponent(sizes, samples.map { $0.sorted()[$0.count / 2] })
  }

  private static func pager(of size: Int, _ policy: DuplicatePolicy) -> Pager<Post> {
    var rules = PagerRules(pageSize: pageSize)
    rules.duplicates = policy
    do throws(Problems) {
      var pager = try Pager<Post>(rules)
      var wishes: [PagerWish] = []
      pager.load(at: .zero, into: &wishes)
      for start in stride(from: 0, to: size, by: pageSize) {
        pager.receive(
          answer(from: start), to: start / pageSize + 1, at: .zero, into: &wishes)
        if start + pageSize < size { pager.loadNextPageIfNeeded(at: .zero, into: &wishes) }
        var changes = ChangeSet()
        pager.publish(into: &changes)
      }
      return pager
    } catch {
      invariantBroken("a benchmark's rules are wrong: \(error)")
    }
  }

  private static func answer(from start: Int) -> PageAnswer<Post> {
    PageAnswer(items: posts(start..<(start + pageSize)), total: .max)
  }

  private static func posts(_ ids: Range<Int>) -> [Post] { ids.map { Post(id: $0) } }
}
