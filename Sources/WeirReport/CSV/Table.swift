// SPDX-License-Identifier: GPL-3.0-or-later

/// A kind of CSV table that Weir writes: its file, the version of its meaning, and every column in order.
///
///     Table.samples.file                      // "samples.csv"
///     Table.samples.columns.map(\.name).last  // "nivcsw"
///
/// Every table follows one rule: RFC 4180 with a header and CR LF, UTF-8 without a byte order mark, basic SI
/// units, the fewest digits that read back as the same number, an empty field for what does not apply
/// (never `N/A` or 0), rows in a fixed order. Columns are only ever added at the end; when the meaning of
/// one changes, `schema_version`, the first column of all tables, goes up by one.
package struct Table: Sendable {
  /// A column.
  package struct Column: Hashable, Sendable {
    /// Its name in the header.
    package let name: String
    /// The meaning of its fields, in a few words.
    package let meaning: String

    init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// The name of the file.
  package let file: String
  /// The version of its columns' meaning.
  package let version: Int
  /// The meaning of a row, in a sentence.
  package let about: String
  /// Its columns, without `schema_version`.
  package let columns: [Column]

  /// The names of all columns, as the header has them.
  package var header: [String] { ["schema_version"] + columns.map(\.name) }

  /// The rules of the columns as a table in Markdown, a row each.
  package var markdown: String {
    "| column | meaning |\n|---|---|\n"
      + "| `schema_version` | the version of this table's meaning: \(version) |\n"
      + columns.map { "| `\($0.name)` | \($0.meaning) |\n" }.joined()
  }
}

extension Table {
  /// The tables whose columns are told one by one in `Reports/README.md`.
  package static let all = [samples, histogram, comparison, gate, pairsOfGate]

  private static let what = [
    Column("scenario", "its name"),
    Column("seed", "the seed of all chance"),
  ]

  /// One row for each single measurement.
  package static let samples = Table(
    file: "samples.csv", version: 1,
    about: "One row for each measurement, in the order in which they were made.",
    columns: what + [
      Column("metric", "its name, as in `weir list metrics`"),
      Column("group", "`all`, or a stage of the load by its number: `stage 3`"),
      Column("unit", "`s`"),
      Column("at", "when it was complete, in virtual seconds"),
      Column("value", "what was measured"),
      Column("client", "the number of the client that it belongs to; empty for the backend's own"),
    ])

  /// One row for each bin of a distribution that holds anything.
  package static let histogram = Table(
    file: "hist.csv", version: 1,
    about:
      "One row for each bin of a metric's distribution that holds anything. The edges of bins are the"
      + " same in every file, so that the distributions of several runs are added by adding `count`.",
    columns: what + [
      Column("metric", "its name, as in `weir list metrics`"),
      Column(
        "group",
        "`all`, a stage of the load: `stage 3: 200/s`, or a group of clients: `clients phones`"),
      Column("unit", "`s`"),
      Column("lo", "the lower edge, which belongs to the bin"),
      Column("hi", "the upper edge, which does not"),
      Column("count", "how many fell between"),
    ])
}
