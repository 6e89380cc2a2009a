// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun
import WeirScenario

extension Page {
  /// The number of faults that a plot has at most.
  private static let mostFaults = 14

  /// The figure of the times at which each fault of the run struck.
  var faultFigure: Figure? {
    let strikes = timeline.strikes.kept
    var numbers: [Int] = []
    for strike in strikes where !numbers.contains(strike.fault) { numbers.append(strike.fault) }
    numbers.sort()
    let drawn = Array(numbers.prefix(Self.mostFaults))
    guard !drawn.isEmpty else { return nil }
    var plot = Plot(
      title: "Faults against time",
      about: "When each of \(drawn.count) faults struck: "
        + drawn.map(words).joined(separator: "; "),
      x: .from(0, to: lasts), y: .from(0, to: Double(drawn.count)),
      height: 50 + 34 * Double(drawn.count))
    mark(&plot)
    for (row, fault) in drawn.enumerated() {
      let floor = Double(drawn.count - row - 1)
      for strike in strikes where strike.fault == fault && seconds(strike.from) < lasts {
        let from = seconds(strike.from)
        let until = strike.until.map(seconds) ?? lasts
        plot.bar(
          from: from, to: max(until, from + lasts / 400), low: floor + 0.08, high: floor + 0.42,
          Shade.lines[row % 4])
      }
      let line = words(fault)
      plot.words(line.count <= 52 ? line : line.prefix(51) + "…", 0, floor + 0.55)
    }
    var about = "A bar for each time that a fault struck; what happens at a moment is a stroke."
    if numbers.count > drawn.count {
      about += " The first \(drawn.count) of \(numbers.count) faults are drawn."
    }
    if timeline.strikes.count > strikes.count {
      about +=
        " Of \(grouped(timeline.strikes.count)) strikes the first \(grouped(strikes.count)) are drawn."
    }
    return Figure(
      title: "Faults against time", about: about,
      svg: { [plot] id in
        plot.svg(
          xName: "seconds of virtual time", xTicks: Figure.countTicks(plot.x), yTicks: [], id: id)
      },
      heading: ["", "from second", "to second", "clients"],
      rows: strikes.prefix(Self.mostRows).map { strike in
        [
          words(strike.fault), Decimal(seconds(strike.from), places: 3).description,
          strike.until.map { Decimal(seconds($0), places: 3).description } ?? "never",
          strike.clients == 0 ? "" : grouped(strike.clients),
        ]
      })
  }

  private func seconds(_ instant: Instant) -> Double { Double(instant.nanoseconds) / 1e9 }

  /// Returns a fault as a scenario says it.
  private func words(_ fault: Int) -> String {
    outcome.faults.indices.contains(fault)
      ? outcome.scenario.line(of: outcome.faults[fault]) : "fault \(fault)"
  }
}
