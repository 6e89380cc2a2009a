// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirMetrics
import WeirTrace

/// The distributions of a run's lengths of time as a table that can be added to those of other runs.
package enum HistogramTable {
  /// Returns the table of a run's distributions.
  package static func csv(
    _ distributions: [MetricDistribution], scenario: String, seed: UInt64
  ) -> String {
    var writer = CSVWriter(columns: Table.histogram.header)
    for distribution in distributions {
      let head: [CSVWriter.Field] = [
        .integer(Int64(Table.histogram.version)), .text(scenario), .text("\(seed)"),
        .text(distribution.metric), .text(distribution.label), "s",
      ]
      writer.append(
        head,
        before: distribution.histogram.bins.lazy.map { bin in
          [
            .number(Double(bin.low) / 1e9), .number(Double(bin.high) / 1e9),
            .integer(Int64(bin.count)),
          ]
        })
    }
    return writer.text
  }
}
