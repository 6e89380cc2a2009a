// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
package import WeirSweep

/// The ends of the seeds of one scenario, in order, as a strip: a cell for each seed, or for some neighbours.
///
///     var strip = SeedStrip(1...1000)
///     strip.add(result, isFailure: true)
///     strip.cells[0].failed  // 1
///
/// It has at most ``mostCells`` cells however many seeds there are. A cell of which one seed failed has failed.
package struct SeedStrip: Hashable, Sendable {
  /// The most cells.
  package static let mostCells = 200

  /// Some neighbouring seeds.
  package struct Cell: Hashable, Sendable {
    /// The number of them that were run.
    package var count = 0
    /// The number of those that failed.
    package var failed = 0
    /// The number of those that measured nothing, which may count as a failure, too.
    package var empty = 0

    package init(count: Int = 0, failed: Int = 0, empty: Int = 0) {
      (self.count, self.failed, self.empty) = (count, failed, empty)
    }
  }

  /// The seeds, in order.
  package let seeds: ClosedRange<UInt64>
  /// The number of seeds that share a cell.
  package let width: UInt64
  /// The cells, in the order of the seeds.
  package private(set) var cells: [Cell]

  /// The strip of some seeds, of which none was run.
  package init(_ seeds: ClosedRange<UInt64>) {
    self.seeds = seeds
    // The count less one: it fits wherever the range ends.
    let last = seeds.upperBound - seeds.lowerBound
    width = last / UInt64(Self.mostCells) + 1
    cells = Array(repeating: Cell(), count: Int(last / width) + 1)
  }

  /// Takes in how a seed ended; one that is not among the seeds has no cell.
  package mutating func add(_ result: SeedResult, isFailure: Bool) {
    guard seeds.contains(result.seed) else { return }
    let place = Int((result.seed - seeds.lowerBound) / width)
    cells[place].count += 1
    if isFailure { cells[place].failed += 1 }
    if result.verdict == .nothing { cells[place].empty += 1 }
  }
}

extension SeedStrip {
  /// The width of the drawing, and its height.
  private static let (drawingWidth, height) = (400.0, 44.0)

  /// The drawing of a cell.
  private enum Look: CaseIterable {
    case passed, empty, failed

    /// Failures are higher, too: colours are not all that tells them.
    var height: Double { self == .failed ? 24 : self == .empty ? 16 : 10 }
    var shade: Shade { self == .failed ? .bad : self == .empty ? .doubt : .good }
  }

  private static func look(_ cell: Cell) -> Look? {
    if cell.count == 0 { return nil }
    return cell.failed > cell.empty ? .failed : cell.empty > 0 ? .empty : .passed
  }

  /// Draws the strip; `id` tells its parts from those of others.
  func svg(title: String, id: String) -> Markup {
    let failed = cells.reduce(0) { $0 + $1.failed }
    let count = cells.reduce(0) { $0 + $1.count }
    var markup = Markup()
    markup.element(
      "svg",
      [
        "viewBox": "0 0 \(place(Self.drawingWidth)) \(place(Self.height))", "role": "img",
        "aria-labelledby": "\(id)-title \(id)-desc",
      ]
    ) { svg in
      svg.element("title", ["id": "\(id)-title"], title)
      svg.element(
        "desc", ["id": "\(id)-desc"],
        "Seeds \(seeds.lowerBound) to \(seeds.upperBound) from left to right: \(grouped(failed)) of \(grouped(count)) failed."
      )
      let step = Self.drawingWidth / Double(cells.count)
      let gap = cells.count <= 100 ? 1.0 : 0.0
      for look in Look.allCases {
        var path = ""
        for (number, cell) in cells.enumerated() where Self.look(cell) == look {
          path +=
            "M\(place(Double(number) * step)) 26v-\(place(look.height))"
            + "h\(place(max(0.6, step - gap)))v\(place(look.height))z"
        }
        if !path.isEmpty {
          svg.empty("path", ["style": "fill:var(--\(look.shade.name))", "d": path])
        }
      }
      svg.empty(
        "line",
        ["class": "axis", "x1": "0", "x2": place(Self.drawingWidth), "y1": "26", "y2": "26"])
      svg.element("text", ["class": "quiet", "x": "0", "y": "40"], "\(seeds.lowerBound)")
      svg.element(
        "text",
        ["class": "quiet", "x": place(Self.drawingWidth), "y": "40", "text-anchor": "end"],
        "\(seeds.upperBound)")
    }
    return markup
  }
}
