// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirMetrics
import WeirTrace

/// The single measurements of a run as a table, written piece by piece.
///
///     try file.append(SamplesTable.heading)
///     while world.advance(by: 8192) { try file.append(table.lines(world.takeSamples())) }
///
/// Nothing is kept, however long the run is.
package struct SamplesTable: Sendable {
  private let name: String
  private let seed: String

  /// Makes the table of a run.
  package init(scenario: String, seed: UInt64) {
    name = scenario
    self.seed = "\(seed)"
  }

  /// The first line of the file.
  package static var heading: [UInt8] { CSVWriter(columns: Table.samples.header).bytes }

  /// Returns the lines of some measurements.
  package func lines(_ samples: [Sample]) -> [UInt8] {
    var writer = CSVWriter(columns: Table.samples.header)
    let start = writer.bytes.count
    for sample in samples {
      writer.append([
        .integer(Int64(Table.samples.version)), .text(name), .text(seed),
        .text(sample.series.rawValue),
        .text(sample.stage == 0 ? "all" : "stage \(sample.stage)"), "s",
        .number(Double(sample.at.nanoseconds) / 1e9), .number(Double(sample.nanoseconds) / 1e9),
        sample.client == Step.nobody ? .none : .integer(Int64(sample.client)),
      ])
    }
    return Array(writer.bytes[start...])
  }
}
