// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTree

/// The growth of the cost of one child's write with the number of its siblings, from a thousand to
/// a million: the exponent of a line through the logarithms.
///
/// `time` is measured at all sizes in turn, several times, and the medians are fitted; `work`
/// counts the comparisons of keys and the nodes entered, which is exact and needs a build that
/// counts. The twins are the oracle and a server that sorts again, at smaller sizes.
enum GrowthBench {
  static let all: [Benchmark] =
    growth("view/write", views, twin: oracle) + growth("view/own-write", ownViews, twin: ownOracle)
    + growth("backend/write/key", { backend($0, .key) }, twin: { naive($0, .key) })
    + growth(
      "backend/write/child", { backend($0, BackendBench.byScore) },
      twin: { naive($0, BackendBench.byScore) })

  private static let sizes = [1_000, 10_000, 100_000, 1_000_000]
  private static let twinSizes = [250, 500, 1_000, 2_000]

  private static let views: Maker = { ViewedSiblings<ViewEngine>($0).change }
  private static let oracle: Maker = { ViewedSiblings<ViewOracle>($0).change }
  private static let ownViews: Maker = { ViewedSiblings<ViewEngine>($0).write }
  private static let ownOracle: Maker = { ViewedSiblings<ViewOracle>($0).write }

  private static func backend(_ size: Int, _ index: Query.Index) -> (Int) -> Void {
    ServedSiblings(size, Query(index, limit: .last(Siblings.window))).write
  }

  private static func naive(_ size: Int, _ index: Query.Index) -> (Int) -> Void {
    NaiveServer(size, Query(index, limit: .last(Siblings.window))).write
  }

  private static func growth(
    _ name: String, _ make: @escaping Maker, twin: @escaping Maker
  ) -> [Benchmark] {
    let note = MapWork.isCounting ? nil : "to count: swift build -c release -Xswiftc -DCOUNTING"
    return [
      Benchmark(
        name: "growth/time/\(name)", unit: "exponent", goal: 0.15,
        subject: { $0.record(timeExponent(sizes.map($0.scaled), steps: 20_000, make, $0)) },
        twin: { $0.record(timeExponent(twinSizes.map($0.scaled), steps: 20, twin, $0)) }),
      Benchmark(
        name: "growth/counted/\(name)", unit: "exponent", goal: 0.15, note: note,
        subject: { $0.record(workExponent(sizes.map($0.scaled), make, $0)) }),
    ]
  }

  /// Returns the exponent of what the maps do in a step.
  private static func workExponent(_ sizes: [Int], _ make: Maker, _ timer: Timer) -> Double {
    guard MapWork.isCounting else { return .nan }
    let count = timer.scaled(20_000)
    let costs = sizes.map { size in
      let load = make(size)
      let before = MapWork.total
      load(count)
      return Double(MapWork.total - before) / Double(count)
    }
    return exponent(sizes, costs)
  }
}
